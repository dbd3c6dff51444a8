import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import type { FoundStream } from "../../domain/asset/types.ts";
import { UNASSIGNED_ASSET } from "../../domain/asset/unassigned.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { connectionFailed } from "../source_failure.ts";
import type { ReadOptions } from "../source.ts";
import { assetOfPath } from "./asset_path.ts";
import { Table } from "./catalog.ts";
import { type Column, dataTypeOf, timeKindOf } from "./column_type.ts";
import type { Query } from "./connections.ts";
import { quoted, quotedTable } from "./identifier.ts";
import { SQL_KIND, type SqlAddress, sqlId } from "./identity.ts";
import type { Layout, Listed, Listing, Place, RowShape } from "./layout.ts";
import { CATALOG_MS, MOST_STREAMS, NAMES_PAGE } from "./limits.ts";
import { allNamesSql, INDEX_SQL, knownNamesSql, namesSql } from "./queries.ts";
import type { SqlConfig } from "./settings.ts";
import { TimeColumn } from "./time_column.ts";

interface Known {
  table: Table;
  tags: Table | null;
  shape: RowShape;
  values: Column[];
  readAtMs: Ms;
}

/** What is known of a name beside the name. */
interface Tag {
  key: string;
  name: string;
  unit: string | null;
  asset: string | null;
}

/** A table with a row for each value, or with a column for each. */
export class TableLayout implements Layout {
  /** Kept while it is read again, since others read by it meanwhile. */
  #known: Known | null = null;
  #isStale = false;

  constructor(
    private readonly config: SqlConfig,
    private readonly query: Query,
    private readonly now: () => Ms,
  ) {}

  async refresh(options: ReadOptions): Promise<void> {
    const known = this.#known;
    const isFresh = known !== null && !this.#isStale && Math.abs(this.now() - known.readAtMs) < CATALOG_MS;
    if (isFresh) return;
    this.#isStale = false;
    try {
      this.#known = await this.#read(options);
    } catch (error) {
      this.#isStale = true;
      throw error;
    }
  }

  forget(): void {
    this.#isStale = true;
  }

  get shape(): RowShape {
    return this.#now.shape;
  }

  get #now(): Known {
    if (this.#known === null) throw new TypeError("The columns are read before anything else");
    return this.#known;
  }

  async #read(options: ReadOptions): Promise<Known> {
    const { config, query } = this;
    const { schema } = config;
    const table = await Table.read(query, { schema, name: config.table ?? "" }, options);
    const tags = config.tag_table === null
      ? null
      : await Table.read(query, { schema, name: config.tag_table }, options);
    for (const name of [config.tag_key_column, ...this.#tagColumns]) if (name !== null) tags?.column(name);
    const key = config.name_column === null ? null : table.column(config.name_column);
    const quality = config.quality_column === null ? null : table.column(config.quality_column);
    const used = [config.time_column, key?.name, quality?.name];
    const values = config.value_columns.length > 0
      // A column of several that was dropped takes only its own stream with it.
      ? config.value_columns.length === 1
        ? [table.column(config.value_columns[0]!)]
        : config.value_columns.flatMap((name) => table.find(name) ?? [])
      : table.columns.filter((column) => !used.includes(column.name) && dataTypeOf(column) !== null);
    return {
      ...{ table, tags, values, readAtMs: this.now() },
      shape: {
        key: key === null ? null : { column: ofRow(key.name), type: key.typeName },
        time: { column: ofRow(config.time_column), is: this.#timeOf(table) },
        quality: quality === null
          ? null
          : { column: ofRow(quality.name), is: { name: quality.name, codes: config.quality_codes } },
        skipsNull: config.layout === "wide",
      },
    };
  }

  get #tagColumns() {
    const { tag_name_column, tag_unit_column, tag_asset_column } = this.config;
    return [tag_name_column, tag_unit_column, tag_asset_column] as const;
  }

  #timeOf(table: Table): TimeColumn {
    const { time_column, time_unit } = this.config;
    const { type, typeName } = table.column(time_column), kind = timeKindOf(type);
    const isMoment = kind === "timestamp";
    if (kind !== null && isMoment === (time_unit === "timestamp")) return new TimeColumn(kind, time_unit);
    throw connectionFailed(
      `The column "${time_column}" of ${table.fullName} has the type ${typeName}; with it, "Times are" must be ` +
        (isMoment
          ? "timestamps"
          : kind === null
          ? "of another column"
          : "seconds or parts of them since 1970"),
    );
  }

  placeOf({ name, column }: SqlAddress): Place | undefined {
    const { values, shape } = this.#now;
    if ((shape.key === null) !== (name === null)) return undefined;
    const isNarrow = this.config.layout === "narrow";
    const value = isNarrow ? values[0] : values.find((one) => one.name === column);
    const type = value === undefined ? null : dataTypeOf(value);
    if (value === undefined || type === null || isNarrow !== (column === null)) return undefined;
    return { area: "", keys: [name ?? ""], value: ofRow(value.name), type };
  }

  tables(): string[] {
    const { table } = this.#now;
    return [quotedTable(table.schema, table.name)];
  }

  async missing(places: readonly Place[], options: ReadOptions): Promise<Set<Place>> {
    if (this.#now.shape.key === null || places.length === 0) return new Set();
    const known = await this.#knownKeys([...new Set(places.flatMap(({ keys }) => keys))], options);
    return new Set(places.filter(({ keys }) => !keys.some((key) => known.has(key))));
  }

  /** Where names are told: a table of their own, or that of the samples. */
  get #names() {
    const { table, tags, shape } = this.#now, { tag_key_column } = this.config;
    if (shape.key === null) throw new TypeError("Names need a column");
    return tags === null || tag_key_column === null
      ? { table: quotedTable(table.schema, table.name), ...shape.key }
      : {
        table: quotedTable(tags.schema, tags.name),
        column: ofRow(tag_key_column),
        type: tags.column(tag_key_column).typeName,
      };
  }

  async #knownKeys(keys: readonly string[], options: ReadOptions): Promise<Set<string>> {
    const { rows } = await this.query(knownNamesSql(this.#names), [keys], options);
    return new Set(rows.map(([key]) => key!));
  }

  async list({ onProgress, only }: Listed, options: ReadOptions): Promise<Listing> {
    const { shape, table } = this.#now;
    const keys = only === undefined ? undefined : [...new Set(only.map(({ name }) => name ?? ""))];
    const tags = shape.key === null
      ? [{ key: "", name: "", unit: null, asset: table.name }]
      : await this.#tags(keys, { options, onProgress });
    const listing: Listing = { streams: [], unsupported: [] };
    for (const tag of tags) {
      for (const value of this.#now.values) this.#listOne(tag, value, listing);
    }
    if (listing.streams.length > MOST_STREAMS) throw tooManyStreams();
    return listing;
  }

  #listOne(tag: Tag, value: Column, { streams, unsupported }: Listing): void {
    const { layout } = this.config, hasKey = this.#now.shape.key !== null;
    const isNarrow = layout === "narrow", type = dataTypeOf(value);
    const address = { name: hasKey ? tag.key : null, column: isNarrow ? null : value.name };
    const name = isNarrow ? tag.name : hasKey ? `${tag.name}.${value.name}` : value.name;
    const stream_id = sqlId(address);
    const problem = type === null
      ? `The column "${value.name}" has the type ${value.typeName}, which is no number, text or boolean`
      : stream_id.length > LISTED_LIMITS.id || name.length > LISTED_LIMITS.name || name.trim() === ""
      ? "Its name is empty or too long"
      : null;
    if (problem !== null || type === null) {
      unsupported.push({ stream_id: stream_id.slice(0, LISTED_LIMITS.id), reason: problem ?? "" });
      return;
    }
    const source: SqlAddress = { kind: SQL_KIND, ...address, type };
    const asset_id = this.#assetOf(tag, isNarrow);
    streams.push(
      {
        ...{ stream_id, stream_name: name, display_name: name, asset_id },
        ...{ data_type: type, uom: tag.unit, source },
      } satisfies FoundStream,
    );
  }

  /** The path that is told, or that of the name: with a column for each value the name is that of the asset. */
  #assetOf({ name, asset }: Tag, isNarrow: boolean): string {
    const separator = this.config.asset_separator;
    if (asset !== null) return assetOfPath(asset, separator) || UNASSIGNED_ASSET;
    return assetOfPath(name, separator, isNarrow ? 1 : 0) || UNASSIGNED_ASSET;
  }

  async #tags(
    only: readonly string[] | undefined,
    { options, onProgress }: { options: ReadOptions; onProgress?: (streams: number) => void },
  ): Promise<Tag[]> {
    const { tags } = this.#now;
    if (tags !== null) return await this.#tagRows({ only, options, onProgress });
    const plain = (key: string): Tag => ({ key, name: key.trimEnd(), unit: null, asset: null });
    if (only !== undefined) return [...await this.#knownKeys(only, options)].map(plain);
    return (await this.#allKeys({ options, onProgress })).map(plain);
  }

  async #tagRows(
    { only, options, onProgress }: {
      only?: readonly string[];
      options: ReadOptions;
      onProgress?: (streams: number) => void;
    },
  ): Promise<Tag[]> {
    const { column, type, table } = this.#names;
    const columns = [column, ...this.#tagColumns.map((name) => name === null ? "NULL" : ofRow(name))];
    const which = only === undefined ? "$1::text[] IS NULL" : `${column} = ANY($1::${type}[])`;
    const { rows } = await this.query(
      `SELECT ${columns.join(", ")} FROM ${table} r WHERE ${column} IS NOT NULL AND ${which} ` +
        `ORDER BY 1 LIMIT ${MOST_STREAMS + 1}`,
      [only ?? null],
      options,
    );
    if (rows.length > MOST_STREAMS) throw tooManyStreams();
    onProgress?.(rows.length);
    const byKey = new Map(rows.map(([key, name, unit, asset]): [string, Tag] => [key!, {
      key: key!,
      name: (name ?? null) === null ? key! : name!.trimEnd(),
      unit: unit ?? null,
      asset: asset ?? null,
    }]));
    return [...byKey.values()];
  }

  async #allKeys(
    { options, onProgress }: { options: ReadOptions; onProgress?: (streams: number) => void },
  ): Promise<string[]> {
    const { table } = this.#now, { name_column } = this.config;
    const hasIndex = await this.#hasIndex(table, [name_column ?? ""], options);
    if (!hasIndex) {
      const { rows } = await this.query(allNamesSql(this.#names), [MOST_STREAMS + 1], options);
      if (rows.length > MOST_STREAMS) throw tooManyStreams();
      return rows.map(([key]) => key!);
    }
    const keys: string[] = [];
    for (let last: string | null = null;;) {
      const { rows } = await this.query(namesSql(this.#names, last === null), [last, NAMES_PAGE], options);
      for (const [key] of rows) keys.push(key!);
      onProgress?.(keys.length);
      if (rows.length < NAMES_PAGE) return keys;
      if (keys.length > MOST_STREAMS) throw tooManyStreams();
      last = keys.at(-1)!;
    }
  }

  async #hasIndex(table: Table, columns: readonly string[], options: ReadOptions): Promise<boolean> {
    const { rows } = await this.query(INDEX_SQL, [table.schema, table.name, columns], options);
    return rows[0]?.[0] === "t";
  }

  async check(options: ReadOptions): Promise<Record<string, string>> {
    const { table, values, tags } = this.#now, { name_column, time_column } = this.config;
    const columns = [...name_column === null ? [] : [name_column], time_column];
    const has = await this.#hasIndex(table, columns, options);
    return {
      Table: `${table.fullName}: ${values.map(({ name }) => name).slice(0, 20).join(", ") || "no values"}`,
      ...tags === null ? {} : { Names: tags.fullName },
      Index: has ? `on ${columns.join(", ")}` : `Warning: none on ${columns.join(", ")}; reads may be slow`,
    };
  }
}

/** A column of the row r. */
function ofRow(column: string): string {
  return `r.${quoted(column)}`;
}

function tooManyStreams() {
  return connectionFailed(
    `There are more than ${MOST_STREAMS} streams; name a table or view with fewer of them`,
  );
}
