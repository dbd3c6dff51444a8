import type { AndonClient, Json } from "./andon_client.ts";
import type { EventRow } from "./running_system.ts";

/** All events of an instance, those that a correction took back too. */
export async function rowsOf(client: AndonClient, instance: number): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (;;) {
    const path = `/api/rule-events/history?instance_id=${instance}&limit=1000&offset=${rows.length}`;
    const { data, pagination } = await client.ok("GET", path);
    rows.push(...data);
    if (!pagination.has_next) return rows;
  }
}

/** What a live run must have of its events as of `to`, to compare with a backtest. */
export function liveLines(rows: readonly EventRow[], to: string): string[] {
  return rows.filter((row) => !row.flags.includes("retracted") && row.activated_at <= to)
    .map((row) => eventLine(row, to)).toSorted();
}

/** What must be the same in a live run and a backtest, as of `to`. Streams are told by their ids: names and units change. */
export function eventLine(event: Json | EventRow, to: string): string {
  const { rule_id, event_name, severity, start_time, activated_at, end_time, closed_at, flags, trigger } =
    event as EventRow;
  const isOver = closed_at !== null && closed_at <= to;
  const how = flags.filter((flag) => flag !== "late_detected");
  const end = isOver ? [end_time, closed_at] : [null, null];
  const samples = (trigger as Json[]).map(({ stream: _name, unit: _unit, ...sample }) => sample);
  return JSON.stringify([start_time, rule_id, event_name, severity, activated_at, ...end, how, samples]);
}
