import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { type Holding, planSignups } from "../../../../connectors/data_hub/signup_plan.ts";

function holding(signupId: string, ...ids: string[]): Holding {
  return {
    signupId,
    resources: new Map(ids.map((id) => [id.toLowerCase(), { id, isAccessible: true }])),
  };
}

Deno.test("planSignups() creates as few signups as needed", () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`);
  const sizes = (count: number) =>
    planSignups([], { required: ids(count), size: 10 }).fresh.map((one) => one.length);
  assertEquals([sizes(1), sizes(10), sizes(11), sizes(30)], [[1], [10], [10, 1], [10, 10, 10]]);
  assertEquals(sizes(0), [0]);
});

Deno.test("planSignups() keeps streams in their signup, and fills the fullest signup first", () => {
  const plan = planSignups([holding("one", "a", "x"), holding("two", "B", "c")], {
    required: ["A", "b", "C", "d", "e"],
    size: 3,
  });
  assertEquals(plan, {
    remaining: [{ signupId: "one", add: ["e"], remove: ["x"] }, { signupId: "two", add: ["d"], remove: [] }],
    fresh: [],
    spare: [],
  });
});

Deno.test("planSignups() deletes empty signups, but never the last one", () => {
  const both = [holding("one", "a"), holding("two", "b")];
  assertEquals(planSignups(both, { required: ["b"], size: 3 }).spare, ["one"]);
  assertEquals(planSignups(both, { required: [], size: 3 }), {
    remaining: [{ signupId: "one", add: [], remove: ["a"] }],
    fresh: [],
    spare: ["two"],
  });
});

Deno.test("planSignups() removes duplicates, and what exceeds the size", () => {
  const plan = planSignups([holding("one", "a", "b", "c"), holding("two", "b")], {
    required: ["a", "b", "c"],
    size: 2,
  });
  assertEquals(plan.remaining, [
    { signupId: "one", add: [], remove: ["c"] },
    { signupId: "two", add: ["c"], remove: ["b"] },
  ]);
});

Deno.test("planSignups() puts each wanted stream in one signup, within the size", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map((n) => `s${n}`));
  const world = fc.record({
    held: fc.array(ids, { maxLength: 5 }),
    required: ids,
    size: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(fc.property(world, ({ held, required, size }) => {
    const holdings = held.map((resources, index) => holding(`h${index}`, ...resources));
    const plan = planSignups(holdings, { required, size });
    const after = plan.remaining.map(({ signupId, add, remove }) => {
      const before = holdings.find((one) => one.signupId === signupId)?.resources.keys() ?? [];
      return [...[...before].filter((id) => !remove.includes(id)), ...add];
    });
    const all = [...after, ...plan.fresh];
    assertEquals(all.flat().sort(), [...required].sort());
    assert(all.every((one) => one.length <= size));
    assertEquals(plan.remaining.length + plan.spare.length, holdings.length);
    assert(all.length >= 1);
  }));
});
