import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Channel, channelLink, hostWorker } from "../../cluster/remote_shards/channel.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { realTimers } from "../../actors/runtime/timers.ts";
import { RemoteWorkers, type RemoteWorkersOptions } from "../support/remote_workers.ts";
import {
  refusalOf,
  type RuntimeHarness,
  spawnToyWorker,
  until,
  withRuntimeHarness,
} from "../support/runtime_harness.ts";
import { restOfTheLoop } from "../support/runtime_timers.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";

const QUICK = { shards: 2, heartbeatMs: 30, heartbeatDeadlineMs: 3_000 };

function counter(harness: RuntimeHarness, id: string) {
  return harness.system.ref<{ add: number }>("counter", id);
}

function nextReplaced(harness: RuntimeHarness): Promise<number> {
  return new Promise((resolve) => harness.system.onShardReplaced(resolve));
}

/** Shard 1 is remote at first, and local once its channel is lost. */
async function withRemoteShard(
  test: (harness: RuntimeHarness, place: RemoteWorkers) => Promise<void>,
  options: RemoteWorkersOptions & { port?: (place: RemoteWorkers) => number } = {},
): Promise<void> {
  await using place = new RemoteWorkers(options);
  let isLent = false;
  const elsewhere = (shard: number): ShardLink | undefined => {
    if (shard !== 1 || isLent) return undefined;
    isLent = true;
    return place.linkTo(shard, options.port?.(place));
  };
  await withRuntimeHarness({ ...QUICK, elsewhere }, (harness) => test(harness, place));
}

/** After every loss callers are refused, and the shard's actors continue locally with what is stored. */
async function isReplaced(harness: RuntimeHarness, lose: () => void): Promise<void> {
  assertEquals(await counter(harness, "1:c").ask({ add: 3 }), 3);
  const hold = harness.store.hold(["never"]);
  const waiting = refusalOf(harness.script("1:w").ask({ name: "w", read: ["never"] }));
  const ask = { to: { kind: "script", id: "1:w" }, script: { name: "w2", read: ["never"] as const } };
  const asking = refusalOf(harness.script("0:a").ask({ name: "a", ask }));
  await until("both are on their way", () => hold.waiting() === 1);
  await harness.script("1:v").ask({ name: "v" });
  const replaced = nextReplaced(harness);
  lose();
  for (const refusal of await Promise.all([waiting, asking])) {
    assertEquals([refusal.code, refusal.message], [
      "UNAVAILABLE",
      "The actor's shard was restarted; try again",
    ]);
  }
  assertEquals(await replaced, 1);
  hold.release();
  assertEquals(await counter(harness, "1:c").ask({ add: 1 }), 4);
  assertEquals(harness.system.stats().map(({ replaced }) => replaced), [0, 1]);
  assertEquals(harness.workers.length, 2);
}

Deno.test("a shard whose channel ends is lost, and is replaced elsewhere", () =>
  withRemoteShard((harness, place) => isReplaced(harness, () => place.lines[0].close("enough"))));

for (const misbehave of ["throw_in_timer", "exit"] as const) {
  Deno.test(`a remote worker lost by ${misbehave} is replaced, and neither process ends`, () =>
    withRemoteShard(async (harness, place) => {
      await isReplaced(harness, () => harness.script("1:x").tell({ name: "x", misbehave }));
      await until("the worker host notices", () => place.ended.length === 1);
      if (misbehave === "throw_in_timer") assertStringIncludes(place.ended[0], "it threw");
    }));
}

Deno.test("a shard is replaced when its connection is cut", async () => {
  let shaky: FaultyProxy | undefined;
  const port = (place: RemoteWorkers) => Number(new URL((shaky = new FaultyProxy(place.port)).url).port);
  await withRemoteShard((harness) => isReplaced(harness, () => shaky?.cut()), { port });
  await shaky?.[Symbol.asyncDispose]();
});

Deno.test("a shard is replaced when its connection stalls", async () => {
  let shaky: FaultyProxy | undefined;
  const port = (place: RemoteWorkers) => Number(new URL((shaky = new FaultyProxy(place.port)).url).port);
  await withRemoteShard(async (harness) => {
    await isReplaced(harness, () => shaky?.slow(5_000));
    assertStringIncludes(JSON.stringify(harness.logged), "it gave no sign of life for 3000 ms");
    await shaky?.[Symbol.asyncDispose]();
  }, { port });
});

Deno.test("an abandoned remote worker may keep throwing: the process survives", async () => {
  const worker = spawnToyWorker();
  let throwNow = () => {};
  const terminated = Promise.withResolvers<void>();
  worker.terminate = () => terminated.resolve();
  const channel = new FakeChannel();
  hostWorker(worker, channel);
  channel.close("enough");
  await terminated.promise;
  const event = new ErrorEvent("error", { cancelable: true, message: "late" });
  throwNow = () => void worker.dispatchEvent(event);
  throwNow();
  assert(event.defaultPrevented, "or the process would end");
  Worker.prototype.terminate.call(worker);
});

/** A channel whose other end is the test. */
class FakeChannel implements Channel {
  readonly sent: Uint8Array[] = [];
  readonly reasons: string[] = [];
  #take: (bytes: Uint8Array) => void = () => {};
  #closed: ((reason: string) => void)[] = [];

  send(bytes: Uint8Array): void {
    this.sent.push(bytes);
  }

  onMessage(handler: (bytes: Uint8Array) => void): void {
    this.#take = handler;
  }

  onClosed(handler: (reason: string) => void): void {
    this.#closed.push(handler);
  }

  close(reason: string): void {
    this.reasons.push(reason);
    for (const tell of this.#closed.splice(0)) tell(reason);
  }

  come(bytes: Uint8Array): void {
    this.#take(bytes);
  }
}

const NOT_UNDERSTOOD = {
  "no message": new Uint8Array([1, 2, 3]),
  "nothing": new Uint8Array(0),
};

for (const [what, bytes] of Object.entries(NOT_UNDERSTOOD)) {
  Deno.test(`${what} instead of a message closes a channel at either end`, () => {
    const channel = new FakeChannel();
    const lost: string[] = [];
    const link = channelLink(channel);
    link.onLost((reason) => lost.push(reason));
    link.port.onMessage(() => lost.push("heard"));
    channel.come(bytes);
    assertEquals(lost, ["a message could not be read"]);
    const hosted = new FakeChannel();
    hostWorker(spawnToyWorker(), hosted);
    hosted.come(bytes);
    assertEquals(hosted.reasons, ["a message could not be read"]);
  });
}

Deno.test("a remote worker ends after a long silence of the leader, and not before", async () => {
  const due: { delayMs: number; run: () => void }[] = [];
  const timers = {
    ...realTimers,
    after: (delayMs: number, run: () => void) => (due.push({ delayMs, run }), () => {}),
  };
  await withRemoteShard(async (harness, place) => {
    await harness.system.ready(10_000);
    assertEquals(due.map(({ delayMs }) => delayMs), [30_000]);
    due[0].run();
    await harness.script("1:x").ask({ name: "x" });
    due[1].run();
    assertEquals(place.ended, []);
  }, { hostTimers: timers });
  const channel = new FakeChannel();
  due.length = 0;
  hostWorker(spawnToyWorker(), channel, { timers, silenceMs: 7_000 });
  due[0].run();
  assertEquals([due[0].delayMs, channel.reasons], [7_000, ["the leader is silent"]]);
  await restOfTheLoop();
});

const LATE_MS = 20;

for (const shiftMs of [-2_000, 2_000]) {
  Deno.test(`deadlines hold when the worker host's clock is off by ${shiftMs} ms`, async () => {
    const spawnWorker = () =>
      new Worker(new URL(`../support/runtime_shifted_worker.ts?${shiftMs}`, import.meta.url), {
        type: "module",
      });
    const hostTimers = { ...realTimers, now: () => Date.now() + shiftMs };
    await withRemoteShard(async (harness) => {
      await harness.system.ready(10_000);
      const within = { deadlineMs: 1_000 };
      assertEquals(await harness.script("1:x").ask({ name: "x" }, within), "x");
      const ask = { to: { kind: "script", id: "0:y" }, script: { name: "y" }, ...within };
      assertEquals(await harness.script("1:x").ask({ name: "x", ask, answer: "read" }), "y");
      const hold = harness.store.hold(["slow"]);
      const slow = harness.script("1:s").ask({ name: "slow", read: ["slow"] });
      await until("the turn is held", () => hold.waiting() === 1);
      const late = await refusalOf(harness.script("1:s").ask({ name: "late" }, { deadlineMs: LATE_MS }));
      assertEquals(late.code, "UNAVAILABLE");
      // What is left of a deadline counts from the arrival: what was sent later has arrived later.
      await harness.script("1:v").ask({ name: "v" });
      const arrivedMs = Date.now();
      await until("the deadline has passed there too", () => Date.now() > arrivedMs + LATE_MS);
      hold.release();
      await slow;
      await harness.script("1:s").ask({ name: "next" });
      const turns = await harness.script("1:s").ask<string[]>({ name: "trace", answer: "trace" });
      assert(!turns.includes("decide late"), "no caller waits for it any more");
    }, { spawnWorker, hostTimers });
  });
}
