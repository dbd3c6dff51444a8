import { computed, type ReadonlySignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { TrendPoint } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { newerOf, readOf, type ShownStream } from "./live_value.tsx";
import { stateText } from "./trend_series.ts";

const NONE: readonly ReadonlySignal<TrendPoint | undefined>[] = [];

/** The newest points of streams while they are displayed live; none when the time shown is past. */
export function useTails(
  streams: readonly ShownStream[],
  isLive: boolean,
): readonly ReadonlySignal<TrendPoint | undefined>[] {
  const { live } = useConsole();
  const names = isLive ? streams.map(({ stream_name }) => stream_name) : [];
  const key = names.join("\n");
  useEffect(() => live.streams.watch(names), [key]);
  return useMemo(() => names.length === 0 ? NONE : streams.map((stream) => tailOf(stream)), [key]);

  function tailOf(stream: ShownStream): ReadonlySignal<TrendPoint | undefined> {
    return computed(() => {
      const newest = newerOf(live.streams.of(stream.stream_name).value, readOf(stream));
      if (newest === undefined) return undefined;
      const { value, quality } = newest;
      const isKnown = typeof value === "number" && quality !== "bad";
      const text = quality === "bad" ? null : stateText({ value: value ?? null, quality });
      return { ms: Date.parse(newest.timestamp), value: isKnown ? value : null, text };
    });
  }
}
