import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { createSender } from "../../connectors/contact_points/senders.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { OpenedContactPoint } from "../../domain/contact_point/types.ts";
import type { ContactPointSender } from "../../domain/notification/types.ts";
import { createNotifier, type NotifierService } from "../../services/notifier/start.ts";
import { FAILS_FOR_MS, WORKS_FOR_MS } from "../../services/notifier/store_alarm.ts";
import type { Storage } from "../../storage/contract.ts";
import type { KvBackend } from "../../storage/store/backend.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { TurnedClock } from "../support/notifier_harness.ts";
import { BY, random, testStorage } from "../unit/storage/support.ts";

interface Message {
  type: string;
  data: { key: string; event_key: string; status: string; severity: string; title: string; text: string };
}

interface Scene extends AsyncDisposable {
  storage: Storage;
  notifier: NotifierService;
  clock: TurnedClock;
  receiver: HttpReceiver;
  /** The calls to the store that fail. */
  failing: { writes: boolean; reads: boolean };
  logged: string[];
  messages(): Message["data"][];
  /** Turns the clock in steps as long as the store is looked at. */
  turn(ms: number): Promise<void>;
  /** So many attempts have come and are over: one that is under way when the clock is turned far ends as late. */
  attempts(count: number): Promise<void>;
}

/** A notifier over a real store whose disk may fail, and a fallback at a real webhook. */
async function scene({ hasFallback = true } = {}): Promise<Scene> {
  const failing = { writes: false, reads: false };
  const full = (isFailing: boolean) => {
    if (isFailing) throw new Error("database or disk is full");
  };
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    // deno-lint-ignore require-await -- what it throws has to be a rejection
    write: async (...args) => {
      full(failing.writes);
      return backend.write(...args);
    },
    // deno-lint-ignore require-await -- the same
    getMany: async (...args) => {
      full(failing.reads);
      return backend.getMany(...args);
    },
  });
  const clock = new TurnedClock(), logged: string[] = [];
  const test = await testStorage({ wrap, ms: clock.ms });
  const { storage } = test;
  const receiver = new HttpReceiver();
  const contactPoint = {
    name: "Control room",
    description: "",
    config: webhookTo(receiver.url),
    fallback: hasFallback,
  };
  await storage.contactPoints.create(
    { ...contactPoint, heartbeat_minutes: null, max_per_minute: 60, secrets: { secret: SECRET } },
    BY,
  );
  const outbound = createOutboundGuard({ allow: "127.0.0.0/8", alwaysAllow: [] });
  const proxy = { https: null, http: null, no: "" };
  let over = 0;
  const sender = (opened: OpenedContactPoint): ContactPointSender => {
    const real = createSender(opened, { outbound, proxy, now: Date.now });
    return {
      send: (...given) => real.send(...given).finally(() => over++),
      [Symbol.asyncDispose]: () => real[Symbol.asyncDispose](),
    };
  };
  const notifier = createNotifier({
    storage,
    contactPoints: { sender },
    settings: { publicUrl: "https://andon.example.org/", plantTimeZone: "Europe/Berlin" },
    now: clock.now,
    after: clock.after,
    randomBytes: random,
    random: () => 0.5,
    log: (_level, message, fields) => logged.push(`${message} ${JSON.stringify(fields)}`),
  });
  notifier.start();
  return {
    storage,
    notifier,
    clock,
    receiver,
    failing,
    logged,
    messages: () => receiver.bodies.map((body) => (body as Message).data),
    async turn(ms) {
      for (let left = ms; left > 0; left -= 5_000) {
        clock.turn(Math.min(5_000, left));
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
    attempts: (count) => eventuallyEquals(() => [receiver.requests, over], [count, count]),
    async [Symbol.asyncDispose]() {
      await notifier.close();
      await receiver[Symbol.asyncDispose]();
      failing.writes = failing.reads = false;
      await test[Symbol.asyncDispose]();
    },
  };
}

const SECRET = `whsec_${btoa("0123456789abcdef01234567")}`;

function webhookTo(url: string) {
  return { kind: "webhook" as const, url, ca: null };
}

/** Writes until the store is known to fail. */
async function notice({ storage }: Scene): Promise<void> {
  await eventually("the failure is known", async () => {
    await storage.packages.create({ name: crypto.randomUUID(), description: "" }, BY).catch(() => {});
    return storage.store.refusal("writes") !== null;
  });
}

/** The store has been found to work again. */
async function recovered({ storage, failing }: Scene): Promise<void> {
  failing.writes = failing.reads = false;
  await eventually("it works again", () => storage.store.healthy());
}

Deno.test("a store that fails for a minute is told to the fallback from memory, once, and its end once", async () => {
  await using on = await scene();
  on.failing.writes = true;
  await notice(on);
  await on.turn(5_000);
  await on.turn(FAILS_FOR_MS - 5_000);
  assertEquals(on.messages(), [], "not before a minute has passed");
  await on.turn(5_000);
  await on.attempts(1);
  const [told] = on.messages();
  assertEquals([told.status, told.severity, told.title], [
    "firing",
    "critical",
    "Not recorded: Andon cannot use its storage",
  ]);
  assertStringIncludes(
    told.text,
    "09:00:05 CET: The storage has no room left on its disk; free some space there.",
  );
  assertStringIncludes(told.text, "This message is not recorded");
  await on.turn(600_000);
  assertEquals(on.messages().length, 1, "once a failure");
  await recovered(on);
  await on.turn(5_000 + WORKS_FOR_MS - 1);
  assertEquals(on.messages().length, 1, "not before it works for a while");
  await on.turn(5_000);
  await on.attempts(2);
  const [, over] = on.messages();
  assertEquals([over.status, over.event_key, over.title], [
    "resolved",
    told.event_key,
    "Not recorded: Andon's storage works again",
  ]);
  assertMatch(over.text, /It failed from 31 Jan 2026, 09:00:05 CET until 31 Jan 2026, 09:/);
  await on.turn(600_000);
  assertEquals(on.messages().length, 2);
  assertEquals(
    (await on.storage.notifications.list({}, { limit: 10, offset: 0 })).total,
    0,
    "the log lacks both",
  );
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS + 5_000);
  await on.attempts(3);
  assertEquals(new Set(on.messages().map(({ key }) => key)).size, 3, "with a key of its own");
});

Deno.test("a failure that ends within a minute, and one of a store that others took over, are told to nobody", async () => {
  await using on = await scene();
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS - 5_000);
  await recovered(on);
  await on.turn(5_000);
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS - 5_000);
  assertEquals(on.messages(), [], "the minute begins again");
  fence(on.storage);
  await on.turn(600_000);
  assertEquals(on.messages(), [], "another process leads");
});

Deno.test("who was told that it fails is told that another process leads, even as this one ends", async () => {
  const on = await scene();
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS + 5_000);
  await on.attempts(1);
  fence(on.storage);
  await on.storage.store.takenOver;
  await on.notifier.close();
  assertEquals(on.messages().map(({ status }) => status), ["firing", "resolved"]);
  await on[Symbol.asyncDispose]();
});

Deno.test("a receiver that refuses is asked again with the same key; a failure that is over by then is told to nobody", async () => {
  await using on = await scene();
  on.receiver.behave = () => new Response("busy", { status: 500 });
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS + 5_000);
  await on.attempts(1);
  await eventually("and refused", () => on.logged.some((line) => line.includes("could not be told")));
  on.receiver.behave = () => new Response("taken");
  await on.turn(30_000);
  await on.attempts(2);
  assertEquals(new Set(on.messages().map(({ key }) => key)).size, 1);
  await recovered(on);
  await on.turn(60_000);
  await on.attempts(3);
  on.receiver.behave = () => new Response("busy", { status: 500 });
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS + 5_000);
  await on.attempts(4);
  await recovered(on);
  on.receiver.behave = () => new Response("taken");
  await on.turn(120_000);
  assertEquals(on.receiver.requests, 4);
});

Deno.test("a notification state that cannot be read is told as well, though the store works", async () => {
  await using on = await scene();
  const key = ["outbox", "00000000000000010000"];
  await on.storage.store.commit({ mutations: [{ type: "set", key, value: 7 }] }, 1);
  on.notifier.notifier.wake();
  await eventually("it fails", () => on.notifier.notifier.failure !== null);
  await on.turn(FAILS_FOR_MS + 5_000);
  await on.attempts(1);
});

Deno.test("without a fallback nobody can be told, and the log says so", async () => {
  await using on = await scene({ hasFallback: false });
  on.failing.writes = true;
  await notice(on);
  await on.turn(FAILS_FOR_MS + 5_000);
  await eventually(
    "it is logged",
    () => on.logged.some((line) => line.includes("No contact point is the fallback")),
  );
  assertEquals(on.receiver.requests, 0);
});

/** As the lease does when another process is seen to hold it. */
function fence({ store }: Storage): void {
  (store as unknown as { fence(): void }).fence();
}
