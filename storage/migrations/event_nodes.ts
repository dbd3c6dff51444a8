import { SEVERITIES } from "../../domain/event/types.ts";
import type { Entry, Key } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { KvStore } from "../store/store.ts";
import { BLOCK_MS, nodeIndex, scopes } from "../writes/event_index.ts";
import { Builder } from "./list_counts.ts";

const READ_AT_ONCE = 500;

/** Builds the lists of closed events by plant node and their counts, one severity after the other. */
export async function listEventsByNode(store: KvStore): Promise<void> {
  for (const severity of SEVERITIES) {
    const builder = new Builder(store, BLOCK_MS);
    const prefix = keys.eventClosed(scopes.all(), severity, 0, 0).slice(0, 3);
    for (let start: Key | undefined = [...prefix, -Infinity]; start !== undefined;) {
      const entries: Entry[] = await store.list({ prefix, start, limit: READ_AT_ONCE + 1 });
      const page = entries.slice(0, READ_AT_ONCE);
      const events = await store.getMany(page.map(({ key }) => keys.event(Number(key.at(-1)))));
      for (const entry of events) {
        if (entry === undefined) continue;
        const event = kinds.event.read(entry.value);
        await builder.at(Date.parse(event.start_time));
        await builder.take(nodeIndex(event));
      }
      start = entries.at(READ_AT_ONCE)?.key;
    }
    await builder.end();
  }
}
