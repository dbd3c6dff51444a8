/**
 * Stores records with the same fields as columns: common values are written once, other columns are parsed on
 * demand.
 */

/** The path of a value in a record, by field names. */
export type Path = readonly string[];

/** A field: either one value for all records, or a line of text with a JSON list of one value per record. */
export type Field = { path: Path } & ({ all: unknown } | { line: number });

interface Written {
  rows: number;
  /** The first is the versionstamp; the others are in the order of the record. */
  fields: Field[];
}

type Plain = Record<string, unknown>;

/** A record and its versionstamp. */
export interface Stamped {
  versionstamp: string;
  value: unknown;
}

/** A value that is stored as a whole: anything but an object with fields. */
interface Leaf {
  path: Path;
  value: unknown;
}

/**
 * Lines of text: the first describes the tables and their fields, each further line is a column. Records of one
 * table have the same fields, and the same values in the top-level fields that `splitBy` names.
 */
export function writeTables(records: readonly Stamped[], splitBy: readonly string[]): string {
  const lines: string[] = [], known = new Map<string, number>();
  const lineOf = (values: readonly unknown[]) => {
    const text = JSON.stringify(values), line = known.get(text) ?? lines.push(text);
    known.set(text, line);
    return line;
  };
  const tables = [...Map.groupBy(records, ({ value }) => shapeOf(value, splitBy)).values()].map(
    (alike): Written => {
      const rows = alike.map((
        { versionstamp, value },
      ) => [{ path: [], value: versionstamp }, ...leavesOf(value)]);
      const fields = rows[0]!.map(({ path }, i) =>
        fieldOf(path, { values: rows.map((row) => row[i]!.value), lineOf })
      );
      return { rows: alike.length, fields };
    },
  );
  return [JSON.stringify(tables), ...lines].join("\n");
}

export function readTables<T>(text: string): ColumnTable<T>[] {
  const lines = text.split("\n");
  return asWritten(JSON.parse(lines[0]!)).map((written) => new ColumnTable<T>(written, lines));
}

/** Records that are built on demand. */
export class ColumnTable<T> {
  readonly rows: number;
  readonly fields: readonly Field[];
  /** The parsed columns, by line. */
  readonly #columns: (readonly unknown[] | undefined)[] = [];

  constructor({ rows, fields }: Written, readonly lines: readonly string[]) {
    this.rows = rows;
    this.fields = fields;
  }

  /** The top-level field of this name; undefined: none. */
  field(name: string): Field | undefined {
    return this.fields.find(({ path }) => path.length === 1 && path[0] === name);
  }

  /** A field's value in a row. */
  value(field: Field, row: number): unknown {
    return "line" in field ? this.#column(field.line)[row] : field.all;
  }

  versionstamp(row: number): string {
    return String(this.value(this.fields[0]!, row));
  }

  record(row: number): T {
    const record: Plain = {};
    for (let i = 1; i < this.fields.length; i++) {
      const field = this.fields[i]!;
      put(record, field.path, this.value(field, row));
    }
    return asRecord<T>(record);
  }

  /** A field's values, by row. */
  values(field: Field): readonly unknown[] {
    return "line" in field ? this.#column(field.line) : new Array(this.rows).fill(field.all);
  }

  /** A function that reads some top-level fields of a row. */
  reading<Name extends keyof T & string>(names: readonly Name[]): (row: number) => Pick<T, Name> {
    const selected: readonly string[] = names,
      fields = this.fields.filter(({ path }) => selected.includes(path[0]!));
    return (row) => {
      const some: Plain = {};
      for (const field of fields) put(some, field.path, this.value(field, row));
      return asRecord<Pick<T, Name>>(some);
    };
  }

  #column(line: number): readonly unknown[] {
    return this.#columns[line] ??= asList(JSON.parse(this.lines[line]!));
  }
}

function fieldOf(
  path: Path,
  { values, lineOf }: { values: readonly unknown[]; lineOf: (values: readonly unknown[]) => number },
): Field {
  const first = JSON.stringify(values[0]);
  const isSame = values.every((value) => value === values[0] || JSON.stringify(value) === first);
  return isSame ? { path, all: values[0] } : { path, line: lineOf(values) };
}

function shapeOf(value: unknown, splitBy: readonly string[]): string {
  const leaves = leavesOf(value),
    own = leaves.filter(({ path: [name = "", ...more] }) => more.length === 0 && splitBy.includes(name));
  return JSON.stringify([leaves.map(({ path }) => path), own.map((leaf) => leaf.value)]);
}

function leavesOf(value: unknown, path: Path = []): Leaf[] {
  return isBranch(value)
    ? Object.entries(value).filter(([, part]) => part !== undefined).flatMap(([name, part]) =>
      leavesOf(part, [...path, name])
    )
    : [{ path, value }];
}

function isBranch(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value) &&
    Object.keys(value).length > 0;
}

function put(record: Plain, path: Path, value: unknown): void {
  let at = record;
  for (let i = 0; i < path.length - 1; i++) at = asPlain(at[path[i]!] ??= {});
  at[path[path.length - 1]!] = value;
}

/** Only `put` creates the objects on the path. */
function asPlain(value: unknown): Plain {
  return value as Plain;
}

/** Only `writeTables` writes this text. */
function asWritten(value: unknown): Written[] {
  return value as Written[];
}

function asList(value: unknown): readonly unknown[] {
  return value as readonly unknown[];
}

/** A record as it was written. */
function asRecord<T>(value: Plain): T {
  return value as T;
}
