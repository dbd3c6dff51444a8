import { keys, MAIN_LANE } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import type { SourceMeans } from "./one_of_several_sources.ts";

/**
 * One change of the store's schema. After a crash `run` starts again from the beginning, so it must be
 * idempotent.
 */
export interface Migration {
  /** The schema after this step: 1, 2, 3 … */
  to: number;
  what: string;
  run(store: KvStore, means: SourceMeans): Promise<void>;
}

/** Of a store without a data source. */
const NOTHING_STORED = {} as SourceMeans;

interface Schema {
  v: 1;
  schema: number;
}

/** Migrates the store to the newest schema. Throws an Error for a store that is newer than this program. */
export async function migrate(
  store: KvStore,
  migrations: readonly Migration[],
  means: SourceMeans = NOTHING_STORED,
): Promise<void> {
  const key = keys.meta("schema");
  const stored = await store.get<Schema>(key);
  const newest = migrations.at(-1)?.to ?? 0;
  let schema = stored?.value.schema ?? 0;
  let versionstamp = stored?.versionstamp ?? null;
  if (schema > newest) {
    throw new Error(
      `The store has schema ${schema}, but this program supports up to ${newest}; start a newer Andon`,
    );
  }
  for (const migration of migrations.filter(({ to }) => to > schema)) {
    await migration.run(store, means);
    const value: Schema = { v: 1, schema: migration.to };
    const checks = [{ key, versionstamp }];
    const result = await store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
    if (!result.ok) {
      throw new Error("Another process is changing the store's schema; start again when it is done");
    }
    schema = migration.to;
    versionstamp = result.versionstamp;
  }
}
