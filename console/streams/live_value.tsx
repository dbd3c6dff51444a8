import { type ReadonlySignal, useComputed } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { StreamValue } from "../live/stream_values.ts";
import { valueText } from "../parts/event_words.ts";
import { durationText } from "../parts/plant_time.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import type { Stream } from "./stream_index.ts";

/** A stream as far as its newest value is shown: what was read last, until the push channel tells more. */
export type ShownStream = Pick<Stream, "stream_name" | "uom" | "value" | "timestamp" | "quality">;

/** The newest value of a stream, for as long as something shows it; undefined: none is known. */
export function useStreamValue(stream: ShownStream): ReadonlySignal<StreamValue | undefined> {
  const { live } = useConsole();
  const { stream_name: name } = stream;
  useEffect(() => live.streams.watch([name]), [name]);
  return useComputed(() => newerOf(live.streams.of(name).value, readOf(stream)));
}

/** What a read told of a stream. */
export function readOf({ value, timestamp, quality }: ShownStream): StreamValue | undefined {
  return timestamp === null ? undefined : { value, timestamp, quality: quality ?? "good" };
}

export function newerOf(told: StreamValue | undefined, read: StreamValue | undefined) {
  if (told === undefined || read === undefined) return told ?? read;
  return told.timestamp >= read.timestamp ? told : read;
}

/** A value with its unit; what is not good says so at the value itself. */
export function LiveValue({ stream }: { stream: ShownStream }) {
  const newest = useStreamValue(stream);
  const text = useComputed(() => valueText(newest.value?.value));
  const look = useComputed(() => `stream-value ${qualityOf(newest.value)}`);
  const word = useComputed(() => QUALITY_WORDS[qualityOf(newest.value)]);
  return (
    <span class={look}>
      <span class="stream-note">{word}</span>
      <span class="stream-number">{text}</span>
      <span class="unit">{stream.uom ?? ""}</span>
    </span>
  );
}

type ShownQuality = StreamValue["quality"] | "none";

const QUALITY_WORDS: Readonly<Record<ShownQuality, string>> = {
  good: "",
  uncertain: "uncertain",
  bad: "bad",
  none: "",
};

function qualityOf(value: StreamValue | undefined): ShownQuality {
  return value?.quality ?? "none";
}

/** How long ago the newest value came, as the seconds pass; `none`: what is said while there is none. */
export function LiveAge({ stream, none = "" }: { stream: ShownStream; none?: string }) {
  const nowMs = useNow();
  const newest = useStreamValue(stream);
  const text = useComputed(() => {
    const at = newest.value?.timestamp;
    return at === undefined ? none : `${durationText(nowMs.value - Date.parse(at))} ago`;
  });
  return <span class="muted">{text}</span>;
}
