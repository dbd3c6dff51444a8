import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../../domain/event/types.ts";
import { keys } from "../../../storage/keys.ts";
import type { Storage } from "../../../storage/contract.ts";
import { openEvent } from "../../../storage/writes/event.ts";
import { eventRecord, testStorage } from "./support.ts";

const DAY_MS = 86_400_000;

async function drill({ store }: Storage, change: Partial<EventRecord> & { id: number }): Promise<void> {
  const { id } = change, event = eventRecord({ flags: ["drill"], ...change });
  const value = { v: 1, event_id: id, started_by: "anna" };
  await store.commit({ mutations: [...openEvent(event), { type: "set", key: keys.drill(id), value }] }, 1);
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
  const retention = storage.startRetention({
    eventDays: 1,
    auditDays: null,
    notificationDays: 400,
    after: (ms, call) => {
      if (ms < 1_000) queueMicrotask(call);
      return () => {};
    },
  });
  await retention.run();
  const left = await storage.notificationDrills.list({}, { limit: 10, offset: 0 });
  assertEquals(left.rows.map(({ event }) => event.id), [3, 2]);
  assertEquals([left.total, await storage.events.get(1)], [2, undefined]);
  assertEquals((await storage.store.list({ prefix: ["drill_of"] })).length, 2);
  await retention.close();
});
