import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { testOf } from "../../domain/contact_point/test_message.ts";
import type { ContactPointDraft } from "../../domain/contact_point/schema.ts";
import { RETRY_MS } from "../../domain/notification/unnotified.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { fallbackState } from "../../routes/notify/views/contact_point.ts";
import type { Storage } from "../../storage/contract.ts";
import { addPerson, addPoint, addPolicy } from "../support/called_people.ts";
import { emailConfig, httpConfig } from "../support/contact_points.ts";
import { decidedNotifier } from "../support/decided_notifier.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { type LoopbackNotifier, loopbackNotifier } from "../support/loopback_notifier.ts";
import { changeEvent, raise, TurnedClock } from "../support/notifier_harness.ts";
import { smtpReceiver } from "../support/smtp_receiver.ts";
import { testStorage } from "../unit/storage/support.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";

const MINUTE = 60_000;
const ADMIN = { name: "admin", role: "admin" } as const;
const user = (id: number) => ({ kind: "user" as const, id });

interface Message {
  title: string;
  text: string;
  event_key: string;
}

/** Andon's notifier over a real store with a real fallback, by a clock that is turned. */
interface Plant extends AsyncDisposable {
  storage: Storage;
  service: LoopbackNotifier;
  clock: TurnedClock;
  fallback: HttpReceiver;
  fallbackId: number;
  idle(): Promise<void>;
  pass(ms: number): Promise<void>;
  restart(): Promise<void>;
}

const point = (receiver: HttpReceiver, more: Partial<ContactPointDraft> = {}) => ({
  name: "Control room",
  config: {
    ...httpConfig({ url: receiver.url }),
    ca: null,
    headers: [{ name: "x-key", value: "{delivery_key}" }],
    body: '{"title":"{title}","text":"{text}","event_key":"{event_key}"}',
  },
  ...more,
});

async function plant(): Promise<Plant> {
  const kv = await Deno.openKv(":memory:"), clock = new TurnedClock(), fallback = new HttpReceiver();
  const storage = (await testStorage({ kv, ms: clock.ms })).storage;
  const on: Plant = {
    storage,
    clock,
    fallback,
    fallbackId: await addPoint(storage, point(fallback, { fallback: true })),
    service: loopbackNotifier(storage, clock),
    idle: () => on.service.settled(),
    async pass(ms) {
      for (let left = ms; left > 0; left -= 10_000) {
        clock.turn(Math.min(left, 10_000));
        await on.idle();
      }
    },
    async restart() {
      await on.service.close();
      await on.storage.close();
      on.storage = (await testStorage({ kv, ms: clock.ms })).storage;
      on.service = loopbackNotifier(on.storage, clock);
      on.service.start();
      await on.idle();
    },
    async [Symbol.asyncDispose]() {
      await on.service.close();
      await on.storage.close();
      await fallback[Symbol.asyncDispose]();
      kv.close();
    },
  };
  on.service.start();
  return on;
}

const told = ({ messages }: HttpReceiver) => messages.map(({ body }) => body as Message);
const refused = () => new Response("Forbidden: the token was revoked", { status: 403 });

async function critical(on: Plant, id: number) {
  const recorded_at = isoFromMs(on.clock.ms);
  const event = await raise(on.storage, { id, severity: "critical", recorded_at, start_time: recorded_at });
  await on.idle();
  return event;
}

/** Stores a test of a contact point as the routes do. */
async function passTest(on: Plant, id: number, passed = true): Promise<void> {
  const record = on.storage.contactPoints.get(id);
  assert(record !== undefined);
  const result = {
    outcome: passed ? "accepted" : "failed",
    status: 200,
    words: "ok",
    latency_ms: 1,
  } as const;
  const test = testOf({ ...result, retry_after_ms: null }, { at: isoFromMs(on.clock.ms), by: "admin" });
  await on.storage.contactPoints.keepTest(record, test, ADMIN);
  await on.idle();
}

function isCalled(on: Plant): boolean {
  const point = on.storage.contactPoints.fallback();
  return !fallbackState(point, on.service.contactPointDelivery(on.fallbackId)).nobody_is_called;
}

const systemEvents = (on: Plant) =>
  on.storage.events.active().filter(({ category }) => category === "system");

Deno.test("a critical event whose only receiver refuses for good is told to the fallback, with whom and why", async () => {
  await using on = await plant();
  await using hook = new HttpReceiver();
  hook.behave = refused;
  const to = [{
    kind: "contact_point" as const,
    id: await addPoint(on.storage, point(hook, { name: "Pager" })),
  }];
  await addPolicy(on.storage, {
    name: "Pumps",
    match: { severities: ["critical"] },
    steps: [{ after_minutes: 0, to }],
  });
  await critical(on, 101);
  const [message] = told(on.fallback).filter(({ title }) => title.startsWith("Critical"));
  assertStringIncludes(message.text, "Could not be reached:\nPager: Forbidden: the token was revoked");
});

Deno.test("a mail server's 550 of one address takes the next step, and the relay works", async () => {
  await using on = await plant();
  await using relay = await smtpReceiver({
    onRcptTo: ({ address }, _session, done) =>
      done(
        address.startsWith("anna")
          ? Object.assign(new Error("5.1.1 No such user"), { responseCode: 550 })
          : null,
      ),
  });
  const mail = await addPoint(on.storage, { name: "Mail", config: emailConfig({ port: relay.port }) });
  const anna = await addPerson(on.storage, { username: "anna", point: mail, address: "anna@example.org" });
  const ben = await addPerson(on.storage, { username: "ben", point: mail, address: "ben@example.org" });
  const steps = [{ after_minutes: 0, to: [user(anna)] }, { after_minutes: 30, to: [user(ben)] }];
  await addPolicy(on.storage, { name: "Pumps", steps });
  await critical(on, 101);
  assertEquals(relay.mails.map(({ to }) => to), [["ben@example.org"]]);
  assertMatch(
    relay.mails[0].mail.text ?? "",
    /Could not be reached:\s+anna by Mail: 550 5\.1\.1 No such user/,
  );
  assertEquals([systemEvents(on), told(on.fallback)], [[], []]);
  assertEquals(on.service.contactPointDelivery(mail).failing_since_ms, null);
});

Deno.test("a mail server that refuses the sender or the message fails for everybody", async () => {
  const no = (text: string) => Object.assign(new Error(text), { responseCode: 550 });
  for (
    const options of [
      {
        onMailFrom: (_: unknown, __: unknown, done: (error: Error) => void) =>
          done(no("5.7.1 Sender not allowed")),
      },
      {
        onData: (stream: ReadableStream & { resume(): void }, _: unknown, done: (error: Error) => void) => {
          stream.resume();
          done(no("5.7.1 Content refused"));
        },
      },
    ]
  ) {
    await using on = await plant();
    await using relay = await smtpReceiver(options as Parameters<typeof smtpReceiver>[0]);
    const mail = await addPoint(on.storage, { name: "Mail", config: emailConfig({ port: relay.port }) });
    const anna = await addPerson(on.storage, { username: "anna", point: mail, address: "anna@example.org" });
    await addPolicy(on.storage, { name: "Pumps", steps: [{ after_minutes: 0, to: [user(anna)] }] });
    await critical(on, 101);
    await on.pass(MINUTE);
    assertEquals(systemEvents(on).map(({ event_name }) => event_name), ["Contact point fails"]);
  }
});

Deno.test("a fallback that refuses for good: nobody is called, a tested contact point is told, and the rest once it works", async () => {
  await using on = await plant();
  await using spare = new HttpReceiver();
  await using untested = new HttpReceiver();
  const spareId = await addPoint(on.storage, point(spare, { name: "Chat" }));
  await addPoint(on.storage, point(untested, { name: "Untested" }));
  await passTest(on, spareId);
  await passTest(on, on.fallbackId);
  assert(isCalled(on));
  on.fallback.behave = refused;
  const first = await critical(on, 101);
  await critical(on, 102);
  await on.pass(6 * MINUTE);
  assert(!isCalled(on));
  assertEquals(told(spare).map(({ title }) => title), ["Error: Contact point fails, Andon"]);
  assertEquals([told(untested), told(on.fallback)], [[], []]);
  await on.restart();
  assert(!isCalled(on));
  await changeEvent(on.storage, first, {
    is_active: false,
    end_time: isoFromMs(on.clock.ms),
    closed_at: isoFromMs(on.clock.ms),
  });
  await on.idle();
  on.fallback.behave = () => new Response("taken");
  on.clock.turn(1_000);
  await passTest(on, on.fallbackId);
  assert(isCalled(on));
  await on.pass(MINUTE);
  const [digest, ...more] = told(on.fallback);
  assertEquals(more.filter(({ title }) => !title.startsWith("Resolved")), []);
  assertMatch(digest.title, /^2 events, the most severe: critical/);
  assertEquals(systemEvents(on), []);
});

Deno.test("a fallback that works again is found by trying it, and is told then", async () => {
  await using on = await plant();
  on.fallback.behave = refused;
  await critical(on, 101);
  on.fallback.behave = () => new Response("taken");
  await on.pass(RETRY_MS - MINUTE);
  assertEquals(told(on.fallback), []);
  await on.pass(2 * MINUTE);
  assertMatch(told(on.fallback)[0].title, /^Critical: /);
});

Deno.test("a step that failed for good is passed also when Andon ends right after the failure is stored", async () => {
  await using on = await decidedNotifier();
  await on.policy({ steps: [{ after_minutes: 0, to: [{ kind: "contact_point", id: 2 }] }] });
  on.office.behave = refused;
  const stored = Promise.withResolvers<void>();
  let hasEnded = false;
  const ending = (real: Notifications) =>
    new Proxy(real, {
      get(target, name) {
        const value = Reflect.get(target, name);
        if (name !== "commit") return typeof value === "function" ? value.bind(target) : value;
        return async (...given: Parameters<Notifications["commit"]>) => {
          if (hasEnded) throw new Error("Andon has ended");
          const isWritten = await target.commit(...given);
          if (JSON.stringify(given[0]).includes(`"state":"failed"`)) {
            hasEnded = true;
            stored.resolve();
          }
          return isWritten;
        };
      },
    });
  await on.restart(({ notifications }) => ({ notifications: ending(notifications) }));
  await raise(on.storage, { id: 101, severity: "critical", recorded_at: isoFromMs(on.clock.ms) });
  await stored.promise;
  await on.restart();
  await on.idle();
  assertEquals(on.room.messages.map(({ body }) => (body as { events: number[] }).events), [[101]]);
  assertEquals(await on.storage.notifications.lost(), []);
});

Deno.test("a contact point that is deleted meanwhile reaches nobody: the next step follows", async () => {
  await using on = await plant();
  await using hook = new HttpReceiver();
  hook.behave = () => new Response("later", { status: 503 });
  const pager = await addPoint(on.storage, point(hook, { name: "Pager" }));
  const policy = await addPolicy(on.storage, {
    name: "Pumps",
    match: { severities: ["critical"] },
    steps: [{ after_minutes: 0, to: [{ kind: "contact_point", id: pager }] }],
  });
  await critical(on, 101);
  await on.storage.notificationPolicies.update(policy, { steps: [] }, ADMIN);
  await on.storage.contactPoints.remove(pager, ADMIN);
  await on.pass(MINUTE);
  assertMatch(
    told(on.fallback)[0].text,
    /a deleted contact point: The contact point does not exist any more/,
  );
});

Deno.test("two plants that were just set up send other keys, each the same after a restart", async () => {
  await using one = await plant();
  await using other = await plant();
  for (const on of [one, other]) await critical(on, 101);
  await one.restart();
  await critical(one, 102);
  const [mine, theirs] = [one, other].map(({ fallback }) => fallback.keys);
  assertEquals([mine[0].split("/").slice(1), mine.length], [theirs[0].split("/").slice(1), 2]);
  assert(mine[0] !== theirs[0]);
  const events = [one, other].map(({ fallback }) => told(fallback)[0].event_key);
  assertEquals(events, [one, other].map(({ storage }) => `${storage.id}/event/101`));
  assertEquals(told(one.fallback)[1].event_key, `${one.storage.id}/event/102`);
});

Deno.test("what is open in a store whose keys had no id keeps its keys until it ends", async () => {
  await using on = await plant();
  const event = await critical(on, 101);
  await on.storage.store.commit({
    mutations: [{ type: "set", key: ["message_keys_since"], value: { v: 1, since_ms: on.clock.ms + 1 } }],
  }, 1);
  await on.restart();
  on.clock.turn(MINUTE);
  await changeEvent(on.storage, event, {
    is_active: false,
    end_time: isoFromMs(on.clock.ms),
    closed_at: isoFromMs(on.clock.ms),
  });
  await critical(on, 102);
  assertEquals(told(on.fallback).slice(1).map(({ event_key }) => event_key), [
    "event/101",
    `${on.storage.id}/event/102`,
  ]);
});

Deno.test("a store that has called somebody gets the id into keys of events from then on, another one into all", async () => {
  await using on = await plant();
  await critical(on, 101);
  await on.storage.store.commit({ mutations: [{ type: "delete", key: ["message_keys_since"] }] }, 1);
  assertEquals((await on.storage.notifications.keysSince()).sinceMs, on.clock.ms);
  const fresh = await testStorage({});
  assertEquals((await fresh.storage.notifications.keysSince()).sinceMs, 0);
  await fresh[Symbol.asyncDispose]();
});

Deno.test("a state that was stored before calls were noted goes on, with the keys that it had", async () => {
  await using on = await decidedNotifier();
  await on.policy({ steps: [{ after_minutes: 0, to: [{ kind: "contact_point", id: 2 }] }] });
  on.office.behave = () => new Response("later", { status: 503 });
  await raise(on.storage, { id: 101, severity: "critical", recorded_at: isoFromMs(on.clock.ms) });
  await on.idle();
  await on.notifier.close();
  const rewrite = async (
    prefix: string,
    change: (record: Record<string, unknown>) => Record<string, unknown>,
  ) => {
    for await (const { key, value } of on.kv.list<Record<string, unknown>>({ prefix: [prefix] })) {
      await on.kv.set(key, change(value));
    }
  };
  await rewrite("notification_escalation", ({ once: _o, unreached: _u, told, ...record }) => ({
    ...record,
    told: (told as { step?: number }[]).map(({ step: _, ...one }) => one),
  }));
  await rewrite(
    "delivery",
    (record) => ({ ...record, key: "101/opened/1/p2/0/0/c2", event_key: "event/101" }),
  );
  await rewrite("point_delivery", ({ lost_since_ms: _, ...record }) => record);
  await on.kv.delete(["message_keys_since"]);
  on.clock.turn(MINUTE);
  on.office.behave = refused;
  await on.restart();
  await on.pass(MINUTE);
  assertEquals([on.office.requests > 1, on.room.keys], [true, ["101/opened/1/p2/0/f1/c1"]]);
  await raise(on.storage, { id: 102, severity: "critical", recorded_at: isoFromMs(on.clock.ms) });
  await on.idle();
  assertEquals(on.room.keys.slice(1), [`${on.storage.id}/102/opened/1/p2/0/f1/c1`]);
});
