/** A table as CSV (RFC 4180). Cells that a spreadsheet would read as formulas are escaped. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return [...rows.map((row) => row.map(cell).join(",")), ""].join("\r\n");
}

function cell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
