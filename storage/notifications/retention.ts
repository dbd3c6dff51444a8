import { isOpen } from "../../domain/notification/delivery.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys, RETENTION_LANE } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Removal } from "../retention.ts";
import type { KvStore } from "../store/store.ts";
import { unchanged } from "../write.ts";
import { inCommits } from "../writes/atomic_budget.ts";
import { forgetEvent } from "../writes/event.ts";
import { removeDelivery } from "../writes/notification.ts";
import { ulidFloor } from "../writes/ulid.ts";

const DELIVERIES_AT_ONCE = 20;
const DRILLS_AT_ONCE = 20;
const LINKS_AT_ONCE = 100;

/** Removes some deliveries that were created before an instant, oldest first, but those that are not settled. */
export async function removeOldDeliveries(store: KvStore, beforeMs: Ms): Promise<Removal<true>> {
  const prefix = keys.delivery("").slice(0, 1);
  const old = await store.list({
    prefix,
    end: keys.delivery(ulidFloor(beforeMs)),
    limit: DELIVERIES_AT_ONCE,
  });
  const settled = old.map(({ value }) => kinds.delivery.read(value)).filter((record) => !isOpen(record));
  for (const commit of inCommits(settled.flatMap(removeDelivery))) {
    await store.commit(commit, RETENTION_LANE);
  }
  return settled.length === 0 ? { removed: 0 } : { removed: settled.length, next: true };
}

/** Removes some drills that ended before an instant, oldest first. */
export async function removeOldDrills(store: KvStore, beforeMs: Ms): Promise<Removal<true>> {
  const prefix = keys.drill(0).slice(0, 1);
  const listed = await store.list({ prefix, limit: DRILLS_AT_ONCE });
  const found = await store.getMany(listed.map(({ key }) => keys.event(Number(key[1]))));
  const old = found.flatMap((entry) =>
    entry === undefined ? [] : { entry, event: kinds.event.read(entry.value) }
  )
    .filter(({ event: { end_time } }) => end_time !== null && Date.parse(end_time) < beforeMs);
  for (const { entry, event } of old) {
    // A drill that somebody comments on meanwhile is read again.
    const checks = [unchanged(entry.key, entry)];
    await store.commit({ ...forgetEvent(event), checks }, RETENTION_LANE);
  }
  return old.length === 0 ? { removed: 0 } : { removed: old.length, next: true };
}

/** Removes some links that have ended. */
export async function removeEndedLinks(store: KvStore, nowMs: Ms): Promise<Removal<true>> {
  const prefix = keys.notificationLinkEnd(0, "").slice(0, 1);
  const ended = await store.list({ prefix, end: [...prefix, nowMs], limit: LINKS_AT_ONCE });
  if (ended.length === 0) return { removed: 0 };
  const links = ended.flatMap(({ key }) => [key, keys.notificationLink(String(key[2]))]);
  await store.commit({ mutations: links.map((key): Mutation => ({ type: "delete", key })) }, RETENTION_LANE);
  return { removed: ended.length, next: true };
}
