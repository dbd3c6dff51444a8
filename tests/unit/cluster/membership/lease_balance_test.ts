import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { claimable, type LeaseCounts, surplus } from "../../../../cluster/membership/lease_balance.ts";

function spreadOf(partitions: number, ...counts: number[]): LeaseCounts {
  return { partitions, held: new Map(counts.map((count, i) => [`p${i}`, count])) };
}

Deno.test("claimable() goes up to an even share, and to one more once every process has that", () => {
  assertEquals(claimable(spreadOf(64, 0), "p0"), 64);
  assertEquals(claimable(spreadOf(64, 0, 0, 0), "p0"), 21);
  assertEquals(claimable(spreadOf(64, 21, 0, 0), "p0"), 0);
  assertEquals(claimable(spreadOf(64, 21, 21, 21), "p0"), 1);
  assertEquals(claimable(spreadOf(64, 22, 21, 21), "p0"), 0);
  assertEquals(claimable(spreadOf(1, 0, 0), "p1"), 1);
});

Deno.test("surplus() is what exceeds an even share, and one more while another process has less than that", () => {
  assertEquals(surplus(spreadOf(64, 64, 0), "p0"), 32);
  assertEquals(surplus(spreadOf(64, 22, 22, 20), "p0"), 1);
  assertEquals(surplus(spreadOf(64, 22, 21, 21), "p0"), 0);
  assertEquals(surplus(spreadOf(64, 22, 20, 20), "p0"), 0, "what is free comes first");
  assertEquals(surplus(spreadOf(1, 1, 0), "p0"), 0);
});

Deno.test("releasing and claiming in any order ends with shares that differ by one at most", () => {
  const counts = fc.array(fc.nat(64), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 1, max: 64 }),
      fc.infiniteStream(fc.nat(7)),
      (drawn, partitions, order) => {
        let left = partitions;
        const start = drawn.map((count) => {
          const held = Math.min(count, left);
          left -= held;
          return held;
        });
        const held = new Map(start.map((count, i) => [`p${i}`, count]));
        for (let step = 0; step < 40 * partitions; step++) {
          const process = `p${order.next().value % start.length}`;
          const spread = { partitions, held };
          const mine = held.get(process)!;
          const free = partitions - [...held.values()].reduce((sum, count) => sum + count, 0);
          held.set(process, mine - surplus(spread, process) + Math.min(free, claimable(spread, process)));
        }
        const ends = [...held.values()];
        const isQuiet = [...held.keys()].every((id) => surplus({ partitions, held }, id) === 0);
        if (isQuiet && ends.reduce((sum, count) => sum + count, 0) === partitions) {
          assert(Math.max(...ends) - Math.min(...ends) <= 1, `${start} became ${ends}`);
        }
      },
    ),
  );
});

/** All processes release and claim after the same reading, in the order of their names. */
function round({ partitions, held }: LeaseCounts): Map<string, number> {
  const reading = { partitions, held: new Map(held) };
  const next = new Map(held);
  let free = partitions - [...held.values()].reduce((sum, count) => sum + count, 0);
  for (const [id, count] of held) next.set(id, count - surplus(reading, id));
  for (const id of held.keys()) {
    const taken = Math.min(free, claimable(reading, id));
    free -= taken;
    next.set(id, next.get(id)! + taken);
  }
  return next;
}

Deno.test("processes that read at the same moment do not release and claim forever", () => {
  const processes = fc.integer({ min: 1, max: 9 });
  fc.assert(fc.property(processes, fc.integer({ min: 1, max: 64 }), fc.nat(8), (count, partitions, first) => {
    const counts = Array.from({ length: count }, (_, i) => i === first % count ? partitions : 0);
    let held = new Map(spreadOf(partitions, ...counts).held);
    for (let i = 0; i < 5; i++) held = round({ partitions, held });
    assertEquals(round({ partitions, held }), held, `${counts} settled`);
    assert(Math.max(...held.values()) - Math.min(...held.values()) <= 1);
  }));
  let held = new Map(spreadOf(64, 22, 22, 20).held);
  for (let i = 0; i < 4; i++) held = round({ partitions: 64, held });
  assertEquals([...held.values()].sort(), [21, 21, 22]);
});
