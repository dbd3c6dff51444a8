import { assertEquals } from "@std/assert";
import { failed } from "../../../../actors/runtime/failure.ts";
import { type HostOptions, ShardHost } from "../../../../actors/runtime/host.ts";
import type { ShardLink } from "../../../../actors/runtime/link.ts";
import { localPorts, type ShardSidePort } from "../../../../actors/runtime/port.ts";
import type { Outcome, ToShard } from "../../../../actors/runtime/protocol.ts";
import type { Commit } from "../../../../domain/shared/commit.ts";
import { until } from "../../../support/runtime_harness.ts";
import { RuntimeStore } from "../../../support/runtime_store.ts";
import { FakeTimers, restOfTheLoop } from "../../../support/runtime_timers.ts";

/** The remote end of one incarnation, simulated by the test. */
interface FarEnd {
  port: ShardSidePort;
  heard: ToShard[];
  /** Whether it answers pings. */
  alive: boolean;
  throwError: (reason: string) => void;
}

interface Scene {
  host: ShardHost;
  timers: FakeTimers;
  store: RuntimeStore;
  ends: FarEnd[];
  replaced: number[];
}

async function withHost(test: (scene: Scene) => Promise<void>, open?: HostOptions["open"]): Promise<void> {
  const store = await RuntimeStore.open();
  const timers = new FakeTimers();
  const ends: FarEnd[] = [];
  const replaced: number[] = [];
  const host = new ShardHost({
    shard: 0,
    shards: 1,
    init: undefined,
    limits: { mailboxLimit: 10, idleMs: 1000, storeDeadlineMs: 1000, waitDeadlineMs: 1000 },
    open: open ?? (() => openFarEnd(ends)),
    store,
    lane: 0,
    timers,
    now: timers.now,
    log: () => {},
    heartbeatMs: 1000,
    heartbeatDeadlineMs: 5000,
    startDeadlineMs: 30_000,
    queueLimit: 3,
    onRoute: () => {},
    onPublish: () => {},
    onReplaced: (shard) => replaced.push(shard),
  });
  try {
    host.open();
    await test({ host, timers, store, ends, replaced });
  } finally {
    host.end();
    store.close();
  }
}

function openFarEnd(ends: FarEnd[]): ShardLink {
  const ports = localPorts();
  const end: FarEnd = { port: ports.shard, heard: [], alive: true, throwError: () => {} };
  ends.push(end);
  ports.shard.onMessage((message) => {
    end.heard.push(message);
    const counts = { actors: 0, queued: 0, turns: 0, dropped: 0, received: 0 };
    if (message.type === "ping" && end.alive) ports.shard.post({ v: 1, type: "pong", counts });
  });
  return { port: ports.main, onLost: (handler) => end.throwError = handler, close: () => {} };
}

async function beats({ host, timers }: Scene, count: number): Promise<void> {
  for (let beat = 0; beat < count; beat++) {
    await timers.advance(1000);
    host.beat();
    await restOfTheLoop();
  }
}

function ready(end: FarEnd): Promise<void> {
  end.port.post({ v: 1, type: "ready" });
  return restOfTheLoop();
}

function send(host: ShardHost): Promise<Outcome> {
  return new Promise((settle) => {
    const to = { kind: "toy", id: "a" };
    host.send({ to, message: "hello", asker: { settle }, expiresMs: Infinity, transfer: undefined });
  });
}

Deno.test("ShardHost keeps a shard that answers and replaces one that is silent for the deadline", () =>
  withHost(async (scene) => {
    await ready(scene.ends[0]);
    await beats(scene, 20);
    assertEquals(scene.ends.length, 1);
    scene.ends[0].alive = false;
    await beats(scene, 5);
    assertEquals(scene.ends.length, 1);
    await beats(scene, 2);
    assertEquals([scene.ends.length, scene.replaced], [2, []]);
    await ready(scene.ends[1]);
    assertEquals([scene.replaced, scene.host.stats().replaced], [[0], 1]);
  }));

Deno.test("ShardHost counts any message of a shard as a heartbeat, and replaces a silent one", () =>
  withHost(async (scene) => {
    const [end] = scene.ends;
    await ready(end);
    end.alive = false;
    for (let times = 0; times < 5; times++) {
      await beats(scene, 4);
      end.port.post({ v: 1, type: "publish", channel: "news", data: times });
      await restOfTheLoop();
    }
    await beats(scene, 5);
    assertEquals(scene.ends.length, 1);
    await beats(scene, 2);
    assertEquals(scene.ends.length, 2);
  }));

Deno.test("ShardHost blames no shard for its own late beat", () =>
  withHost(async (scene) => {
    await ready(scene.ends[0]);
    await scene.timers.advance(60_000);
    scene.host.beat();
    await restOfTheLoop();
    assertEquals(scene.ends.length, 1);
  }));

Deno.test("ShardHost gives a shard longer to start than to answer", () =>
  withHost(async (scene) => {
    scene.ends[0].alive = false;
    await beats(scene, 29);
    assertEquals(scene.ends.length, 1);
    await beats(scene, 4);
    assertEquals(scene.ends.length, 2);
  }));

Deno.test("ShardHost tries to start again after 1 s, 2 s, 4 s … 30 s", async () => {
  const attempts: number[] = [];
  let clock: FakeTimers | undefined;
  await withHost(async ({ timers }) => {
    clock = timers;
    await timers.advance(95_000);
  }, () => {
    attempts.push(clock?.now() ?? 1_000_000);
    throw new Error("no worker");
  });
  const waits = attempts.slice(1).map((atMs, index) => atMs - attempts[index]);
  assertEquals(waits, [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

Deno.test("ShardHost replaces a steady shard at once, one that keeps failing with growing waits", () =>
  withHost(async (scene) => {
    const openAfter = async (ms: number) => {
      await scene.timers.advance(ms);
      return scene.ends.length;
    };
    await ready(scene.ends[0]);
    scene.ends[0].throwError("first");
    assertEquals(await openAfter(0), 2);
    await ready(scene.ends[1]);
    scene.ends[1].throwError("second");
    assertEquals([await openAfter(999), await openAfter(1)], [2, 3]);
    await ready(scene.ends[2]);
    await scene.timers.advance(30_000);
    scene.ends[2].throwError("third, after a steady life");
    assertEquals(await openAfter(0), 4);
  }));

Deno.test("ShardHost fails open asks when the shard is lost, and does not hear the lost one any more", () =>
  withHost(async (scene) => {
    const [first] = scene.ends;
    await ready(first);
    const lostAsk = send(scene.host);
    await restOfTheLoop();
    first.throwError("lost");
    const outcome = await lostAsk;
    assertEquals(outcome.ok ? "" : outcome.refusal.code, "UNAVAILABLE");
    await scene.timers.advance(0);
    let settled = false;
    void send(scene.host).then(() => settled = true);
    await restOfTheLoop();
    const ask = scene.ends[1].heard.map((message) => message.type === "deliver" ? message.ask : undefined)
      .find(Boolean);
    first.port.post({ v: 1, type: "answer", ask: ask ?? 0, outcome: { ok: true, value: "late" } });
    first.throwError("again");
    await restOfTheLoop();
    assertEquals([settled, scene.ends.length], [false, 2]);
  }));

Deno.test("ShardHost opens the successor once the commits under way are settled", () =>
  withHost(async (scene) => {
    const [first] = scene.ends;
    await ready(first);
    const hold = scene.store.hold(["w"]);
    const commit: Commit = { mutations: [{ type: "set", key: ["w"], value: 1 }] };
    first.port.post({ v: 1, type: "store", call: 1, request: { op: "commit", commit } });
    await until("the commit is held", () => hold.waiting() === 1);
    first.throwError("lost");
    await scene.timers.advance(0);
    assertEquals(scene.ends.length, 1);
    hold.release();
    await until("the successor is opened", () => scene.ends.length === 2);
  }));

Deno.test("ShardHost waits for such commits no longer than a store call may take", () =>
  withHost(async (scene) => {
    const [first] = scene.ends;
    await ready(first);
    const hold = scene.store.hold(["w"]);
    const commit: Commit = { mutations: [{ type: "set", key: ["w"], value: 1 }] };
    first.port.post({ v: 1, type: "store", call: 1, request: { op: "commit", commit } });
    await until("the commit is held", () => hold.waiting() === 1);
    first.throwError("lost");
    await scene.timers.advance(999);
    assertEquals(scene.ends.length, 1);
    await scene.timers.advance(1);
    assertEquals(scene.ends.length, 2);
    hold.release();
  }));

Deno.test("ShardHost.answer() reaches only the incarnation that asked", () =>
  withHost(async (scene) => {
    await ready(scene.ends[0]);
    const { incarnation } = scene.host;
    scene.ends[0].throwError("lost");
    await scene.timers.advance(0);
    scene.host.answer(1, { incarnation, outcome: failed(new Error("for the former one")) });
    scene.host.answer(2, { incarnation: scene.host.incarnation, outcome: failed(new Error("for this one")) });
    await restOfTheLoop();
    const answers = scene.ends[1].heard.flatMap((message) => message.type === "answer" ? [message.ask] : []);
    assertEquals(answers, [2]);
  }));

Deno.test("ShardHost refuses what exceeds its queue until the shard reports", () =>
  withHost(async (scene) => {
    await ready(scene.ends[0]);
    for (let n = 0; n < 3; n++) void send(scene.host);
    const outcome = await send(scene.host);
    assertEquals(
      outcome.ok ? "" : outcome.refusal.message,
      'The shard of toy "a" has too many messages waiting; try again',
    );
    scene.ends[0].port.post({ v: 1, type: "received", received: 1 });
    await restOfTheLoop();
    void send(scene.host);
    await restOfTheLoop();
    assertEquals(scene.ends[0].heard.filter(({ type }) => type === "deliver").length, 4);
  }));
