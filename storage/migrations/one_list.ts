import type { Entry, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Severity } from "../../domain/event/types.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { isShort, MINUTE_LEVEL } from "../writes/event_index.ts";

const READ_AT_ONCE = 250;

/**
 * Up to schema 7 each list had two entries per closed event: one per severity, without the filter fields, and
 * one for all severities. Keeps the former, with the fields; lists of an instance keep the latter, without
 * counts of minutes. Day marks become counters.
 */
export async function listOnce(store: KvStore): Promise<void> {
  await eachOf<{ severity: Severity }>(store, keys.eventClosed("", "", 0, 0), ({ key, value }) => {
    const [, scope, severity] = key, isOfAny = severity === "";
    if (isShort(String(scope)) === isOfAny) return [];
    const parted = key.with(2, value.severity);
    return [{ type: "delete", key }, ...isOfAny ? [{ type: "set" as const, key: parted, value }] : []];
  });
  await eachOf(store, keys.endedDay(0), ({ key }) => [
    { type: "delete", key },
    { type: "sum", key: keys.dayMark(Number(key[1])), value: 0 },
  ]);
  await eachOf(store, keys.eventCount(0, { scope: "", level: 0, bucketMs: 0, severity: "" }), ({ key }) => {
    const [, , scope, level] = key;
    return isShort(String(scope)) && level === MINUTE_LEVEL ? [{ type: "delete", key }] : [];
  });
}

/** Writes the changes of each entry under the first part of a key. */
async function eachOf<T>(
  store: KvStore,
  key: Key,
  changes: (entry: Entry<T>) => Mutation[],
): Promise<void> {
  let start: Key | undefined;
  for (;;) {
    const entries = await store.list<T>({ prefix: key.slice(0, 1), start, limit: READ_AT_ONCE + 1 });
    const mutations = entries.slice(0, READ_AT_ONCE).flatMap(changes);
    if (mutations.length > 0) await store.commit({ mutations }, MAIN_LANE);
    if (entries.length <= READ_AT_ONCE) return;
    start = entries[READ_AT_ONCE]!.key;
  }
}
