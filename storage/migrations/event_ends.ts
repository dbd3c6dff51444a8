import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { KvStore } from "../store/store.ts";
import { endIndex } from "../writes/event_end.ts";

const EVENTS_AT_ONCE = 200;

/** Builds the index of closed events by their end. */
export async function indexEventEnds(store: KvStore): Promise<void> {
  const prefix = keys.event(0).slice(0, 1);
  let start: Key = [...prefix, 0];
  for (;;) {
    const entries = await store.list({ prefix, start, limit: EVENTS_AT_ONCE });
    const mutations = entries.flatMap(({ value }): Mutation[] =>
      endIndex(undefined, kinds.event.read(value))
    );
    if (mutations.length > 0) await store.commit({ mutations }, MAIN_LANE);
    const last = entries.at(-1);
    if (last === undefined || entries.length < EVENTS_AT_ONCE) return;
    start = [...prefix, Number(last.key[1]) + 1];
  }
}
