import type { ReadOptions } from "../source.ts";
import type { Column } from "./column_type.ts";
import type { Query } from "./connections.ts";
import { NoSuchColumn } from "./failure.ts";
import { COLUMNS_SQL, TABLES_SQL } from "./queries.ts";

/** A table with its columns, as they are now. */
export class Table {
  private constructor(
    readonly schema: string,
    readonly name: string,
    readonly columns: readonly Column[],
  ) {}

  /** NO_SUCH_TABLE as a `NoSuchColumn` that names tables that there are. */
  static async read(
    query: Query,
    { schema, name }: { schema: string; name: string },
    options: ReadOptions,
  ): Promise<Table> {
    const { rows } = await query(COLUMNS_SQL, [schema, name], options);
    const columns = rows.map(([name, type, category, typeName]): Column => ({
      name: name!,
      type: Number(type),
      category: category!,
      typeName: typeName!,
    }));
    if (columns.length > 0) return new Table(schema, name, columns);
    const { rows: others } = await query(TABLES_SQL, [schema, name], options);
    const there = others.length === 0
      ? "there is none"
      : `there are ${others.map(([one]) => one).join(", ")}`;
    throw new NoSuchColumn(
      `The table ${schema}.${name} does not exist, upper and lower case count; ${there}`,
    );
  }

  get fullName(): string {
    return `${this.schema}.${this.name}`;
  }

  find(name: string): Column | undefined {
    return this.columns.find((column) => column.name === name);
  }

  /** A `NoSuchColumn` for a missing one. */
  column(name: string): Column {
    const found = this.find(name);
    if (found !== undefined) return found;
    const names = this.columns.slice(0, 30).map((column) => column.name).join(", ");
    throw new NoSuchColumn(`The table ${this.fullName} has no column "${name}"; it has ${names}`);
  }
}
