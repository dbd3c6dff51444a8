import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import { UNASSIGNED_ASSET } from "../../domain/asset/unassigned.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { ReadOptions } from "../source.ts";
import { assetOfPath } from "./asset_path.ts";
import { Table } from "./catalog.ts";
import type { Query } from "./connections.ts";
import { quotedTable } from "./identifier.ts";
import { SQL_KIND, type SqlAddress, sqlId } from "./identity.ts";
import type { Layout, Listed, Listing, Place, RowShape } from "./layout.ts";
import type { SqlConfig } from "./settings.ts";
import { TimeColumn } from "./time_column.ts";

/** Tags and partitions are looked up again after so long; new ones come with the rows that they have. */
const FRESH_MS = 1_000;
/** All tags are read again after so long, since a tag that is changed or removed is marked in its row. */
const ALL_TAGS_MS = 60_000;

/** The types of a tag: 0 whole numbers, 1 numbers, 2 texts; the others are dates. Booleans are 0 and 1. */
const TYPES: Readonly<Record<string, DataType>> = { 0: "NUM", 1: "NUM", 2: "STR" };
const VALUES: Readonly<Record<DataType, string>> = {
  NUM: "coalesce(r.floatvalue, r.intvalue::float8)",
  STR: "r.stringvalue",
  BOOL: "r.intvalue",
};

interface Tag {
  driver: number;
  path: string;
  /** A tag that was changed has several rows, each with rows of samples. */
  ids: string[];
  /** Of its newest row. */
  type: DataType | null;
  isRetired: boolean;
}

interface Partition {
  table: string;
  from: Ticks;
  to: Ticks;
}

/** The tables of an Ignition tag historian: its tags, and its partitions by driver and time. */
export class IgnitionLayout implements Layout {
  readonly #tags = new Map<string, Tag>();
  #partitions = new Map<string, Partition[]>();
  #newestTag = -1;
  #readAtMs: Ms | null = null;
  #allTagsAtMs: Ms | null = null;
  readonly shape: RowShape = {
    key: { column: "r.tagid", type: "int4" },
    time: { column: "r.t_stamp", is: new TimeColumn("int", "ms") },
    quality: { column: "r.dataintegrity", is: { name: "dataintegrity", codes: "opc_da" } },
    skipsNull: false,
  };

  constructor(
    private readonly config: Pick<SqlConfig, "schema" | "asset_separator">,
    private readonly query: Query,
    private readonly now: () => Ms,
  ) {}

  async refresh(options: ReadOptions): Promise<void> {
    const nowMs = this.now();
    const isFresh = (atMs: Ms | null, forMs: Ms) => atMs !== null && Math.abs(nowMs - atMs) < forMs;
    if (isFresh(this.#readAtMs, FRESH_MS)) return;
    if (!isFresh(this.#allTagsAtMs, ALL_TAGS_MS)) {
      await this.#readTags(-1, options);
      this.#allTagsAtMs = nowMs;
    } else await this.#readTags(this.#newestTag, options);
    await this.#readPartitions(options);
    this.#readAtMs = nowMs;
  }

  forget(): void {
    this.#readAtMs = this.#allTagsAtMs = null;
  }

  async #readTags(after: number, options: ReadOptions): Promise<void> {
    const { schema } = this.config;
    const te = quotedTable(schema, "sqlth_te"), scinfo = quotedTable(schema, "sqlth_scinfo");
    const { rows } = await this.query(
      `SELECT t.id, t.tagpath, t.datatype, t.retired IS NOT NULL, s.drvid FROM ${te} t ` +
        `JOIN ${scinfo} s ON s.id = t.scid WHERE t.id > $1::int8 AND t.tagpath IS NOT NULL ORDER BY t.id`,
      [after],
      options,
    );
    if (after < 0) this.#tags.clear();
    for (const [id, path, type, retired, driver] of rows) {
      const key = `${driver}|${path}`;
      const tag = this.#tags.get(key) ?? { driver: Number(driver), path: path!, ids: [] };
      this.#tags.set(key, {
        ...tag,
        ids: [...tag.ids, id!],
        type: TYPES[type ?? ""] ?? null,
        isRetired: retired === "t",
      });
      this.#newestTag = Math.max(this.#newestTag, Number(id));
    }
  }

  /** Partitions of summaries, which have a block size, hold no samples. */
  async #readPartitions(options: ReadOptions): Promise<void> {
    const { schema } = this.config;
    const { rows } = await this.query(
      `SELECT p.drvid, p.pname, p.start_time, p.end_time FROM ${quotedTable(schema, "sqlth_partitions")} p ` +
        "JOIN pg_catalog.pg_class c ON c.relname = p.pname " +
        "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace AND n.nspname = $1 " +
        "WHERE coalesce(p.blocksize, 0) = 0 ORDER BY p.start_time",
      [schema],
      options,
    );
    const partitions = new Map<string, Partition[]>();
    for (const [driver, name, start, end] of rows) {
      const from = start === null ? -Infinity : ticksFromMs(Number(start));
      const to = end === null || Number(end) <= Number(start ?? 0) ? Infinity : ticksFromMs(Number(end));
      const all = partitions.get(driver!) ?? [];
      all.push({ table: quotedTable(schema, name!), from, to });
      partitions.set(driver!, all);
    }
    this.#partitions = partitions;
  }

  placeOf({ name, driver }: SqlAddress): Place | undefined {
    const tag = this.#tags.get(`${driver}|${name}`);
    if (tag === undefined || tag.type === null) return undefined;
    return { area: String(tag.driver), keys: tag.ids, value: VALUES[tag.type], type: tag.type };
  }

  tables(area: string, from: Ticks, to: Ticks): string[] {
    const all = this.#partitions.get(area) ?? [];
    return [...new Set(all.filter((one) => one.from <= to && from < one.to).map(({ table }) => table))];
  }

  missing(): Promise<Set<Place>> {
    return Promise.resolve(new Set());
  }

  list({ onProgress, only }: Listed): Promise<Listing> {
    const wanted = only && new Set(only.map(({ driver, name }) => `${driver}|${name}`));
    const listing: Listing = { streams: [], unsupported: [] };
    for (const [key, tag] of this.#tags) {
      if (!tag.isRetired && (wanted === undefined || wanted.has(key))) this.#listOne(tag, listing);
    }
    onProgress?.(listing.streams.length);
    return Promise.resolve(listing);
  }

  #listOne({ driver, path, type }: Tag, { streams, unsupported }: Listing): void {
    const address = { name: path, column: null, driver }, stream_id = sqlId(address);
    if (type === null || stream_id.length > LISTED_LIMITS.id || path.trim() === "") {
      const reason = type === null ? "The tag has dates as values" : "Its path is empty or too long";
      unsupported.push({ stream_id: stream_id.slice(0, LISTED_LIMITS.id), reason });
      return;
    }
    const source: SqlAddress = { kind: SQL_KIND, ...address, type };
    streams.push({
      ...{ stream_id, stream_name: path, display_name: path, data_type: type, uom: null, source },
      asset_id: assetOfPath(path, this.config.asset_separator, 1) || UNASSIGNED_ASSET,
    });
  }

  async check(options: ReadOptions): Promise<Record<string, string>> {
    const { schema } = this.config;
    await Table.read(this.query, { schema, name: "sqlth_te" }, options);
    const tags = [...this.#tags.values()].filter(({ isRetired }) => !isRetired).length;
    const partitions = [...this.#partitions.values()].flat().length;
    return { "Ignition historian": `${tags} tags, ${partitions} tables of samples in ${schema}` };
  }
}
