// @ts-types="./papaparse.d.ts"
import Papa from "papaparse";

/** The rows of a CSV file. */
export interface CsvTable {
  header: readonly string[];
  rows: readonly CsvRow[];
}

export interface CsvRow {
  /** The line of the file if no cell has line breaks; the header is 1. */
  number: number;
  cells: readonly string[];
}

export const MOST_ROWS = 10_000;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * The text of a file: UTF-8, with or without a byte order mark, UTF-16 with one, else Windows-1252, in which older
 * exports are written.
 */
export function textOf(bytes: Uint8Array): string {
  if (bytes.length > MOST_BYTES) throw new Error("The file has more than 32 MB; split it");
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Reads a file with a header. Throws an Error that names the row of what is wrong. */
export function csvTable(text: string): CsvTable {
  const { data, errors } = Papa.parse(text, {
    skipEmptyLines: false,
    delimitersToGuess: [",", ";", "\t", "|"],
  });
  const quotes = errors.find(({ code }) => code === "MissingQuotes" || code === "InvalidQuotes");
  if (quotes !== undefined) {
    throw new Error(
      `Row ${(quotes.row ?? 0) + 1}: a quoted cell does not end; double the quotes inside a cell`,
    );
  }
  const [header, ...rows] = data.map((cells, at) => ({ number: at + 1, cells })).filter(({ cells }) =>
    !isEmpty(cells)
  );
  if (header === undefined) throw new Error("The file is empty; its first row names the columns");
  if (header.cells.length < 2) {
    throw new Error("The first row has one column; separate columns by comma, semicolon or tab");
  }
  if (rows.length === 0) throw new Error("The file has no rows below the names of its columns");
  if (rows.length > MOST_ROWS) {
    throw new Error(`The file has ${rows.length} rows; import at most ${MOST_ROWS} at a time`);
  }
  return { header: header.cells.map((name) => name.trim()), rows };
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}
