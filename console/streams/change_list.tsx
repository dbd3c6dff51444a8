import { useSignal, useSignalEffect } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_words.ts";
import { durationText } from "../parts/plant_time.ts";
import { VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { type ShownStream, useStreamValue } from "./live_value.tsx";

type ValueAt = Schemas["Trend"]["changes"][number];
/** Those that came while it was shown; the oldest of them go first. */
const MOST_COME = 500;

interface Change {
  atMs: number;
  value: string;
  quality: string;
  lastsMs: number;
}

interface ChangeListProps {
  trend: Schemas["Trend"];
  stream: ShownStream;
  /** The time ends now: what comes is shown too. */
  isLive: boolean;
}

/** The changes of a text or a truth, newest first, and for how long each value stood. */
export function ChangeList({ trend, stream, isLive }: ChangeListProps) {
  const { time } = useConsole();
  const nowMs = useNow();
  const newest = useStreamValue(stream);
  const come = useSignal<readonly ValueAt[]>([]);
  useSignalEffect(() => {
    const value = newest.value;
    if (!isLive || value === undefined) return;
    const known = come.peek();
    const last = known.at(-1) ?? trend.changes.at(-1) ?? trend.held ?? undefined;
    if (last !== undefined && (last.time >= value.timestamp || last.value === value.value)) return;
    come.value = [...known, { time: value.timestamp, value: value.value, quality: value.quality }]
      .slice(-MOST_COME);
  });
  const changes = changesOf(trend, come.value, isLive ? nowMs.value : Date.parse(trend.to));
  if (changes.length === 0) return <p class="muted">Nothing is known of this time.</p>;
  return (
    <>
      {trend.truncated && <p class="stale">There are more changes; these are the newest of this time.</p>}
      <div class="change-list">
        <VirtualTable
          label="Changes, newest first"
          rows={changes}
          keyOf={({ atMs }) => atMs}
          columns={[
            {
              ...{ key: "at", title: "Time", width: "160px", narrowWidth: "88px" },
              cell: ({ atMs }) => <span title={time.full(atMs)}>{time.moment(atMs)}</span>,
            },
            {
              ...{ key: "value", title: "Value", width: "minmax(0, 1fr)" },
              cell: ({ value, quality }) => quality === "good" ? value : `${value} (${quality})`,
            },
            {
              ...{ key: "lasts", title: "For", width: "96px", narrowWidth: "72px", align: "end" as const },
              cell: ({ lastsMs }) => durationText(lastsMs),
            },
          ]}
        />
      </div>
    </>
  );
}

/** What stood at the beginning comes first, and the last value lasts to the end of the time. */
function changesOf(
  { held, changes, from }: Schemas["Trend"],
  come: readonly ValueAt[],
  toMs: number,
): Change[] {
  const known = [...held === null ? [] : [{ ...held, time: from }], ...changes, ...come];
  const rows = known.map(({ time, value, quality }, index) => {
    const atMs = Date.parse(time);
    const next = known[index + 1];
    const endsMs = next === undefined ? toMs : Date.parse(next.time);
    return { atMs, value: valueText(value), quality, lastsMs: endsMs - atMs };
  });
  return rows.reverse();
}
