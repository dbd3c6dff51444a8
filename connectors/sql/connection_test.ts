import type { ConnectionTest } from "../../domain/source/types.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { ReadOptions } from "../source.ts";
import type { Query } from "./connections.ts";
import type { Layout } from "./layout.ts";
import { RIGHTS_SQL, SERVER_SQL } from "./queries.ts";
import type { SqlConfig } from "./settings.ts";

const OPTIONS: ReadOptions = { work: "discovery" };

/** Reads the version, the columns, and what the user may do. `latency_ms` is the time of one query. */
export async function testConnection(
  { query, layout, config, now }: { query: Query; layout: Layout; config: SqlConfig; now: () => Ms },
): Promise<ConnectionTest> {
  await query("SELECT 1", [], OPTIONS);
  const sentAtMs = now();
  const { rows: [server = []] } = await query(SERVER_SQL, [], OPTIONS);
  const latency_ms = Math.max(0, now() - sentAtMs);
  const [version, timescale = null, tls = null] = server;
  layout.forget();
  await layout.refresh(OPTIONS);
  const facts = await layout.check(OPTIONS);
  return {
    connection_status: "connected",
    info: {},
    facts: {
      Server: `PostgreSQL ${version}` + (timescale === null ? "" : ` with TimescaleDB ${timescale}`),
      Encryption: tls ?? "none",
      ...facts,
      Rights: await rights(query, config),
    },
    latency_ms,
    tested_at: isoFromMs(now()),
  };
}

async function rights(query: Query, { user, schema, table, tag_table, layout }: SqlConfig): Promise<string> {
  const tables = layout === "ignition" ? ["sqlth_te", "sqlth_partitions"] : [table, tag_table];
  const { rows: [[isSuperuser, mayWrite] = []] } = await query(
    RIGHTS_SQL,
    [schema, tables.filter((name) => name !== null)],
    OPTIONS,
  );
  if (isSuperuser === "t") return `Warning: "${user}" is a superuser; enter a user that may only read`;
  return mayWrite === "t"
    ? `Warning: "${user}" may write to these tables; enter a user that may only read`
    : "reads only";
}
