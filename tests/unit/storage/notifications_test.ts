import { assert, assertEquals } from "@std/assert";
import { type DeliveryRecord, newDelivery } from "../../../domain/notification/delivery.ts";
import type { Changes, Escalation } from "../../../domain/notification/engine_types.ts";
import type { LinkAnswer, LinkRecord } from "../../../domain/notification/link.ts";
import { newEscalation } from "../../../domain/notification/run.ts";
import { escalationKey } from "../../../domain/notification/state_keys.ts";
import type { DeliveryDraft, DeliveryState } from "../../../domain/notification/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import { hashOf } from "../../../storage/access/token_hashes.ts";
import { Notifications } from "../../../storage/notifications/notifications.ts";
import { addDelivery, saveDelivery, saveLink, saveStep } from "../../../storage/writes/notification.ts";
import { randomLetters, timeLetters } from "../../../storage/writes/ulid_text.ts";
import { BY, eventRecord, refusalOf, testStorage } from "./support.ts";
import { Retention } from "../../../services/retention.ts";

const DAY_MS = 86_400_000;

interface Wanted extends Partial<DeliveryDraft> {
  nowMs: number;
  state?: DeliveryState;
}

function delivery({ nowMs, state = "accepted", ...draft }: Wanted): DeliveryRecord {
  const whole: DeliveryDraft = {
    key: "k",
    event_key: null,
    reason: "opened",
    target: { contact_point_id: 1, user_id: null, address: null },
    policy_id: 1,
    step: 0,
    round: 0,
    event_ids: [1],
    severity: "warning",
    escalates: false,
    due_at_ms: nowMs,
    otherwise: [],
    ...draft,
  };
  return { ...newDelivery(whole, { id: timeLetters(nowMs) + randomLetters(Math.random), nowMs }), state };
}

async function added({ notifications }: Storage, ...records: DeliveryRecord[]): Promise<DeliveryRecord[]> {
  await notifications.commit(records.flatMap(addDelivery));
  return records;
}

const to = (contact_point_id: number, user_id: number | null = null) => ({
  contact_point_id,
  user_id,
  address: null,
});
const ids = (records: readonly DeliveryRecord[]) => records.map(({ id }) => id);
const under = async ({ store }: Storage, ...prefix: string[]) => (await store.list({ prefix })).length;

Deno.test("the log is newest first, and each filter has its exact total and pages", async () => {
  await using test = await testStorage();
  const { storage, clock } = test;
  const states: DeliveryState[] = ["accepted", "failed", "queued"];
  const all = Array.from({ length: 1_300 }, (_, i) =>
    delivery({
      nowMs: clock.ms - 1_300_000 + 1_000 * i,
      event_ids: [i % 7, 100 + i % 3],
      target: to(i % 4, i % 5 === 0 ? null : i % 5),
      state: states[i % 3],
    }));
  await added(storage, ...all);
  const newest = all.toReversed();
  const meant = (filter: Parameters<typeof storage.notifications.list>[0]) =>
    newest.filter((one) =>
      (filter.eventId === undefined || one.event_ids.includes(filter.eventId)) &&
      (filter.userId ?? one.target.user_id) === one.target.user_id &&
      (filter.contactPointId ?? one.target.contact_point_id) === one.target.contact_point_id &&
      (filter.state ?? one.state) === one.state &&
      (filter.fromMs ?? 0) <= one.created_at_ms
    );
  const fromMs = clock.ms - 500_000;
  for (
    const filter of [
      {},
      { fromMs },
      { eventId: 3 },
      { eventId: 101, fromMs },
      { userId: 2 },
      { contactPointId: 3, state: "failed" as const },
      { eventId: 5, userId: 1, contactPointId: 2, state: "queued" as const, fromMs },
      { eventId: 99 },
    ]
  ) {
    const expected = meant(filter);
    for (const page of [{ limit: 50, offset: 0 }, { limit: 7, offset: 30 }, { limit: 10, offset: 10_000 }]) {
      const { rows, total } = await storage.notifications.list(filter, page);
      assertEquals([ids(rows), total], [
        ids(expected.slice(page.offset, page.offset + page.limit)),
        expected.length,
      ]);
    }
  }
});

Deno.test("a list scans so many deliveries, and says what to do beyond", async () => {
  await using test = await testStorage();
  const { store } = test.storage;
  const context = test.storage.notifications.context;
  assertEquals(context.store, store);
  const limited = new Notifications(context, 5);
  const all = Array.from({ length: 5 }, () => delivery({ nowMs: test.clock.ms }));
  await added(test.storage, ...all);
  assertEquals((await limited.list({}, { limit: 2, offset: 0 })).total, 5);
  await added(test.storage, delivery({ nowMs: test.clock.ms }));
  const refused = await refusalOf(() => limited.list({}, { limit: 2, offset: 0 }));
  assertEquals(refused, { code: "VALIDATION_FAILED", paths: ["hours"] });
});

Deno.test("a digest of 10,000 events is one delivery, listed with each of them", async () => {
  await using test = await testStorage();
  const { notifications } = test.storage;
  const event_ids = Array.from({ length: 10_000 }, (_, i) => i + 1);
  const [digest] = await added(test.storage, delivery({ nowMs: test.clock.ms, event_ids, state: "queued" }));
  for (const id of [1, 5_000, 10_000]) assertEquals(await notifications.ofEvent(id), [digest]);
  assertEquals((await notifications.read()).open, [digest]);
  const small = { ...digest, event_ids: [1], state: "accepted" as const };
  await notifications.commit([saveDelivery(small)]);
  assertEquals((await notifications.read()).open, []);
  assertEquals(await notifications.ofEvent(1), [small]);
});

Deno.test("an escalation that told 1,000 people, none of whom can, is stored whole, and removed whole", async () => {
  await using test = await testStorage();
  const { storage } = test, people = Array.from({ length: 1_000 }, (_, i) => 100_000 + i);
  const event = eventRecord({ id: 7 });
  const fresh = newEscalation(event, { policy_id: 2, group_key: "", now: test.clock.ms });
  const told = people.map((user_id) => ({
    user_id,
    contact_point_id: 100_000,
    digest: 1_000_000,
    again: 1_000_001,
  }));
  const large: Escalation = { ...fresh, told, cannot: people };
  const none = { set: new Map(), removed: [] }, key = escalationKey(large);
  const stored = async (escalations: Changes<Escalation>) => {
    const step = { escalations, groups: none, budgets: none };
    await storage.notifications.commit(saveStep(step).map((mutation) => [mutation]));
    return [...(await storage.notifications.read()).state.escalations];
  };
  assertEquals(await stored({ set: new Map([[key, large]]), removed: [] }), [large]);
  assert(await under(storage, "part", "notification_escalation") > 1, "larger than one value may be");
  assertEquals(await stored({ set: new Map([[key, fresh]]), removed: [] }), [fresh]);
  assertEquals(await stored({ set: new Map(), removed: [key] }), []);
  assertEquals(await under(storage, "part", "notification_escalation"), 0);
});

Deno.test("retention removes deliveries after so many days with all that names them, but none that waits", async () => {
  await using test = await testStorage();
  const { storage, clock } = test;
  const limitMs = clock.ms - 400 * DAY_MS;
  const [, young, waiting] = await added(
    storage,
    delivery({ nowMs: limitMs - 1, event_ids: Array.from({ length: 2_500 }, (_, i) => i), target: to(1, 5) }),
    delivery({ nowMs: limitMs, event_ids: [7] }),
    delivery({ nowMs: clock.ms, event_ids: [7], state: "queued" }),
  );
  const retention = new Retention(storage, {
    now: () => clock.ms,
    eventDays: null,
    auditDays: null,
    notificationDays: 400,
    after: (ms, call) => {
      if (ms < 1_000) queueMicrotask(call);
      return () => {};
    },
  });
  await retention.run();
  assertEquals(
    ids((await storage.notifications.list({}, { limit: 10, offset: 0 })).rows),
    ids([waiting, young]),
  );
  assertEquals([await under(storage, "delivery"), await under(storage, "delivery_of_event")], [2, 2]);
  clock.ms += 800 * DAY_MS;
  await retention.run();
  assertEquals(ids((await storage.notifications.list({}, { limit: 10, offset: 0 })).rows), ids([waiting]));
  await retention.close();
});

function link(change: Partial<LinkRecord> & { token: string; expires_at_ms: number }): LinkRecord {
  const { token, ...rest } = change;
  return {
    v: 1,
    token_hash: hashOf(token),
    delivery_id: "d",
    user_id: 5,
    event_ids: [7, 8],
    acknowledge_at_ms: null,
    cannot_at_ms: null,
    ...rest,
  };
}

const given = (answer: LinkAnswer) => ({ answer, by: BY, eventIds: [7] });

Deno.test("a link is found by its token until it expires, and takes each answer once", async () => {
  await using test = await testStorage();
  const { storage: { notifications }, clock } = test;
  const expires_at_ms = clock.ms + DAY_MS;
  await notifications.commit([saveLink(link({ token: "right", expires_at_ms }))]);
  assertEquals(await notifications.link("wrong"), undefined);
  const found = await notifications.link("right");
  assert(found !== undefined);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => notifications.answer(found, given("acknowledge"))),
  );
  assertEquals(answers.filter(Boolean).length, 1);
  assertEquals(await notifications.answer(found, given("cannot")), true);
  assertEquals((await notifications.link("right"))?.cannot_at_ms, clock.ms);
  assertEquals((await notifications.answersOf(7)).map(({ user_id, answer }) => [user_id, answer]), [[
    5,
    "cannot",
  ]]);
  clock.ms = expires_at_ms - 1;
  assert(await notifications.link("right") !== undefined);
  clock.ms = expires_at_ms;
  assertEquals(await notifications.link("right"), undefined);
});

Deno.test("links that have ended are removed by retention", async () => {
  await using test = await testStorage();
  const { storage, clock } = test;
  for (let i = 0; i < 150; i++) {
    const expires_at_ms = clock.ms + (i < 140 ? -1 : 1);
    await storage.notifications.commit([saveLink(link({ token: `t${i}`, expires_at_ms }))]);
  }
  const retention = new Retention(storage, {
    now: () => clock.ms,
    eventDays: null,
    auditDays: null,
    after: (ms, call) => {
      if (ms < 1_000) queueMicrotask(call);
      return () => {};
    },
  });
  await retention.run();
  await retention.close();
  assertEquals([await under(storage, "notification_link"), await under(storage, "notification_link_end")], [
    10,
    10,
  ]);
});
