import { assert, assertEquals, assertRejects } from "@std/assert";
import { Lease, type LeaseOptions } from "../../../../cluster/lease/lease.ts";
import type { EpochRecord } from "../../../../cluster/lease/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { type KvBackend, kvBackend } from "../../../../storage/store/backend.ts";
import { eventually } from "../../../support/eventually.ts";
import { fc } from "../../../support/fast_check.ts";
import { LeaseHarness } from "../../../support/lease_harness.ts";

/** As in production, but many times faster; a lease outlasts the pauses of a busy machine. */
const TIMING = { leaseMs: 2_000, renewMs: 50, tickMs: 15, callDeadlineMs: 1_000 };

class Store implements AsyncDisposable {
  readonly #all: Lease[] = [];
  readonly backend: KvBackend;

  constructor(readonly kv: Deno.Kv) {
    this.backend = kvBackend(kv);
  }

  static async open(): Promise<Store> {
    return new Store(await Deno.openKv(":memory:"));
  }

  start(id: string, options: Partial<LeaseOptions> = {}): Lease {
    const lease = new Lease({
      backend: this.backend,
      id,
      timing: TIMING,
      wallNow: Date.now,
      random: Math.random,
      log: () => {},
      ...options,
    });
    this.#all.push(lease);
    return lease;
  }

  async epoch(): Promise<EpochRecord | null> {
    return (await this.kv.get<EpochRecord>(["epoch", 0])).value;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((lease) => lease.release()));
    this.kv.close();
  }
}

Deno.test("one process holds the lease; when it releases it, another claims it under the next epoch", async () => {
  await using store = await Store.open();
  const a = store.start("a");
  await a.acquired();
  const b = store.start("b");
  await eventually("both see each other", () => String(a.live) === "a,b" && String(b.live) === "a,b");
  assertEquals([b.fence, await store.epoch()], [undefined, { v: 1, epoch: 1, holder: "a" }]);
  await a.release();
  await b.acquired();
  assertEquals(await store.epoch(), { v: 1, epoch: 2, holder: "b" });
});

Deno.test("a process that stops renewing loses the lease when it expires, and notices", async () => {
  await using store = await Store.open();
  let isAway = false;
  const paused: KvBackend = {
    ...store.backend,
    write: (atomic) => isAway ? new Promise(() => {}) : store.backend.write(atomic),
  };
  const a = store.start("a", { backend: paused });
  const fence = await a.acquired();
  isAway = true;
  const taken = await store.start("b").acquired();
  assert(taken.check.versionstamp! > fence.check.versionstamp!);
  isAway = false;
  await fence.lost;
  assertEquals((await store.epoch())?.epoch, 2, "a claim raises the epoch by one");
});

Deno.test("a process whose record is missing writes it before it claims the lease", async () => {
  await using store = await Store.open();
  const seldom = { ...TIMING, renewMs: 600_000, leaseMs: 1_200_000 };
  const a = store.start("a", { timing: seldom });
  const { lost } = await a.acquired();
  await store.kv.atomic().delete(["process", "a"]).delete(["epoch", 0]).commit();
  await lost;
  await a.acquired();
  const [record, epoch] = await store.kv.getMany([["process", "a"], ["epoch", 0]]);
  assert(record.versionstamp !== null && record.versionstamp < epoch.versionstamp!);
});

Deno.test("a renewal never changes what commits check", async () => {
  await using store = await Store.open();
  const a = store.start("a");
  const { check } = await a.acquired();
  const stamp = async () => (await store.kv.get(["process", "a"])).versionstamp;
  const before = await stamp();
  await eventually("it is renewed", async () => await stamp() !== before);
  assertEquals((await store.kv.get(["epoch", 0])).versionstamp, check.versionstamp);
  assertEquals(a.fence?.check, check);
});

Deno.test("seize claims the lease of a live process at once, and only at its start", async () => {
  await using store = await Store.open();
  const a = store.start("a");
  const fence = await a.acquired();
  const b = store.start("b", { seize: true });
  const { lost } = await b.acquired();
  await fence.lost;
  assertEquals(a.fence, undefined);
  await store.start("c", { seize: true }).acquired();
  await lost;
  await eventually("b still reads", () => b.live.length === 3);
  assertEquals(await store.epoch(), { v: 1, epoch: 3, holder: "c" });
});

Deno.test("the next reading finds a claim whose response was lost", async () => {
  await using store = await Store.open();
  const deaf: KvBackend = {
    ...store.backend,
    async write(atomic) {
      const result = await store.backend.write(atomic);
      return atomic.mutations.some(({ key }) => key[0] === "epoch") ? await new Promise(() => {}) : result;
    },
  };
  await store.start("a", { backend: deaf }).acquired();
  assertEquals((await store.epoch())?.epoch, 1);
});

Deno.test("a wait for the lease is refused when its process leaves", async () => {
  await using store = await Store.open();
  await store.start("a").acquired();
  const b = store.start("b");
  const waiting = assertRejects(() => b.acquired(), Refusal, "is held by another process");
  await b.release();
  await waiting;
});

Deno.test("the leader deletes the records of dead processes", async () => {
  await using store = await Store.open();
  await store.kv.set(["process", "dead"], { v: 1, untilMs: 0 });
  await store.kv.set(["epoch", 0], { v: 1, epoch: 4, holder: "dead" });
  await store.start("a").acquired();
  await eventually("it is gone", async () => (await store.kv.get(["process", "dead"])).value === null);
  assertEquals((await store.epoch())?.epoch, 5);
});

Deno.test("a claim that arrives late does not displace a newer holder", async () => {
  await using store = await Store.open();
  const { promise: late, resolve: land } = Promise.withResolvers<void>();
  const landed: Promise<{ ok: boolean }>[] = [];
  const slow: KvBackend = {
    ...store.backend,
    write(atomic) {
      if (atomic.mutations[0].key[0] !== "epoch") return store.backend.write(atomic);
      landed.push(late.then(() => store.backend.write(atomic)));
      return new Promise(() => {});
    },
  };
  const b = store.start("b", { backend: slow });
  await eventually("b has sent its claim", () => landed.length > 0);
  const leaving = b.release();
  const a = store.start("a");
  const fence = await a.acquired();
  land();
  assertEquals(new Set((await Promise.all(landed)).map(({ ok }) => ok)), new Set([false]));
  await leaving;
  assertEquals(a.fence?.check, fence.check);
});

Deno.test("the lease is not valid while renewals fail, and valid again after the next renewal", async () => {
  await using store = await Store.open();
  let isAway = false;
  const shaky: KvBackend = {
    ...store.backend,
    write: (atomic) => isAway ? Promise.reject(new TypeError("away")) : store.backend.write(atomic),
  };
  const a = store.start("a", { backend: shaky });
  await a.acquired();
  assertEquals(a.isValid(), true);
  isAway = true;
  await eventually("others may count it as dead", () => !a.isValid());
  isAway = false;
  await eventually("it has renewed", () => a.isValid());
});

type Act = { kind: "start" | "kill" | "pause" | "resume" | "leave"; who: number } | {
  kind: "run";
  ms: number;
};

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("run" as const), ms: fc.integer({ min: 50, max: 9_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(...["start", "kill", "pause", "resume", "leave"] as const),
      who: fc.nat(3),
    }),
  },
);

Deno.test("whatever starts, dies, pauses and leaves: an epoch has one holder, a live leader is not displaced, and one leads in the end", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 15 }), async (acts) => {
      await using harness = await LeaseHarness.open();
      for (const one of acts) {
        if (one.kind === "run") await harness.run(one.ms);
        else harness[one.kind](`p${one.who}`);
      }
      harness.resumeAll();
      harness.start("last");
      await harness.run(16_000);
      assertEquals(harness.leaders().length, 1, "one leads in the end");
      assertEquals(harness.displaced, [], "no live leader lost the lease");
      assertEquals(harness.reusedEpochs, [], "one holder per epoch");
    }),
    { numRuns: 12 },
  );
});
