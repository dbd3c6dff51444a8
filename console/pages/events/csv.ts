import type { RuleEvent } from "../../api/client.ts";

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

/** Events as CSV (RFC 4180) with a header row. Cells that a spreadsheet would read as formulas are escaped. */
export function eventsCsv(events: readonly RuleEvent[]): string {
  const rows = events.map((event) => COLUMNS.map((column) => cell(event[column as Column])).join(","));
  return [COLUMNS.join(","), ...rows, ""].join("\r\n");
}

/**
 * Before each character that begins a formula at the start of a cell. A spreadsheet may end cells at other characters
 * than commas, quoted or not.
 */
const FORMULA = /^(?=[\t\r])|(?<=^|[,;\t\r\n])(?=[=+\-@])/g;

function cell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" ? text.replace(FORMULA, "'") : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
