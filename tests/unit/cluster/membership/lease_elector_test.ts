import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import {
  GAP_MS,
  LEASE_MS,
  LeaseHarness,
  PARTITIONS,
  RENEW_MS,
  TICK_MS,
} from "../../../support/lease_harness.ts";

Deno.test("decide() lets one process claim everything, and spreads it evenly over three", () => {
  const harness = new LeaseHarness();
  harness.join("a");
  harness.run(1_000);
  assertEquals(harness.counts(), { a: PARTITIONS });
  harness.join("b");
  harness.join("c");
  harness.run(3_000);
  assertEquals(Object.values(harness.counts()).sort(), [21, 21, 22]);
});

Deno.test("decide() claims a dead process's partitions within its lease and two readings, not before", () => {
  const harness = new LeaseHarness();
  for (const id of ["a", "b", "c"]) harness.join(id);
  harness.run(3_000);
  harness.stop("b");
  harness.run(LEASE_MS - RENEW_MS - 2 * TICK_MS);
  assert(harness.counts().b > 20, "it may still be alive");
  harness.run(RENEW_MS + 6 * TICK_MS);
  assertEquals(harness.counts(), { a: 32, c: 32 });
});

Deno.test("decide() claims nothing from processes that could not renew while the store was away", () => {
  const harness = new LeaseHarness();
  for (const id of ["a", "b", "c"]) harness.join(id);
  harness.run(3_000);
  const before = harness.holders();
  harness.storeIsAway(60_000);
  harness.run(2_000);
  assertEquals(harness.holders(), before);
});

Deno.test("decide() soon claims the partitions of a process that died long ago", () => {
  const harness = new LeaseHarness();
  harness.join("a");
  harness.run(1_000);
  harness.stop("a");
  harness.run(10 * LEASE_MS);
  harness.join("b");
  harness.run(2 * GAP_MS + 4 * TICK_MS);
  assertEquals(harness.counts(), { b: PARTITIONS });
});

type Act = { kind: "join" | "stop" | "pause" | "resume" | "leave"; who: number } | {
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
      kind: fc.constantFrom(
        "join" as const,
        "stop" as const,
        "pause" as const,
        "resume" as const,
        "leave" as const,
      ),
      who: fc.nat(4),
    }),
  },
);

Deno.test("whatever starts, dies, pauses and leaves: an epoch has one holder, no live process loses a partition, and in the end all is spread evenly", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), fc.nat(), (acts, seed) => {
      const harness = new LeaseHarness(seed);
      for (const one of acts) {
        if (one.kind === "run") harness.run(one.ms);
        else harness.act(one.kind, `p${one.who}`);
      }
      harness.resumeAll();
      harness.join("last");
      harness.run(2 * LEASE_MS + 6_000);
      const counts = Object.values(harness.counts());
      assertEquals(counts.reduce((sum, count) => sum + count, 0), PARTITIONS, "everything is held");
      assert(Math.max(...counts) - Math.min(...counts) <= 1, `spread evenly: ${counts}`);
      assertEquals(harness.stolen, [], "no live process lost a partition that it had not released");
      assertEquals(harness.reusedEpochs, [], "one holder per epoch");
    }),
    { numRuns: 150 },
  );
});
