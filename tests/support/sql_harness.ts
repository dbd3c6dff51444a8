import { createOutboundGuard } from "../../connectors/outbound.ts";
import { connectSource } from "../../connectors/sources.ts";
import type { DataSource } from "../../connectors/source.ts";
import { SQL_EXAMPLE, type SqlConfig } from "../../connectors/sql/settings.ts";
import { msFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { FaultyProxy } from "./faulty_proxy.ts";
import { type Database, Postgres } from "./postgres.ts";
import type { HarnessConnection, SourceHarness } from "./source_harness.ts";

export const READER_PASSWORD = "a reader's";

export interface SqlConnection extends HarnessConnection {
  config?: Partial<SqlConfig>;
  password?: string;
  now?: () => number;
}

/** A database with tables of a test, read by a user that may only read, through a proxy that can fail. */
export class SqlBench implements AsyncDisposable {
  readonly #open: DataSource[] = [];

  private constructor(readonly server: Postgres, readonly database: Database, readonly proxy: FaultyProxy) {}

  /** `tables`: the statements that make them. */
  static async start(tables: string): Promise<SqlBench> {
    const server = Postgres.shared(), database = await server.database();
    await database.run(tables);
    await database.reader("reader", READER_PASSWORD);
    return new SqlBench(server, database, new FaultyProxy(server.port));
  }

  get user(): string {
    return `reader_${this.database.name}`;
  }

  async connect({ isStranger = false, requestsPerMinute, config, password, now }: SqlConnection = {}) {
    const port = Number(new URL(this.proxy.url).port);
    const source = await connectSource({
      settings: {
        ...{ id: 1, name: "default", kind: "sql" },
        config: {
          ...SQL_EXAMPLE.config,
          ...{ host: "127.0.0.1", port, tls: false, database: this.database.name, user: this.user },
          ...config,
        },
        secrets: { password: password ?? (isStranger ? "wrong" : READER_PASSWORD) },
        ...{
          waitSeconds: null,
          pollSeconds: 10,
          changeFeed: "auto",
          maxAgeSeconds: 0,
          sourceLostSeconds: 60,
        },
        ...{ correctionHorizonHours: 72, requestsPerMinute: requestsPerMinute ?? null },
      },
      now: now ?? Date.now,
      random: () => 0,
      clientName: "andon-suite",
      folder: null,
      outbound: createOutboundGuard({ allow: "127.0.0.0/8", alwaysAllow: [] }),
    });
    this.#open.push(source);
    return source;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const source of this.#open) await source.close();
    await this.proxy[Symbol.asyncDispose]();
    await this.database[Symbol.asyncDispose]();
  }
}

/** Times of the suite have whole ticks, which only nanoseconds keep. */
function nanoseconds(at: Ticks): string {
  const ms = msFromTicks(at);
  return String(BigInt(ms) * 1_000_000n + BigInt(at - ticksFromMs(ms)) * 100n);
}

/** The faults of a harness, by the proxy. */
function faults({ proxy }: SqlBench): Pick<SourceHarness, "goAway" | "hold" | "back" | "forgetFeed"> {
  return {
    goAway: () => proxy.cut(),
    hold: () => proxy.hold(),
    back: () => proxy.mend(),
    forgetFeed: () => Promise.reject(new Error("A database has no feed")),
  };
}

/** A row for each value, the names in a table of their own. */
export async function narrowHarness(): Promise<SourceHarness> {
  const bench = await SqlBench.start(
    `CREATE TABLE tags (id int PRIMARY KEY GENERATED ALWAYS AS IDENTITY, name text, place text);
     CREATE TABLE history (tag int, time bigint, value float8, PRIMARY KEY (tag, time))`,
  );
  const { database } = bench;
  const own = "(SELECT id FROM tags WHERE name = $1)";
  return {
    ...faults(bench),
    connect: (options) =>
      bench.connect({
        ...options,
        config: {
          ...{ time_unit: "ns", quality_column: null, tag_table: "tags", tag_key_column: "id" },
          ...{ tag_name_column: "name", tag_asset_column: "place" },
        },
      }),
    async make(...names) {
      for (const name of names) {
        await database.sql("INSERT INTO tags (name, place) VALUES ($1, 'hall/line')", [name]);
      }
    },
    async write(name, ...samples) {
      for (const [at, value] of samples) {
        await database.sql(
          `INSERT INTO history VALUES (${own}, $2, $3) ON CONFLICT (tag, time) DO UPDATE SET value = $3`,
          [name, nanoseconds(at), value],
        );
      }
    },
    async takeAway(name, at) {
      await database.sql(`DELETE FROM history WHERE tag = ${own} AND time = $2`, [name, nanoseconds(at)]);
    },
    async removeStream(name) {
      await database.sql(`DELETE FROM history WHERE tag = ${own}`, [name]);
      await database.sql("DELETE FROM tags WHERE name = $1", [name]);
    },
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}

/** A column for each value. */
export async function wideHarness(): Promise<SourceHarness> {
  const bench = await SqlBench.start("CREATE TABLE history (time bigint PRIMARY KEY)");
  const { database } = bench;
  return {
    ...faults(bench),
    connect: (options) =>
      bench.connect({
        ...options,
        config: {
          layout: "wide",
          time_unit: "ns",
          name_column: null,
          value_columns: [],
          quality_column: null,
        },
      }),
    async make(...names) {
      for (const name of names) await database.run(`ALTER TABLE history ADD COLUMN "${name}" float8`);
    },
    async write(name, ...samples) {
      for (const [at, value] of samples) {
        await database.sql(
          `INSERT INTO history (time, "${name}") VALUES ($1, $2) ON CONFLICT (time) DO UPDATE SET "${name}" = $2`,
          [nanoseconds(at), value],
        );
      }
    },
    async takeAway(name, at) {
      await database.sql(`UPDATE history SET "${name}" = NULL WHERE time = $1`, [nanoseconds(at)]);
    },
    async removeStream(name) {
      await database.run(`ALTER TABLE history DROP COLUMN "${name}"`);
    },
    [Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
  };
}
