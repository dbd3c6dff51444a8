import { assertEquals } from "@std/assert";
import type { Mutation } from "../../../../domain/shared/commit.ts";
import { AtomicBudget, inCommits, mergeSums } from "../../../../storage/writes/atomic_budget.ts";

const set = (n: number, value: unknown = n): Mutation => ({ type: "set", key: ["x", n], value });
const add = (value: number, name = "n"): Mutation => ({ type: "sum", key: ["count", name], value });

/** How many pieces of these writes fit one commit. */
function taken(thing: (n: number) => Mutation[], frame?: unknown): number {
  const room = new AtomicBudget();
  for (let n = 0; n < 2_000; n++) {
    const frames = frame === undefined ? [] : [{ kind: "k", at: "", data: frame }];
    if (!room.takes(thing(n), frames)) return n;
  }
  return 2_000;
}

Deno.test("AtomicBudget accepts what fits one atomic, and always the first piece", () => {
  assertEquals(taken((n) => [set(n)]), 940);
  assertEquals(taken((n) => [set(n), add(1)]), 939);
  assertEquals(taken((n) => [set(n), add(1, `node ${n}`)]), 470);
  assertEquals(taken((n) => [set(n, "x".repeat(60_000))]), 10);
  assertEquals(taken(() => [{ type: "delete", key: ["x".repeat(2_000)] }]), 32);
  assertEquals(taken((n) => [set(n)], "x".repeat(10_000)), 19);
  const large = Array.from({ length: 950 }, (_, n) => set(n));
  assertEquals([new AtomicBudget().takes(large), taken(() => large)], [true, 1]);
});

Deno.test("mergeSums() combines the sums on one key", () => {
  assertEquals(mergeSums([add(1), set(1), add(-3), add(0, "m")]), [set(1), add(-2), add(0, "m")]);
});

Deno.test("inCommits() puts as many writes into each commit as fit, in order", () => {
  const sizes = (count: number, value: unknown) => {
    const mutations = Array.from({ length: count }, (_, n) => set(n, value)), commits = inCommits(mutations);
    assertEquals(commits.flatMap((commit) => commit.mutations), mutations);
    return commits.map((commit) => commit.mutations.length);
  };
  assertEquals([sizes(0, 1), sizes(940, 1), sizes(941, 1)], [[], [940], [940, 1]]);
  assertEquals([sizes(10, "x".repeat(60_000)), sizes(11, "x".repeat(60_000))], [[10], [10, 1]]);
});
