import { CONSTANT_LIMITS } from "../../domain/rule/constants.ts";
import type { Severity } from "../../domain/event/severity.ts";
import type { CsvTable } from "./csv_table.ts";
import {
  type ColumnChoice,
  FIELD_LABELS,
  type Limit,
  LIMITS,
  type Preset,
  type TagField,
} from "./tag_columns.ts";

/** A row of the file, read. */
export interface TagLimits {
  row: number;
  tag: string;
  limits: Partial<Record<Limit, number>>;
  deadband: number | null;
  /** Seconds. */
  delay: number | null;
  /** Null: each limit has that of the template. */
  severity: Severity | null;
  unit: string | null;
}

/** A row that cannot be carried over. */
export interface RefusedRow {
  row: number;
  tag: string;
  /** The reason, with the column if it is one. */
  problem: string;
}

/** Names of priorities and severities, and the numbers that begin with the highest. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  ...{ critical: "critical", urgent: "critical", emergency: "critical", "1": "critical" },
  ...{ high: "error", error: "error", "2": "error" },
  ...{ medium: "warning", warning: "warning", "3": "warning", low: "warning" },
  ...{ diagnostic: "info", info: "info", journal: "info", "4": "info" },
};

export type DecimalMark = "." | ",";

/** A file, and how it is read. */
export interface TagReading {
  table: CsvTable;
  preset: Preset;
  choice: ColumnChoice;
  mark: DecimalMark;
}

const NUMBER: Readonly<Record<DecimalMark, RegExp>> = {
  ".": /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i,
  ",": /^[+-]?(\d+(,\d*)?|,\d+)(e[+-]?\d+)?$/i,
};
const NUMBER_FIELDS = [...LIMITS, "deadband", "delay"] as const;

/** The decimal mark of a file: a comma if its numbers have one and none has a point. */
export function decimalMark({ rows }: CsvTable, choice: ColumnChoice): DecimalMark {
  const cells = NUMBER_FIELDS.flatMap((field) => {
    const at = choice[field];
    return at === undefined ? [] : rows.map(({ cells }) => (cells[at] ?? "").trim());
  });
  const fits = (mark: DecimalMark) => cells.filter((cell) => NUMBER[mark].test(cell)).length;
  return fits(",") > fits(".") ? "," : ".";
}

/** Reads all rows with the chosen columns. */
export function tagLimits(
  { rows, header }: CsvTable,
  { choice, mark }: { choice: ColumnChoice; mark: DecimalMark },
): { read: TagLimits[]; refused: RefusedRow[] } {
  const read: TagLimits[] = [], refused: RefusedRow[] = [], seen = new Map<string, number>();
  for (const { number: row, cells } of rows) {
    const text = (field: TagField) => (cells[choice[field] ?? -1] ?? "").trim();
    const tag = text("tag");
    try {
      if (cells.length > header.length) {
        throw new Error(
          `It has ${cells.length} cells, but the first row ${header.length}; quote cells with separators`,
        );
      }
      if (tag === "") throw new Error("Tag: is empty");
      const first = seen.get(tag.toLowerCase());
      if (first !== undefined) throw new Error(`Tag: stands in row ${first} too`);
      seen.set(tag.toLowerCase(), row);
      read.push({
        row,
        tag,
        ...numbersOf(text, mark),
        severity: severityOf(text("priority")),
        unit: text("unit") || null,
      });
    } catch (error) {
      refused.push({ row, tag, problem: (error as Error).message });
    }
  }
  return { read, refused };
}

function numbersOf(
  text: (field: TagField) => string,
  mark: DecimalMark,
): Pick<TagLimits, "limits" | "deadband" | "delay"> {
  const number = (field: TagField) => numberOf(text(field), { field, mark });
  const limits = Object.fromEntries(
    LIMITS.flatMap((limit) => {
      const value = number(limit);
      return value === null ? [] : [[limit, value]];
    }),
  ) as TagLimits["limits"];
  const given = LIMITS.filter((limit) => limits[limit] !== undefined);
  if (given.length === 0) throw new Error("It has no limit");
  given.forEach((limit, at) => {
    const next = given[at + 1];
    if (next !== undefined && limits[limit]! <= limits[next]!) {
      throw new Error(
        `${FIELD_LABELS[limit]}: ${limits[limit]} is not above ${FIELD_LABELS[next].toLowerCase()}, ${
          limits[next]
        }`,
      );
    }
  });
  const deadband = number("deadband"), delay = number("delay");
  if (deadband !== null && deadband < 0) throw new Error("Deadband: is below 0");
  const { max = Infinity } = CONSTANT_LIMITS.on_delay_seconds;
  if (delay !== null && (delay < 0 || delay > max)) throw new Error(`Delay (s): must be from 0 to ${max}`);
  return { limits, deadband, delay };
}

function numberOf(text: string, { field, mark }: { field: TagField; mark: DecimalMark }): number | null {
  if (text === "") return null;
  const value = NUMBER[mark].test(text) ? Number(text.replace(",", ".")) : NaN;
  if (Number.isFinite(value)) return value;
  throw new Error(
    `${FIELD_LABELS[field]}: “${text.slice(0, 40)}” is not a number with a decimal ${
      mark === "," ? "comma" : "point"
    }`,
  );
}

function severityOf(text: string): Severity | null {
  if (text === "") return null;
  const found = SEVERITIES[text.toLowerCase()];
  if (found !== undefined) return found;
  throw new Error(`Priority: “${text.slice(0, 40)}” is none of ${Object.keys(SEVERITIES).join(", ")}`);
}
