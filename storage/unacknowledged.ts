import { type LeftUnacknowledged, MOST_UNACKNOWLEDGED } from "../domain/event/unacknowledged.ts";
import type { EventRecord } from "../domain/event/types.ts";
import { isoFromMs, type Ms } from "../domain/shared/time.ts";
import type { Key } from "../domain/shared/commit.ts";
import { keys, RETENTION_LANE } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Removal } from "./retention.ts";
import type { NounContext } from "./write.ts";
import type { KvStore } from "./store/store.ts";

export interface Unacknowledged {
  /** Newest return to normal first; at most 10,000. */
  records: EventRecord[];
  /** The end of the newest event that left the full list; null: none has left. */
  leftUntil: string | null;
}

const PREFIX = keys.eventUnacknowledged(0, 0).slice(0, 1);
/** Entries that leave in one commit. */
const AT_ONCE = 200;

/**
 * The events that returned to normal and wait for an acknowledgement, read from their index; none while the plant does
 * not keep them.
 */
export class UnacknowledgedEvents {
  constructor(
    readonly context: Pick<NounContext, "store">,
    readonly mirrors: Pick<Mirrors, "plantSettings">,
    readonly most = MOST_UNACKNOWLEDGED,
  ) {}

  async read(): Promise<Unacknowledged> {
    const { store } = this.context;
    const sinceMs = retainedSinceMs(this.mirrors);
    if (sinceMs === Infinity) return { records: [], leftUntil: null };
    const listed = await store.list({
      prefix: PREFIX,
      start: [...PREFIX, sinceMs],
      limit: this.most + 1,
      reverse: true,
    });
    const found = await store.getMany<EventRecord>(
      listed.slice(0, this.most).map(({ key }) => keys.event(Number(key[2]))),
    );
    const records = found.flatMap((entry) => entry === undefined ? [] : [kinds.event.read(entry.value)]);
    const over = listed.at(this.most);
    if (over !== undefined) return { records, leftUntil: isoFromMs(Number(over.key[1])) };
    const left = await store.get<LeftUnacknowledged>(keys.leftUnacknowledged());
    return { records, leftUntil: left?.value.until ?? null };
  }

  /**
   * Removes some entries that no list shows any more: those before the setting was switched on, then the oldest beyond
   * the limit, which it records. Forgets that record once nothing waits.
   */
  async removeOld(): Promise<Removal<true>> {
    const { mirrors, most, context: { store } } = this;
    const end = [...PREFIX, retainedSinceMs(mirrors)];
    const listed = await store.list({ prefix: PREFIX, end, limit: AT_ONCE });
    // Read again: events that closed since the setting was switched on wait, also if that was during the list.
    const sinceMs = retainedSinceMs(mirrors), stale = listed.filter(({ key }) => Number(key[1]) < sinceMs);
    if (stale.length > 0) return await remove(store, { old: stale.map(({ key }) => key) });
    const newest = await store.list({ prefix: PREFIX, limit: most + AT_ONCE, reverse: true });
    const old = newest.slice(most).map(({ key }) => key);
    const leftKey = keys.leftUnacknowledged();
    if (old.length > 0) {
      const before = (await store.get<LeftUnacknowledged>(leftKey))?.value;
      const until = isoFromMs(Math.max(Number(old[0]![1]), Date.parse(before?.until ?? isoFromMs(0))));
      return await remove(store, { old, left: { v: 1, count: (before?.count ?? 0) + old.length, until } });
    }
    if (newest.length === 0 && await store.get(leftKey) !== undefined) {
      await store.commit({ mutations: [{ type: "delete", key: leftKey }] }, RETENTION_LANE);
    }
    return { removed: 0 };
  }
}

/** Infinity while the plant does not keep unacknowledged events. */
function retainedSinceMs(mirrors: Pick<Mirrors, "plantSettings">): Ms {
  const since = mirrors.plantSettings.list()[0]?.keep_unacknowledged_since ?? null;
  return since === null ? Infinity : Date.parse(since);
}

interface RemovalBatch {
  old: Key[];
  left?: LeftUnacknowledged;
}

async function remove(store: KvStore, { old, left }: RemovalBatch): Promise<Removal<true>> {
  await store.commit({
    mutations: [
      ...old.map((key) => ({ type: "delete", key }) as const),
      ...left === undefined ? [] : [{ type: "set", key: keys.leftUnacknowledged(), value: left } as const],
    ],
  }, RETENTION_LANE);
  return { removed: old.length, next: true };
}
