/** A table as CSV (RFC 4180). Cells that a spreadsheet would read as formulas are escaped. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return [...rows.map((row) => row.map(cell).join(",")), ""].join("\r\n");
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
