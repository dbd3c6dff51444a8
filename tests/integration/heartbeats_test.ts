/** Heartbeats over a real store, with a clock that is turned and a real HTTP receiver. */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { heartbeatSchema } from "../../domain/heartbeat/schema.ts";
import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { IncomingHeartbeats } from "../../services/heartbeats/incoming.ts";
import { OutgoingHeartbeat, type OutgoingOptions } from "../../services/heartbeats/outgoing.ts";
import type { Storage } from "../../storage/contract.ts";
import { saveShardBeat } from "../../storage/writes/heartbeat.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { httpSender, plainNotifier, TurnedClock } from "../support/notifier_harness.ts";
import { testStorage } from "../unit/storage/support.ts";

const BY = { name: "anna", role: "admin" } as const;
const MINUTE = 60_000;

interface Scene extends AsyncDisposable {
  kv: Deno.Kv;
  clock: TurnedClock;
  storage: Storage;
  incoming: IncomingHeartbeats;
  /** Ends Andon and starts it again after a time. */
  restart(afterMs: number): Promise<void>;
}

async function scene(): Promise<Scene> {
  const kv = await Deno.openKv(":memory:");
  const clock = new TurnedClock();
  const opened = async () => (await testStorage({ kv, clock })).storage;
  const started = (storage: Storage) => {
    const incoming = new IncomingHeartbeats({
      heartbeats: storage.heartbeats,
      conditions: storage.ownConditions,
      onPublished: (listener) => storage.store.onPublished(listener),
      now: clock.now,
      after: clock.after,
      log: () => {},
    });
    incoming.start();
    return incoming;
  };
  const storage = await opened();
  const on: Scene = {
    kv,
    clock,
    storage,
    incoming: started(storage),
    async restart(afterMs) {
      await on.incoming.close();
      await on.storage.close();
      clock.ms += afterMs;
      on.storage = await opened();
      on.incoming = started(on.storage);
    },
    async [Symbol.asyncDispose]() {
      await on.incoming.close();
      await on.storage.close();
      kv.close();
    },
  };
  return on;
}

function create({ storage }: Scene, more: Record<string, unknown> = {}) {
  const draft = heartbeatSchema.parse({ name: "backup", deadline_seconds: 300, ...more });
  return storage.heartbeats.create(draft, BY);
}

const stateOf = ({ storage, incoming }: Scene, name = "backup") =>
  incoming.seen(storage.heartbeats.get(name)!).state;
const systemEvents = ({ storage }: Scene) =>
  storage.events.active().filter(({ category }) => category === "system");

/** Waits until all that is due now has been checked: the loop sleeps. */
async function checked({ clock }: Scene): Promise<void> {
  await eventually("the loop sleeps", () => clock.waits.length === 1 && clock.waits[0] > 0);
}

Deno.test("a heartbeat waits for its first beat, and is missed at its deadline", async () => {
  await using on = await scene();
  await create(on);
  on.clock.turn(60 * MINUTE);
  await checked(on);
  assertEquals(stateOf(on), "waiting");
  await on.incoming.beat("backup");
  await checked(on);
  on.clock.turn(5 * MINUTE - 1);
  await checked(on);
  assertEquals([stateOf(on), systemEvents(on).length], ["on_time", 0]);
  on.clock.turn(1);
  const event = await eventually("it is missed", () => systemEvents(on).at(0));
  assertEquals([event.event_name, event.rule_id, event.severity], [
    "Heartbeat missed",
    "heartbeat_backup",
    "error",
  ]);
  assertStringIncludes(event.event_description, 'No heartbeat of "backup" within 5 min.');
  await eventually("its state", () => stateOf(on) === "missed");
  on.clock.turn(60 * MINUTE);
  await checked(on);
  assertEquals(systemEvents(on).map(({ id }) => id), [event.id], "one event for as long as it is missed");
  await on.incoming.beat("backup");
  await eventually("its event has ended", () => systemEvents(on).length === 0);
  assertEquals(stateOf(on), "on_time");
});

Deno.test("a heartbeat that counts from its creation is missed without any beat", async () => {
  await using on = await scene();
  await create(on, { counts_from_creation: true });
  await checked(on);
  on.clock.turn(5 * MINUTE - 1);
  await checked(on);
  assertEquals(systemEvents(on).length, 0);
  on.clock.turn(1);
  await eventually("it is missed", () => systemEvents(on).length === 1);
});

Deno.test("a start of Andon declares nothing missed: deadlines count from it", async () => {
  await using on = await scene();
  await create(on);
  await on.incoming.beat("backup");
  await checked(on);
  await on.restart(24 * 60 * MINUTE);
  await checked(on);
  assertEquals([stateOf(on), systemEvents(on).length], ["on_time", 0]);
  on.clock.turn(5 * MINUTE - 1);
  await checked(on);
  assertEquals(systemEvents(on).length, 0);
  on.clock.turn(1);
  await eventually("it is missed", () => systemEvents(on).length === 1);
});

Deno.test("what is missed stays so over a restart, as one event, until the next beat", async () => {
  await using on = await scene();
  await create(on);
  await on.incoming.beat("backup");
  await checked(on);
  on.clock.turn(5 * MINUTE);
  await eventually("it is missed", () => stateOf(on) === "missed");
  const [{ id }] = systemEvents(on);
  await on.restart(MINUTE);
  await eventually("it is missed still", () => stateOf(on) === "missed");
  on.clock.turn(60 * MINUTE);
  await checked(on);
  assertEquals(systemEvents(on).map((event) => event.id), [id]);
  await on.incoming.beat("backup");
  await eventually("its event has ended", () => systemEvents(on).length === 0);
});

Deno.test("the event of a missed heartbeat ends when the heartbeat is deleted", async () => {
  await using on = await scene();
  await create(on, { counts_from_creation: true });
  await checked(on);
  on.clock.turn(5 * MINUTE);
  await eventually("it is missed", () => stateOf(on) === "missed");
  await on.storage.heartbeats.remove("backup", BY);
  await eventually("its event has ended", () => systemEvents(on).length === 0);
  await create(on);
  assertEquals(stateOf(on), "waiting", "another one of the same name begins anew");
});

Deno.test("beats overwrite one key, and leave neither audit entries nor push frames", async () => {
  await using on = await scene();
  await create(on);
  const count = async () => {
    let entries = 0;
    for await (const _ of on.kv.list({ prefix: [] })) entries++;
    return entries;
  };
  let frames = 0;
  await on.incoming.beat("backup");
  const before = await count();
  const stop = on.storage.store.onPublished(() => frames++);
  for (let beats = 0; beats < 20; beats++) {
    on.clock.turn(1_000);
    await on.incoming.beat("backup");
  }
  stop();
  assertEquals([await count(), frames], [before, 0]);
});

interface Outgoing extends AsyncDisposable {
  on: Scene;
  receiver: HttpReceiver;
  outgoing: OutgoingHeartbeat;
  /** Shards that do not beat. */
  stuck: Set<number>;
  reports: string[];
  notifies: boolean;
  lost: string[];
  /** Turns the clock to the next minute and waits until it is carried out. */
  minute(): Promise<void>;
}

/** Two shards that beat unless they are stuck, and a contact point that sends a heartbeat every `every` minutes. */
async function sending(every: number, more: Partial<OutgoingOptions> = {}): Promise<Outgoing> {
  const on = await scene(), receiver = new HttpReceiver();
  const { storage, clock } = on;
  const config = { kind: "http", url: receiver.url, body: "{}" };
  await storage.contactPoints.create(
    contactPointSchema.parse({ name: "Watch", heartbeat_minutes: every, config }),
    BY,
  );
  await storage.contactPoints.create(contactPointSchema.parse({ name: "Chat", config }), BY);
  const stuck = new Set<number>(), reports: string[] = [];
  const beat: OutgoingOptions["beat"] = async (shard, { minuteMs }) => {
    if (stuck.has(shard)) throw new Error("No answer");
    const value = { v: 1, minute_ms: minuteMs, at_ms: clock.ms } as const;
    await storage.store.commit({ mutations: [saveShardBeat(shard, value)] }, shard + 1);
  };
  const all: Outgoing = {
    on,
    receiver,
    stuck,
    reports,
    notifies: true,
    lost: [],
    outgoing: new OutgoingHeartbeat({
      shards: 2,
      beat,
      heartbeats: storage.heartbeats,
      contactPoints: () => storage.contactPoints.list(),
      points: {
        sender: () => httpSender(receiver.url),
        failed: (id, words) => reports.push(`${id} failed: ${words}`),
        works: (id) => reports.push(`${id} works`),
      },
      notifies: () => Promise.resolve(all.notifies),
      lostSources: () => all.lost,
      storeId: storage.id,
      publicUrl: null,
      now: clock.now,
      after: clock.after,
      log: () => {},
      ...more,
    }),
    async minute() {
      clock.turn(MINUTE - clock.ms % MINUTE);
      await all.outgoing.catchUp();
    },
    async [Symbol.asyncDispose]() {
      await all.outgoing.close();
      await receiver[Symbol.asyncDispose]();
      await on[Symbol.asyncDispose]();
    },
  };
  all.outgoing.start();
  await all.outgoing.catchUp();
  return all;
}

Deno.test("the heartbeat leaves each minute by the contact points that send it, and fills no log", async () => {
  await using all = await sending(1);
  const { receiver, on: { storage } } = all;
  for (let minutes = 0; minutes < 3; minutes++) await all.minute();
  assertEquals(receiver.requests, 4);
  assertEquals(new Set(receiver.keys).size, 4, "a key a minute");
  assert(receiver.keys.every((key) => key.includes("/heartbeat/1/")));
  assertEquals((await storage.notifications.list({}, { limit: 10, offset: 0 })).total, 0);
  const sent = storage.heartbeats.sent(1);
  assertEquals([sent?.failures, sent?.result.words, sent?.taken_minute_ms], [0, "taken", all.on.clock.ms]);
  assertEquals(storage.heartbeats.sent(2), undefined);
});

Deno.test("a contact point with 5 minutes is sent every fifth", async () => {
  await using all = await sending(5);
  for (let minutes = 0; minutes < 4; minutes++) await all.minute();
  assertEquals(all.receiver.requests, 1);
  await all.minute();
  assertEquals(all.receiver.requests, 2);
});

Deno.test("a stuck shard holds the heartbeat back and is named, until it beats again", async () => {
  await using all = await sending(1);
  all.stuck.add(1);
  await all.minute();
  await all.minute();
  assertEquals(all.receiver.requests, 1);
  const late = () => all.outgoing.status().shards.map(({ isLate }) => isLate);
  assertEquals(late(), [false, true]);
  all.stuck.clear();
  await all.minute();
  assertEquals([all.receiver.requests, ...late()], [2, false, false]);
});

Deno.test("a beat that was answered but not stored for the minute does not count", async () => {
  await using all = await sending(1, { beat: () => Promise.resolve() });
  await all.minute();
  assertEquals(all.receiver.requests, 0);
  assertEquals(all.outgoing.status().shards.map(({ isLate }) => isLate), [true, true]);
});

Deno.test("a beat that was stored although its shard gave no answer does not count", async () => {
  let stored = 0;
  await using all = await sending(1);
  const { storage } = all.on;
  all.outgoing.options.beat = async (shard, { minuteMs }) => {
    const value = { v: 1, minute_ms: minuteMs, at_ms: minuteMs } as const;
    await storage.store.commit({ mutations: [saveShardBeat(shard, value)] }, shard + 1);
    stored++;
    throw new Error("No answer");
  };
  await all.minute();
  assertEquals([stored, all.receiver.requests], [2, 1]);
});

Deno.test("a notifier that does not decide holds the heartbeat back", async () => {
  await using all = await sending(1);
  all.notifies = false;
  await all.minute();
  assertEquals([all.receiver.requests, all.outgoing.status().isNotifierLate], [1, true]);
  all.notifies = true;
  await all.minute();
  assertEquals([all.receiver.requests, all.outgoing.status().isNotifierLate], [2, false]);
});

Deno.test("a notifier makes no turn while its store fails, and makes one once it answers", async () => {
  await using on = await scene();
  const { storage, clock } = on;
  let isAway = true;
  const read = storage.notifications.read.bind(storage.notifications);
  storage.notifications.read = () => isAway ? Promise.reject(new Error("Away")) : read();
  const plain = { storage, clock, points: new Map(), targets: () => [], reports: [] };
  const notifier = plainNotifier(plain);
  notifier.start();
  const refused = notifier.turned(10_000);
  clock.turn(10_000);
  assertEquals(await refused, false);
  isAway = false;
  assertEquals(await notifier.turned(10_000), true);
  await notifier.close();
});

Deno.test("the heartbeat names lost sources", async () => {
  await using all = await sending(1);
  all.lost = ["The data source has given no good answer."];
  await all.minute();
  const titles = all.receiver.messages.map(({ body }) => (body as { title: string }).title);
  assertEquals(titles, ["Andon heartbeat", "Andon heartbeat: data source lost"]);
});

Deno.test("a refused heartbeat is sent again each minute and reported once, with the third", async () => {
  await using all = await sending(60);
  all.reports.length = 0;
  all.receiver.behave = () => new Response("unknown", { status: 404 });
  all.on.clock.turn(60 * MINUTE);
  await all.outgoing.catchUp();
  await all.minute();
  assertEquals([all.receiver.requests, all.reports], [3, []]);
  for (let minutes = 0; minutes < 5; minutes++) await all.minute();
  assertEquals([all.receiver.requests, all.reports], [8, ["1 failed: unknown"]]);
  assertEquals(all.on.storage.heartbeats.sent(1)?.failures, 7);
  all.receiver.behave = () => new Response("taken");
  await all.minute();
  assertEquals(all.reports, ["1 failed: unknown", "1 works"]);
  await all.minute();
  assertEquals(all.receiver.requests, 9, "the next one is due in an hour");
});

Deno.test("what is kept of a heartbeat goes with its contact point, or when it sends none", async () => {
  await using all = await sending(1);
  const { contactPoints, heartbeats } = all.on.storage;
  const kept = heartbeats.sent(1);
  assert(kept !== undefined);
  await contactPoints.update(1, { heartbeat_minutes: null }, BY);
  assertEquals(heartbeats.sent(1), undefined);
  await heartbeats.keepSent(kept);
  assertEquals(heartbeats.sent(1), undefined, "the result of an attempt that was under way");
  await contactPoints.update(1, { heartbeat_minutes: 1 }, BY);
  await all.minute();
  assert(heartbeats.sent(1) !== undefined);
  await contactPoints.remove(1, BY);
  assertEquals(heartbeats.sent(1), undefined);
  await all.minute();
  assertEquals(heartbeats.sent(1), undefined);
});
