import { assert, assertEquals, assertRejects } from "@std/assert";
import { ClusterMembership } from "../../../../cluster/membership/cluster_membership.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { Leases, type LeasesOptions } from "../../../../cluster/membership/leases.ts";
import { type KvBackend, kvBackend } from "../../../../storage/store/backend.ts";
import { eventually } from "../../../support/eventually.ts";

const PARTITIONS = 64;
/** As in production, but many times faster; a lease outlasts the pauses of a busy machine. */
const TIMING = { leaseMs: 2_000, renewMs: 50, tickMs: 15, callDeadlineMs: 1_000 };

class Processes implements AsyncDisposable {
  readonly #all: Leases[] = [];
  readonly backend: KvBackend;

  constructor(readonly kv: Deno.Kv) {
    this.backend = kvBackend(kv);
  }

  static async on(): Promise<Processes> {
    return new Processes(await Deno.openKv(":memory:"));
  }

  start(id: string, options: Partial<LeasesOptions> = {}): Leases {
    const leases = new Leases({
      backend: this.backend,
      id,
      partitions: PARTITIONS,
      timing: TIMING,
      wallNow: Date.now,
      random: Math.random,
      log: () => {},
      ...options,
    });
    this.#all.push(leases);
    return leases;
  }

  async holders(): Promise<(string | null)[]> {
    const entries = await Array.fromAsync(this.kv.list<{ holder: string | null }>({ prefix: ["epoch"] }));
    return entries.map(({ value }) => value.holder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#all.map((leases) => leases.release()));
    this.kv.close();
  }
}

function sizes(...processes: Leases[]): number[] {
  return processes.map(({ held }) => held.length).sort();
}

Deno.test("three processes share the partitions evenly, and the others claim what one releases", async () => {
  await using on = await Processes.on();
  const [a, b, c] = ["a", "b", "c"].map((id) => on.start(id));
  await eventually("an even share each", () => String(sizes(a, b, c)) === "21,21,22");
  assertEquals(a.live, ["a", "b", "c"]);
  await b.release();
  assertEquals((await on.holders()).includes("b"), false);
  await eventually("an even share of the two", () => String(sizes(a, c)) === "32,32");
  assertEquals(new Set([...a.held, ...c.held]).size, PARTITIONS);
});

Deno.test("a process that stops renewing loses its partitions when its lease expires, and notices", async () => {
  await using on = await Processes.on();
  let isAway = false;
  const paused: KvBackend = {
    ...on.backend,
    write: (atomic) => isAway ? new Promise(() => {}) : on.backend.write(atomic),
  };
  const a = on.start("a", { backend: paused });
  const fence = await a.acquired(5);
  isAway = true;
  const b = on.start("b");
  const taken = await b.acquired(5);
  assert(taken.check.versionstamp! > fence.check.versionstamp!);
  isAway = false;
  await fence.lost;
  const epoch = await on.kv.get<{ epoch: number }>(["epoch", 5]);
  assertEquals(epoch.value?.epoch, 2, "a claim raises the epoch by one");
});

/** The record of a process. */
async function recordOf(on: Processes, id: string): Promise<{ beat?: number; program?: string } | null> {
  return (await on.kv.get<{ beat?: number; program?: string }>(["process", id])).value;
}

Deno.test("a leaving process announces it before its next renewal is due", async () => {
  await using on = await Processes.on();
  const membership = new ClusterMembership("a", { address: "a:1", program: "1" });
  on.start("a", { membership, timing: { ...TIMING, renewMs: 600_000, leaseMs: 1_200_000 } });
  await eventually("it is there", async () => (await recordOf(on, "a"))?.program === "1");
  membership.leave();
  await eventually(
    "it hosts no shards any more",
    async () => (await recordOf(on, "a"))?.program === undefined,
  );
  assertEquals(await recordOf(on, "a").then((record) => record?.beat), 2);
});

Deno.test("a process whose record is missing writes it before it claims anything", async () => {
  await using on = await Processes.on();
  const seldom = { ...TIMING, renewMs: 600_000, leaseMs: 1_200_000 };
  const a = on.start("a", { partitions: 1, timing: seldom });
  const { lost } = await a.acquired(0);
  await on.kv.atomic().delete(["process", "a"]).delete(["epoch", 0]).commit();
  await lost;
  await a.acquired(0);
  const [record, epoch] = await on.kv.getMany([["process", "a"], ["epoch", 0]]);
  assert(record.versionstamp !== null && record.versionstamp < epoch.versionstamp!);
});

Deno.test("a leaving process claims nothing, even if it is free", async () => {
  await using on = await Processes.on();
  const membership = new ClusterMembership("b", { address: "b:1", program: "1" });
  const a = on.start("a", { partitions: 1 });
  await a.acquired(0);
  const b = on.start("b", { partitions: 1, membership });
  membership.leave();
  await a.release();
  const { beat = 0 } = await eventually("it is alive", () => recordOf(on, "b"));
  await eventually(
    "it has read the leases several times",
    async () => (await recordOf(on, "b"))!.beat! >= beat + 3,
  );
  assertEquals([b.held, await on.holders()], [[], [null]]);
});

Deno.test("a renewal never changes what commits check", async () => {
  await using on = await Processes.on();
  const a = on.start("a");
  const { check } = await a.acquired(0);
  const before = (await on.kv.get(["process", "a"])).versionstamp;
  await eventually("it is renewed", async () => (await on.kv.get(["process", "a"])).versionstamp !== before);
  assertEquals((await on.kv.get(["epoch", 0])).versionstamp, check.versionstamp);
  assertEquals(a.fence(0)?.check, check);
});

Deno.test("the work on a partition ends before its lease is released", async () => {
  await using on = await Processes.on();
  const released: number[] = [];
  const early: number[] = [];
  const a = on.start("a", {
    async beforeRelease(partition) {
      const entry = await on.kv.get<{ holder: string | null }>(["epoch", partition]);
      if (entry.value?.holder !== "a") early.push(partition);
      released.push(partition);
    },
  });
  await a.acquired(0);
  const b = on.start("b");
  await eventually("half is released", () => String(sizes(a, b)) === "32,32");
  assert(released.length > 0);
  assertEquals(early, []);
});

Deno.test("seize claims the lease of a live process at once", async () => {
  await using on = await Processes.on();
  const a = on.start("a", { partitions: 1 });
  const fence = await a.acquired(0);
  const b = on.start("b", { partitions: 1, seize: true });
  await b.acquired(0);
  await fence.lost;
  assertEquals(a.held, []);
});

Deno.test("the next reading finds a claim whose response was lost", async () => {
  await using on = await Processes.on();
  const deaf: KvBackend = {
    ...on.backend,
    async write(atomic) {
      const result = await on.backend.write(atomic);
      return atomic.mutations.some(({ key }) => key[0] === "epoch") ? await new Promise(() => {}) : result;
    },
  };
  const a = on.start("a", { backend: deaf });
  await a.acquired(63);
  const { value } = await on.kv.get<{ epoch: number }>(["epoch", 63]);
  assertEquals(value?.epoch, 1);
});

Deno.test("a wait for a partition is refused when its process leaves", async () => {
  await using on = await Processes.on();
  const a = on.start("a", { partitions: 1 });
  await a.acquired(0);
  const b = on.start("b", { partitions: 1 });
  const waiting = assertRejects(() => b.acquired(0), Refusal, "is held by another process");
  await b.release();
  await waiting;
});

Deno.test("the records of dead processes are deleted", async () => {
  await using on = await Processes.on();
  await on.kv.set(["process", "dead"], { v: 1, untilMs: 0 });
  await on.kv.set(["epoch", 7], { v: 1, epoch: 4, holder: "dead" });
  const a = on.start("a");
  await a.acquired(7);
  await eventually("it is gone", async () => (await on.kv.get(["process", "dead"])).value === null);
  assertEquals((await on.kv.get<{ epoch: number }>(["epoch", 7])).value?.epoch, 5);
});

Deno.test("a claim that arrives late does not displace a newer holder", async () => {
  await using on = await Processes.on();
  const { promise: late, resolve: land } = Promise.withResolvers<void>();
  const landed: Promise<unknown>[] = [];
  const slow: KvBackend = {
    ...on.backend,
    write(atomic) {
      if (atomic.mutations[0].key[0] !== "epoch") return on.backend.write(atomic);
      landed.push(late.then(() => on.backend.write(atomic)));
      return new Promise(() => {});
    },
  };
  const b = on.start("b", { backend: slow, partitions: 1 });
  await eventually("b has sent its claim", () => landed.length > 0);
  const leaving = b.release();
  const a = on.start("a", { partitions: 1 });
  const fence = await a.acquired(0);
  land();
  assertEquals(
    new Set((await Promise.all(landed)).map((result) => JSON.stringify(result))),
    new Set(['{"ok":false}']),
  );
  await leaving;
  assertEquals(a.fence(0)?.check, fence.check);
});

Deno.test("leases are not valid while renewals fail, and valid again after the next renewal", async () => {
  await using on = await Processes.on();
  let isAway = false;
  const shaky: KvBackend = {
    ...on.backend,
    write: (atomic) => isAway ? Promise.reject(new TypeError("away")) : on.backend.write(atomic),
  };
  const a = on.start("a", { backend: shaky });
  await a.acquired(5);
  assertEquals(a.isValid(), true);
  isAway = true;
  await eventually("others may count it as dead", () => !a.isValid());
  isAway = false;
  await eventually("it has renewed", () => a.isValid());
});
