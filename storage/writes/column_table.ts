/** Records that have the same fields, as columns: what they have in common is written once, the rest is parsed when it is asked for. */

/** Where a value stands in a record, by the names on the way to it. */
export type Path = readonly string[];

/** A field: the same in all records, or on a line of its own, as a JSON list of one value a record. */
export type Field = { path: Path } & ({ all: unknown } | { line: number });

interface Written {
  rows: number;
  /** The first of them is the versionstamp; the others are in the order of the record's own. */
  fields: Field[];
}

type Plain = Record<string, unknown>;

/** What is cut in columns: a record and its versionstamp. */
export interface Stamped {
  versionstamp: string;
  value: unknown;
}

/** What its value stands in its own way in the record, and goes as a whole: a list, nothing, an object without names. */
interface Leaf {
  path: Path;
  value: unknown;
}

/**
 * Lines of text: the first tells the tables and their fields, each other one is a column. Records of one table have the
 * same fields, and the same values in the fields (of one name) that `apart` names.
 */
export function writeTables(records: readonly Stamped[], apart: readonly string[]): string {
  const lines: string[] = [], known = new Map<string, number>();
  const lineOf = (values: readonly unknown[]) => {
    const text = JSON.stringify(values), line = known.get(text) ?? lines.push(text);
    known.set(text, line);
    return line;
  };
  const tables = [...Map.groupBy(records, ({ value }) => shapeOf(value, apart)).values()].map(
    (alike): Written => {
      const rows = alike.map((
        { versionstamp, value },
      ) => [{ path: [], value: versionstamp }, ...leavesOf(value)]);
      const fields = rows[0].map(({ path }, i) =>
        fieldOf(path, { values: rows.map((row) => row[i].value), lineOf })
      );
      return { rows: alike.length, fields };
    },
  );
  return [JSON.stringify(tables), ...lines].join("\n");
}

export function readTables<T>(text: string): ColumnTable<T>[] {
  const lines = text.split("\n");
  return asWritten(JSON.parse(lines[0])).map((written) => new ColumnTable<T>(written, lines));
}

/** Some records, each made when it is asked for. */
export class ColumnTable<T> {
  readonly rows: number;
  readonly fields: readonly Field[];
  /** By line, once it has been asked for. */
  readonly #columns: (readonly unknown[] | undefined)[] = [];

  constructor({ rows, fields }: Written, readonly lines: readonly string[]) {
    this.rows = rows;
    this.fields = fields;
  }

  /** The field that a record has under its own name; undefined: it has none. */
  field(name: string): Field | undefined {
    return this.fields.find(({ path }) => path.length === 1 && path[0] === name);
  }

  /** A field's value in a row. */
  value(field: Field, row: number): unknown {
    return "line" in field ? this.#column(field.line)[row] : field.all;
  }

  versionstamp(row: number): string {
    return String(this.value(this.fields[0], row));
  }

  record(row: number): T {
    const record: Plain = {};
    for (let i = 1; i < this.fields.length; i++) {
      const field = this.fields[i];
      put(record, field.path, this.value(field, row));
    }
    return asRecord<T>(record);
  }

  /** A field's values, by row. */
  values(field: Field): readonly unknown[] {
    return "line" in field ? this.#column(field.line) : new Array(this.rows).fill(field.all);
  }

  /** How some of a record's own fields are read, row by row. */
  reading<Name extends keyof T & string>(names: readonly Name[]): (row: number) => Pick<T, Name> {
    const wanted: readonly string[] = names,
      fields = this.fields.filter(({ path }) => wanted.includes(path[0]));
    return (row) => {
      const some: Plain = {};
      for (const field of fields) put(some, field.path, this.value(field, row));
      return asRecord<Pick<T, Name>>(some);
    };
  }

  #column(line: number): readonly unknown[] {
    return this.#columns[line] ??= asList(JSON.parse(this.lines[line]));
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

function shapeOf(value: unknown, apart: readonly string[]): string {
  const leaves = leavesOf(value),
    own = leaves.filter(({ path: [name, ...more] }) => more.length === 0 && apart.includes(name));
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
  for (let i = 0; i < path.length - 1; i++) at = asPlain(at[path[i]] ??= {});
  at[path[path.length - 1]] = value;
}

/** `put` alone makes what it goes through. */
function asPlain(value: unknown): Plain {
  return value as Plain;
}

/** `writeTables` alone writes what is read here. */
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
