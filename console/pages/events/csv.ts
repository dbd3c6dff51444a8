import type { RuleEvent } from "../../api/client.ts";
import { type CsvFormat, csvText } from "../../parts/csv.ts";

const COLUMNS = [
  ...["id", "event_name", "event_description", "severity", "category", "is_active", "start_time", "end_time"],
  ...[
    "close_reason",
    "template_instance",
    "plant_node_floc_id",
    "acknowledged_at",
    "acknowledged_by",
    "note",
  ],
] as const;

type Column = (typeof COLUMNS)[number] & keyof RuleEvent;

/** Events as CSV with a header row. */
export function eventsCsv(events: readonly RuleEvent[], format?: CsvFormat): string {
  return csvText(
    [COLUMNS, ...events.map((event) => COLUMNS.map((column) => event[column as Column]))],
    format,
  );
}
