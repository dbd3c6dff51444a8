import { assertEquals, assertRejects } from "@std/assert";
import { ownKey } from "../../../domain/event/own_event.ts";
import type { ShelfRecord } from "../../../domain/event/shelf.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { forgetEvent, saveEvent } from "../../../storage/writes/event.ts";
import { storedEvents } from "../../support/stored_events.ts";
import { removeShelf, saveShelf } from "../../../storage/writes/shelf.ts";
import { interleaving, testStorage } from "./support.ts";
import type { OwnCondition } from "../../../storage/own_conditions.ts";

const CONDITION: OwnCondition = {
  name: "Contact point fails",
  description: '"Control room" did not take a message',
  severity: "error",
  at: Date.UTC(2026, 0, 31, 8, 0),
};
const ENDED = Date.UTC(2026, 0, 31, 8, 10);

async function events({ events }: Storage): Promise<EventRecord[]> {
  return (await events.list({}, { limit: 100, offset: 0 })).rows;
}

async function closeByHand({ store }: Storage, event: EventRecord): Promise<void> {
  const after: EventRecord = {
    ...event,
    is_active: false,
    end_time: event.start_time,
    close_reason: "manual",
  };
  const writes = saveEvent({ before: event, after }, Date.parse(event.start_time));
  assertEquals((await store.commit(writes, 1)).ok, true);
}

Deno.test("a condition of Andon opens one system event and ends it, with audit and outbox", async () => {
  await using on = await testStorage();
  const { storage, clock } = on, { ownConditions } = storage;
  assertEquals(await ownConditions.raise("contact_point_3", CONDITION), true);
  const [event] = await events(storage);
  assertEquals(
    [event.category, event.rule_id, event.instance_id, event.is_active, event.start_time, event.severity],
    ["system", "contact_point_3", 0, true, "2026-01-31T08:00:00.000Z", "error"],
  );
  assertEquals(event.activated_at, new Date(clock.ms).toISOString());
  assertEquals(
    await ownConditions.raise("contact_point_3", { ...CONDITION, description: "other words" }),
    false,
  );
  assertEquals(await events(storage), [event], "an open event is never changed");
  assertEquals(await ownConditions.end("contact_point_3", { at: ENDED }), true);
  const [ended] = await events(storage);
  assertEquals([ended.is_active, ended.end_time, ended.close_reason], [
    false,
    "2026-01-31T08:10:00.000Z",
    "condition_cleared",
  ]);
  assertEquals(await ownConditions.end("contact_point_3", { at: ENDED }), false);
  const { rows } = await storage.audit.list({ limit: 2, offset: 0 });
  assertEquals(rows.map(({ who, action }) => [who, action]), [["Andon", "cleared"], ["Andon", "raised"]]);
  const notices = (await storage.notifications.outbox(10)).flatMap(({ notices }) => notices);
  assertEquals(notices.map(({ event_id }) => event_id), [event.id, event.id]);
});

Deno.test("a condition that holds is known after a restart, and at another leader", async () => {
  const kv = await Deno.openKv(":memory:");
  {
    await using on = await testStorage({ kv });
    await on.storage.ownConditions.raise("roster_hole_1", { ...CONDITION, about: { from: 1, to: 2 } });
    await on.storage.ownConditions.raise("contact_point_3", CONDITION);
  }
  await using on = await testStorage({ kv });
  const [{ id }] = (await events(on.storage)).filter(({ rule_id }) => rule_id === "roster_hole_1");
  assertEquals(
    await on.storage.ownConditions.standing("roster_"),
    new Map([
      ["roster_hole_1", { event_id: id, about: { from: 1, to: 2 } }],
    ]),
  );
  assertEquals(await on.storage.ownConditions.raise("roster_hole_1", CONDITION), false);
  assertEquals((await events(on.storage)).length, 2);
  await on.storage.ownConditions.end("roster_hole_1", { at: ENDED });
  assertEquals((await on.storage.ownConditions.standing("roster_")).size, 0);
  kv.close();
});

Deno.test("an event that a person closed or deleted is opened again only after the condition has ended", async () => {
  await using on = await testStorage();
  const { storage } = on, { ownConditions, store } = storage;
  await ownConditions.raise("contact_point_3", CONDITION);
  const [closed] = await events(storage);
  await closeByHand(storage, closed);
  assertEquals(await ownConditions.raise("contact_point_3", CONDITION), false);
  assertEquals(await ownConditions.end("contact_point_3", { at: ENDED }), true);
  const [after] = await events(storage);
  assertEquals(after.close_reason, "manual", "the event stays as the person closed it");
  assertEquals(await ownConditions.raise("contact_point_3", CONDITION), true);
  const [opened] = await events(storage);
  await store.commit(forgetEvent(opened), 1);
  assertEquals(await ownConditions.raise("contact_point_3", CONDITION), false);
  assertEquals(await ownConditions.end("contact_point_3", { at: ENDED }), true);
  assertEquals(await ownConditions.raise("contact_point_3", CONDITION), true);
});

Deno.test("ten calls at once open one event, and an event of an older program is ended", async () => {
  await using on = await testStorage();
  const { storage } = on, { ownConditions, store } = storage;
  const raised = await Promise.all(
    Array.from({ length: 10 }, () => ownConditions.raise("feed_lagging", CONDITION)),
  );
  assertEquals(raised.filter((isRaised) => isRaised).length, 1);
  const [event] = await events(storage);
  const old: EventRecord = { ...event, id: event.id + 1_000, rule_id: "contact_point_9" };
  await store.commit(storedEvents(old), 1);
  assertEquals(await ownConditions.raise("contact_point_9", CONDITION), false);
  assertEquals(await ownConditions.end("contact_point_9", { at: ENDED }), true);
  assertEquals((await storage.events.get(old.id))?.is_active, false);
});

Deno.test("what belongs to a condition is written in its atomic, or neither is", async () => {
  await using on = await testStorage();
  const { storage } = on, { ownConditions, store } = storage;
  const key = keys.notificationsRestored();
  const entry = await store.get(key);
  let asked = 0;
  const together = async () => {
    const now = asked++ === 0 ? entry : await store.get(key);
    if (asked === 1) await store.commit({ mutations: [{ type: "set", key, value: "meanwhile" }] }, 1);
    return now?.value === "stop" ? null : {
      checks: [{ key, versionstamp: now?.versionstamp ?? null }],
      mutations: [{ type: "set" as const, key, value: "missed" }],
    };
  };
  assertEquals(await ownConditions.raise("heartbeat_boiler", { ...CONDITION, together }), true);
  assertEquals([asked, (await store.get(key))?.value], [2, "missed"]);
  await store.commit({ mutations: [{ type: "set", key, value: "stop" }] }, 1);
  assertEquals(await ownConditions.end("heartbeat_boiler", { at: ENDED, together }), false);
  assertEquals((await ownConditions.standing("heartbeat_")).size, 1);
  const refuses = () => Promise.reject(new Error("no"));
  await assertRejects(
    () => ownConditions.end("heartbeat_boiler", { at: ENDED, together: refuses }),
    Error,
    "no",
  );
  assertEquals((await events(storage))[0].is_active, true);
});

Deno.test("an event that opens while its rule is shelved or comes back from the shelf is as the shelf says", async () => {
  const until = "2026-01-31T10:00:00.000Z", about = ownKey("contact_point_3");
  const shelf: ShelfRecord = {
    ...{ v: 1, ...about, until, reason: "Works", by: "anna", shelved_at: "2026-01-31T08:00:00.000Z" },
    event_id: 1,
  };
  for (const [change, shelved_until] of [[saveShelf(shelf), until], [removeShelf(about), null]] as const) {
    const meanwhile = interleaving(keys.shelf("")[0], async () => {
      assertEquals((await store.commit({ mutations: [change] }, 1)).ok, true);
    });
    await using on = await testStorage({ wrap: meanwhile.wrap });
    const { ownConditions, store } = on.storage;
    if (shelved_until === null) await store.commit({ mutations: [saveShelf(shelf)] }, 1);
    meanwhile.arm();
    assertEquals(await ownConditions.raise("contact_point_3", CONDITION), true);
    assertEquals((await events(on.storage)).map((event) => event.shelved_until), [shelved_until]);
  }
});
