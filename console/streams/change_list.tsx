import { useSignal, useSignalEffect } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_text.ts";
import { durationText } from "../parts/plant_time.ts";
import { VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { type ShownStream, useStreamValue } from "./live_value.tsx";

type ValueAt = Schemas["Trend"]["changes"][number];
/** Most changes added while the list is displayed; older ones are dropped. */
const MAX_ADDED = 500;

interface Change {
  atMs: number;
  value: string;
  quality: string;
  lastsMs: number;
}

interface ChangeListProps {
  trend: Schemas["Trend"];
  stream: ShownStream;
  /** The time ends now, so new values are added. */
  isLive: boolean;
}

/** The changes of a text or boolean stream, newest first, with the duration of each value. */
export function ChangeList({ trend, stream, isLive }: ChangeListProps) {
  const { time } = useConsole();
  const nowMs = useNow();
  const newest = useStreamValue(stream);
  const added = useSignal<readonly ValueAt[]>([]);
  useSignalEffect(() => {
    const value = newest.value;
    if (!isLive || value === undefined) return;
    const known = added.peek();
    const last = known.at(-1) ?? trend.changes.at(-1) ?? trend.held ?? undefined;
    if (last !== undefined && (last.time >= value.timestamp || last.value === value.value)) return;
    added.value = [...known, { time: value.timestamp, value: value.value, quality: value.quality }]
      .slice(-MAX_ADDED);
  });
  const changes = changesOf(trend, added.value, isLive ? nowMs.value : Date.parse(trend.to));
  if (changes.length === 0) return <p class="muted">No data in this time.</p>;
  return (
    <>
      {trend.truncated && <p class="stale">Only the newest changes of this time are shown.</p>}
      {trend.basis === "extremes" && (
        <p class="stale">
          For such a long time the data source returns only some of the values: brief changes may be missing.
        </p>
      )}
      {trend.unread.map(({ start, end }) => (
        <p key={start} class="stale">
          Shows the changes since {time.named(Date.parse(end))}. There are too many earlier ones to read.
        </p>
      ))}
      <div class="change-list">
        <VirtualTable
          label="Changes, newest first"
          rows={changes}
          keyOf={({ atMs }) => atMs}
          columns={[
            {
              key: "at",
              title: "Time",
              width: "160px",
              narrowWidth: "88px",
              cell: ({ atMs }) => <span title={time.full(atMs)}>{time.moment(atMs)}</span>,
            },
            {
              key: "value",
              title: "Value",
              width: "minmax(0, 1fr)",
              cell: ({ value, quality }) => quality === "good" ? value : `${value} (${quality})`,
            },
            {
              key: "lasts",
              title: "Duration",
              width: "96px",
              narrowWidth: "72px",
              align: "end" as const,
              cell: ({ lastsMs }) => durationText(lastsMs),
            },
          ]}
        />
      </div>
    </>
  );
}

/** Starts with the value held at the beginning, unless that time is not read; the last value lasts until the end of the time. */
function changesOf(
  { held, changes, from, unread }: Schemas["Trend"],
  added: readonly ValueAt[],
  toMs: number,
): Change[] {
  const known = [
    ...held === null || unread.length > 0 ? [] : [{ ...held, time: from }],
    ...changes,
    ...added,
  ];
  const rows = known.map(({ time, value, quality }, index) => {
    const atMs = Date.parse(time);
    const next = known[index + 1];
    const endsMs = next === undefined ? toMs : Date.parse(next.time);
    return { atMs, value: valueText(value), quality, lastsMs: endsMs - atMs };
  });
  return rows.reverse();
}
