import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { countText } from "../numbers.ts";
import { useInterval } from "../use_interval.ts";
import type { TrendLoading } from "./types.ts";

const SECOND_MS = 1_000;
/** A shorter wait is not counted. */
const COUNTED_FROM = 2;

/** Says over a chart what is being read, how much of it has arrived, and for how long. */
export function TrendLoadingNote({ loading: { what, progress } }: { loading: TrendLoading }) {
  const seconds = useSignal(0);
  useEffect(() => {
    seconds.value = 0;
  }, [what]);
  useInterval(() => seconds.value++, SECOND_MS);
  const part = progress?.value;
  const since = seconds.value >= COUNTED_FROM ? [`${seconds.value} s`] : [];
  const detail = [...part === undefined ? [] : [`${part.done} of ${countText(part.of, "stream")}`], ...since];
  return (
    <p class="trend-loading">
      <progress aria-hidden="true" value={part?.done} max={part?.of} />
      <span role="status">Loading {what}…</span>
      <span class="muted" aria-hidden="true">{detail.join(", ")}</span>
    </p>
  );
}
