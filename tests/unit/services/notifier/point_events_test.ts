import { assertEquals } from "@std/assert";
import { PointEvents } from "../../../../services/notifier/point_events.ts";
import { eventually } from "../../../support/eventually.ts";
import { BY, testStorage } from "../../storage/support.ts";

async function scene() {
  const test = await testStorage();
  const { storage, clock } = test, { contactPoints, ownConditions, store } = storage;
  const newEvents = () => {
    const events = new PointEvents({
      ownConditions,
      onPublished: (listener) => store.onPublished(listener),
      nameOf: (id) => contactPoints.get(id)?.name ?? null,
      now: () => clock.ms,
      log: () => {},
    });
    events.start();
    return events;
  };
  const { id } = await contactPoints.create({
    ...{ name: "Team chat", description: "", fallback: false, max_per_minute: 60, heartbeat_minutes: null },
    config: { kind: "webhook", url: "https://chat.example.org", ca: null },
    secrets: { secret: `whsec_${btoa("0123456789abcdef01234567")}` },
  }, BY);
  return {
    storage,
    id,
    newEvents,
    rows: async () =>
      (await storage.events.list({ category: "system" }, { limit: 10, offset: 0 })).rows
        .map(({ rule_id, is_active }) => [rule_id, is_active]),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

Deno.test("a contact point that fails has one open event, whichever process sees it and however often", async () => {
  await using on = await scene();
  const first = on.newEvents();
  for (let i = 0; i < 3; i++) first.failed(on.id, "no such mailbox");
  await first.close();
  const next = on.newEvents();
  next.failed(on.id, "no such mailbox");
  await next.close();
  assertEquals(await on.rows(), [[`contact_point_${on.id}`, true]]);
  const last = on.newEvents();
  last.works(on.id);
  last.failed(on.id, "again");
  last.works(on.id);
  await last.close();
  assertEquals(await on.rows(), [[`contact_point_${on.id}`, false], [`contact_point_${on.id}`, false]]);
});

Deno.test("the event of a contact point ends when it is deleted, and not when it is changed", async () => {
  await using on = await scene();
  const events = on.newEvents();
  events.failed(on.id, "no such mailbox");
  await eventually("it is told", async () => (await on.rows()).length === 1);
  await on.storage.contactPoints.update(on.id, { name: "Chat of the team" }, BY);
  await on.storage.store.settled();
  assertEquals(await on.rows(), [[`contact_point_${on.id}`, true]]);
  await on.storage.contactPoints.remove(on.id, BY);
  await eventually("it ends", async () => (await on.rows())[0][1] === false);
  await events.close();
  assertEquals(await on.rows(), [[`contact_point_${on.id}`, false]]);
});
