/** How a table is written as CSV. */
export interface CsvFormat {
  separator: "," | ";";
  /** Numbers have a decimal comma. */
  hasDecimalComma: boolean;
  /** A byte order mark, by which a spreadsheet knows that the file is UTF-8. */
  hasByteOrderMark: boolean;
}

/** RFC 4180, for programs. */
export const PLAIN_CSV: CsvFormat = { separator: ",", hasDecimalComma: false, hasByteOrderMark: false };

/** Where the separator of lists is a semicolon although numbers have a point. */
const SEMICOLON_REGIONS: ReadonlySet<string | undefined> = new Set(["CH", "LI"]);

/** As a spreadsheet opens it for readers of a locale: a double click, without a dialog. */
export function excelCsv(locale: string): CsvFormat {
  const parts = new Intl.NumberFormat(locale).formatToParts(1.5);
  const decimal = parts.find(({ type }) => type === "decimal")?.value;
  const hasSemicolon = decimal !== "." || SEMICOLON_REGIONS.has(new Intl.Locale(locale).maximize().region);
  return { separator: hasSemicolon ? ";" : ",", hasDecimalComma: decimal === ",", hasByteOrderMark: true };
}

/** A table as CSV. Cells that a spreadsheet would read as formulas are escaped. */
export function csvText(rows: readonly (readonly unknown[])[], format = PLAIN_CSV): string {
  const lines = rows.map((row) => row.map((value) => cell(value, format)).join(format.separator));
  return [...lines, ""].join("\r\n").replace(/^/, format.hasByteOrderMark ? "\uFEFF" : "");
}

/**
 * Before each character that begins a formula at the start of a cell, in full width too. A spreadsheet may end cells at
 * other characters than the separator, quoted or not.
 */
const FORMULA = /^(?=[\t\r])|(?<=^|[,;\t\r\n])(?=[=+\-@＝＋－＠])/g;

function cell(value: unknown, { hasDecimalComma }: CsvFormat): string {
  if (typeof value === "number") {
    const text = String(value);
    return hasDecimalComma ? text.replace(".", ",") : text;
  }
  const text = value === null || value === undefined ? "" : String(value);
  const safe = typeof value === "string" ? text.replace(FORMULA, "'") : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
