import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useInterval } from "../use_interval.ts";

const SECOND_MS = 1_000;
/** A shorter wait is not counted. */
const COUNTED_FROM = 2;

/** Says over a chart what is being read, and for how long. */
export function TrendLoadingNote({ what }: { what: string }) {
  const seconds = useSignal(0);
  useEffect(() => {
    seconds.value = 0;
  }, [what]);
  useInterval(() => seconds.value++, SECOND_MS);
  return (
    <p class="trend-loading">
      <progress aria-hidden="true" />
      <span role="status">Loading {what}…</span>
      {seconds.value >= COUNTED_FROM && <span class="muted" aria-hidden="true">{seconds} s</span>}
    </p>
  );
}
