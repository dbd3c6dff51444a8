import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { StreamValue } from "../live/stream_values.ts";
import { valueFormatter } from "../parts/event_text.ts";
import { durationText } from "../parts/plant_time.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import type { Stream } from "./stream_index.ts";

/** The fields of a stream needed to show its newest value: the one read last, until the push channel sends another. */
export type ShownStream = Pick<Stream, "stream_name" | "uom" | "value" | "timestamp" | "quality">;

/** The newest value of a stream while it is displayed; undefined without data. */
export function useStreamValue(stream: ShownStream): ReadonlySignal<StreamValue | undefined> {
  const { live } = useConsole();
  const { stream_name: name } = stream;
  useEffect(() => live.streams.watch([name]), [name]);
  return useComputed(() => newerOf(live.streams.of(name).value, readOf(stream)));
}

/** The value in a stream read from the API. */
export function readOf({ value, timestamp, quality }: ShownStream): StreamValue | undefined {
  return timestamp === null ? undefined : { value, timestamp, quality: quality ?? "good" };
}

export function newerOf(pushed: StreamValue | undefined, read: StreamValue | undefined) {
  if (pushed === undefined || read === undefined) return pushed ?? read;
  return pushed.timestamp >= read.timestamp ? pushed : read;
}

/** A value with its unit, and its quality unless it is good. */
export function LiveValue({ stream }: { stream: ShownStream }) {
  const newest = useStreamValue(stream);
  const format = useMemo(() => valueFormatter(stream.uom), [stream.stream_name, stream.uom]);
  const text = useComputed(() => format(newest.value?.value));
  const style = useComputed(() => `stream-value ${qualityOf(newest.value)}`);
  const note = useComputed(() => QUALITY_TEXTS[qualityOf(newest.value)]);
  return (
    <span class={style}>
      <span class="stream-note">{note}</span>
      <span class="stream-number">{text}</span>
      <span class="unit">{stream.uom ?? ""}</span>
    </span>
  );
}

type ShownQuality = StreamValue["quality"] | "none";

const QUALITY_TEXTS: Readonly<Record<ShownQuality, string>> = {
  good: "",
  uncertain: "uncertain",
  bad: "bad",
  none: "",
};

function qualityOf(value: StreamValue | undefined): ShownQuality {
  return value?.quality ?? "none";
}

/** The age of the newest value, updated every second; `none` is shown without data. */
export function LiveAge({ stream, none = "" }: { stream: ShownStream; none?: string }) {
  const nowMs = useNow();
  const newest = useStreamValue(stream);
  const text = useComputed(() => {
    const at = newest.value?.timestamp;
    return at === undefined ? none : `${durationText(nowMs.value - Date.parse(at))} ago`;
  });
  return <span class="muted">{text}</span>;
}
