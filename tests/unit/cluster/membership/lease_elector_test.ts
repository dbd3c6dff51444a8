import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { GAP_MS, House, LEASE_MS, PARTITIONS, RENEW_MS, TICK_MS } from "../../../support/lease_house.ts";

Deno.test("look() lets one process take everything, and spreads it evenly once there are three", () => {
  const house = new House();
  house.join("a");
  house.run(1_000);
  assertEquals(house.counts(), { a: PARTITIONS });
  house.join("b");
  house.join("c");
  house.run(3_000);
  assertEquals(Object.values(house.counts()).sort(), [21, 21, 22]);
});

Deno.test("look() takes a dead process's partitions within its lease and two looks, not before", () => {
  const house = new House();
  for (const id of ["a", "b", "c"]) house.join(id);
  house.run(3_000);
  house.stop("b");
  house.run(LEASE_MS - RENEW_MS - 2 * TICK_MS);
  assert(house.counts().b > 20, "it may still live");
  house.run(RENEW_MS + 6 * TICK_MS);
  assertEquals(house.counts(), { a: 32, c: 32 });
});

Deno.test("look() takes nothing from those who could not renew while it could not look either", () => {
  const house = new House();
  for (const id of ["a", "b", "c"]) house.join(id);
  house.run(3_000);
  const before = house.holders();
  house.storeIsAway(60_000);
  house.run(2_000);
  assertEquals(house.holders(), before);
});

Deno.test("look() takes soon what a process holds that was gone long before, by its own deadline", () => {
  const house = new House();
  house.join("a");
  house.run(1_000);
  house.stop("a");
  house.run(10 * LEASE_MS);
  house.join("b");
  house.run(2 * GAP_MS + 4 * TICK_MS);
  assertEquals(house.counts(), { b: PARTITIONS });
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

Deno.test("whatever starts, dies, pauses and leaves: an epoch has one leader, no live process is robbed, and in the end all is spread evenly", () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 25 }), fc.nat(), (acts, seed) => {
      const house = new House(seed);
      for (const one of acts) {
        if (one.kind === "run") house.run(one.ms);
        else house.act(one.kind, `p${one.who}`);
      }
      house.resumeAll();
      house.join("last");
      house.run(2 * LEASE_MS + 6_000);
      const counts = Object.values(house.counts());
      assertEquals(counts.reduce((sum, count) => sum + count, 0), PARTITIONS, "everything is held");
      assert(Math.max(...counts) - Math.min(...counts) <= 1, `spread evenly: ${counts}`);
      assertEquals(house.robbed, [], "no live process lost a partition that it had not given back");
      assertEquals(house.doubled, [], "one leader an epoch");
    }),
    { numRuns: 150 },
  );
});
