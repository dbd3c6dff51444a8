import { assert, assertEquals } from "@std/assert";
import { withComment } from "../../../domain/event/comment.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Commit, Key } from "../../../domain/shared/commit.ts";
import { keys } from "../../../storage/keys.ts";
import type { Storage } from "../../../storage/contract.ts";
import { joined } from "../../../storage/writes/atomic_budget.ts";
import { saveComment } from "../../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { eventRecord, testStorage } from "./support.ts";
import { Retention } from "../../../services/retention.ts";

const DAY_MS = 86_400_000;

async function drill({ store }: Storage, change: Partial<EventRecord> & { id: number }): Promise<void> {
  const { id } = change, event = eventRecord({ flags: ["drill"], ...change });
  const value = { v: 1, event_id: id, started_by: "anna" };
  const drill: Commit = { mutations: [{ type: "set", key: keys.drill(id), value }] };
  await store.commit(joined([storedEvents(event), drill]), 1);
}

function immediately(ms: number, call: () => void): () => void {
  if (ms < 1_000) queueMicrotask(call);
  return () => {};
}

Deno.test("retention removes drills after as many days as the notification log, but none that runs", async () => {
  await using test = await testStorage();
  const { storage, clock } = test;
  const limitMs = clock.ms - 400 * DAY_MS;
  const ended = (ms: number) => {
    const end_time = new Date(ms).toISOString();
    return { is_active: false, start_time: end_time, end_time };
  };
  await drill(storage, { id: 1, ...ended(limitMs - 1) });
  await drill(storage, { id: 2, start_time: new Date(limitMs - DAY_MS).toISOString() });
  await drill(storage, { id: 3, ...ended(limitMs) });
  const retention = new Retention(storage, {
    now: () => clock.ms,
    eventDays: 1,
    auditDays: null,
    notificationDays: 400,
    after: immediately,
  });
  await retention.run();
  const left = await storage.notificationDrills.list({}, { limit: 10, offset: 0 });
  assertEquals(left.rows.map(({ event }) => event.id), [3, 2]);
  assertEquals([left.total, await storage.events.get(1)], [2, undefined]);
  assertEquals((await storage.store.list({ prefix: ["drill_of"] })).length, 2);
  await retention.close();
});

Deno.test("retention leaves no comment of a drill that somebody comments on meanwhile", async () => {
  await using test = await testStorage();
  const { storage, clock } = test, { store } = storage;
  const end_time = new Date(clock.ms - 401 * DAY_MS).toISOString();
  await drill(storage, { id: 1, is_active: false, start_time: end_time, end_time });
  const getMany = store.getMany.bind(store);
  store.getMany = async <T>(wanted: readonly Key[]) => {
    const found = await getMany<T>(wanted);
    if (wanted[0]?.[0] !== "event") return found;
    store.getMany = getMany;
    const [entry] = await getMany<EventRecord>([keys.event(1)]);
    assert(entry !== undefined);
    const given = { text: "Late", by: "anna", nowMs: clock.ms, path: "text" } as const;
    const { event, comments } = withComment(entry.value, given);
    const added = comments.flatMap((comment) => saveComment(comment, event));
    await store.commit(joined([changedEvent(entry.value, event), { mutations: added }]), 1);
    return found;
  };
  assertEquals((await store.list({ prefix: ["event_comment"] })).length, 0);
  const retention = new Retention(storage, {
    now: () => clock.ms,
    eventDays: 1,
    auditDays: null,
    notificationDays: 400,
    after: immediately,
  });
  await retention.run();
  await retention.close();
  assertEquals(await storage.events.get(1), undefined);
  assertEquals(await store.list({ prefix: ["event_comment"] }), []);
});
