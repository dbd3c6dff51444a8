import type { Schemas } from "../api/client.ts";
import { valueText } from "../parts/event_words.ts";
import { durationText } from "../parts/plant_time.ts";
import { VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";

interface Change {
  atMs: number;
  value: string;
  quality: string;
  lastsMs: number;
}

/** The changes of a text or a truth, newest first, and for how long each value stood. */
export function ChangeList({ trend }: { trend: Schemas["Trend"] }) {
  const { time } = useConsole();
  const changes = changesOf(trend);
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
            { ...{ key: "at", title: "Time", width: "160px" }, cell: ({ atMs }) => time.full(atMs) },
            {
              ...{ key: "value", title: "Value", width: "minmax(0, 1fr)" },
              cell: ({ value, quality }) => quality === "good" ? value : `${value} (${quality})`,
            },
            {
              ...{ key: "lasts", title: "For", width: "96px", align: "end" as const },
              cell: ({ lastsMs }) => durationText(lastsMs),
            },
          ]}
        />
      </div>
    </>
  );
}

/** What stood at the beginning comes first, and the last value lasts to the end of the time. */
function changesOf({ held, changes, from, to }: Schemas["Trend"]): Change[] {
  const known = [...held === null ? [] : [{ ...held, time: from }], ...changes];
  const rows = known.map(({ time, value, quality }, index) => {
    const atMs = Date.parse(time);
    const endsMs = Date.parse(known[index + 1]?.time ?? to);
    return { atMs, value: valueText(value), quality, lastsMs: endsMs - atMs };
  });
  return rows.reverse();
}
