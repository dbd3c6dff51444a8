import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { entriesUnder } from "../store/entries.ts";
import { keyText } from "../store/size.ts";
import type { KvStore } from "../store/store.ts";
import { AUDIT_LEVELS_MS, auditCounts } from "../writes/audit_index.ts";
import { bucketOf, closedIndex, EVENT_LEVELS_MS, type ListedEvent } from "../writes/event_index.ts";
import { msOfUlid } from "../writes/ulid.ts";

const READ_AT_ONCE = 500;
const MUTATIONS_AT_ONCE = 500;

/** Builds the lists of closed events and their counts from the index of schema 2. */
export async function listClosedEvents(store: KvStore): Promise<void> {
  const builder = new Builder(store, EVENT_LEVELS_MS[0]!);
  const prefix = keys.eventByStart(0, 0).slice(0, 1);
  for await (const { key, value } of entriesUnder<Omit<ListedEvent, "id" | "start_time">>(store, prefix)) {
    const startMs = Number(key[1]);
    await builder.at(startMs);
    const event = { ...value, id: Number(key[2]), start_time: new Date(startMs).toISOString() };
    await builder.take(closedIndex(undefined, event));
  }
  await builder.end();
}

/** Counts the audit entries by time. */
export async function countAuditEntries(store: KvStore): Promise<void> {
  const builder = new Builder(store, AUDIT_LEVELS_MS[0]!);
  for await (const { key } of entriesUnder(store, keys.audit("").slice(0, 1))) {
    await builder.at(msOfUlid(String(key[1])) ?? 0);
    await builder.take(auditCounts([{ type: "set", key, value: null }]));
  }
  await builder.end();
}

/** Removes the index of schema 2. A separate step, since the step that reads it may run again. */
export async function dropEventsByStart(store: KvStore): Promise<void> {
  const prefix = keys.eventByStart(0, 0).slice(0, 1);
  for (;;) {
    const entries = await store.list({ prefix, limit: READ_AT_ONCE });
    if (entries.length === 0) return;
    await store.commit(
      { mutations: entries.map(({ key }): Mutation => ({ type: "delete", key })) },
      MAIN_LANE,
    );
  }
}

/**
 * Writes list entries as they arrive and counters as whole values, so that it can run again. Its input must be
 * in order of time: a counter is written once its bucket, at most `widestMs` wide, is complete.
 */
export class Builder {
  #sets: Mutation[] = [];
  #counters = new Map<string, { key: Key; count: number }>();
  #bucketMs: Ms = -Infinity;

  constructor(readonly store: KvStore, readonly widestMs: Ms) {}

  async at(ms: Ms): Promise<void> {
    const bucketMs = bucketOf(ms, this.widestMs);
    if (bucketMs !== this.#bucketMs) await this.#writeCounters();
    this.#bucketMs = bucketMs;
  }

  async take(mutations: readonly Mutation[]): Promise<void> {
    for (const mutation of mutations) {
      if (mutation.type === "sum") this.#count(mutation.key, mutation.value);
      else this.#sets.push(mutation);
    }
    if (this.#sets.length >= MUTATIONS_AT_ONCE) await this.#write(this.#sets.splice(0));
  }

  async end(): Promise<void> {
    await this.#writeCounters();
    await this.#write(this.#sets.splice(0));
  }

  #count(key: Key, by: number): void {
    const text = keyText(key);
    this.#counters.set(text, { key, count: by + (this.#counters.get(text)?.count ?? 0) });
  }

  async #writeCounters(): Promise<void> {
    const all = [...this.#counters.values()];
    this.#counters.clear();
    const sets = all.map(({ key, count }): Mutation => ({
      type: "set",
      key,
      value: new Deno.KvU64(BigInt(count)),
    }));
    for (let i = 0; i < sets.length; i += MUTATIONS_AT_ONCE) {
      await this.#write(sets.slice(i, i + MUTATIONS_AT_ONCE));
    }
  }

  async #write(mutations: Mutation[]): Promise<void> {
    if (mutations.length > 0) await this.store.commit({ mutations }, MAIN_LANE);
  }
}
