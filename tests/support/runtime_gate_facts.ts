import { assert, assertEquals } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { refusalOf, type RuntimeHarness, until } from "./runtime_harness.ts";

/** How the turns of a shard meet. */
export const gateFacts: Fact[] = [
  fact("shared turns commit beside each other, an exclusive one alone", async (harness) => {
    const held = holdWrites(harness);
    const asks = [write(harness, "shared", "a"), write(harness, "shared", "b")];
    await until("both shared turns are at their commit", () => held.at("a") && held.at("b"));
    asks.push(write(harness, "exclusive", "x"));
    await until("the exclusive one is prepared", async () => (await trace(harness)).includes("prepare x"));
    await roundTrips(harness);
    held.release("a");
    await roundTrips(harness);
    assert(!(await trace(harness)).includes("decide x"));
    held.release("b");
    await until("the exclusive one is at its commit", () => held.at("x"));
    asks.push(write(harness, "shared", "c"), write(harness, "exclusive", "y"));
    await until("the others are prepared", async () => (await trace(harness)).includes("prepare y"));
    await roundTrips(harness);
    assert(!(await trace(harness)).some((step) => step === "decide c" || step === "decide y"));
    for (const name of ["x", "c", "y"]) held.release(name);
    await Promise.all(asks);
  }),

  fact("an exclusive turn that waits goes before later shared ones", async (harness) => {
    await assertOrder(harness, [["shared", "a"], ["exclusive", "x"], ["shared", "b"]]);
  }),

  fact("a shared turn that waits goes before later exclusive ones", async (harness) => {
    await assertOrder(harness, [["exclusive", "a"], ["shared", "x"], ["exclusive", "b"]]);
  }),

  fact("turns without a gate pass an exclusive one", async (harness) => {
    const held = holdWrites(harness);
    const exclusive = write(harness, "exclusive", "x");
    await until("the exclusive one is at its commit", () => held.at("x"));
    assertEquals(await harness.script("0:free").ask({ name: "free" }), "free");
    held.release("x");
    await exclusive;
  }),

  fact("a turn of unknown outcome is reported before the next one of the gate begins", async (harness) => {
    const held = harness.store.hold(["w", "x"]);
    const broken = refusalOf(write(harness, "exclusive", "x"));
    await until("it is at its commit", () => held.waiting() === 1);
    const next = harness.script("0:y", "shared").ask({ name: "y" });
    await until("the next one is prepared", async () => (await trace(harness)).includes("prepare y"));
    harness.store.fail(["w", "x"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    held.release();
    assertEquals((await broken).code, "UNAVAILABLE");
    await next;
    const steps = await trace(harness);
    assertEquals(steps.slice(steps.indexOf("prepare y")), [
      "prepare y",
      "broken",
      "decide y",
      "committed y 0",
    ]);
  }),

  fact("the gate opens after a turn that failed", async (harness) => {
    await refusalOf(harness.script("0:x", "exclusive").ask({ name: "x", decideFails: "error" }));
    await refusalOf(harness.script("0:x", "exclusive").ask({ name: "x", decideFails: "refusal" }));
    assertEquals(await harness.script("0:y", "exclusive").ask({ name: "y" }), "y");
    assertEquals(await harness.script("0:z", "shared").ask({ name: "z" }), "z");
  }),
];

/** The writes of `write()` wait in the store until they are let go. */
function holdWrites(harness: RuntimeHarness) {
  const holds = new Map(["a", "b", "c", "x", "y"].map((name) => [name, harness.store.hold(["w", name])]));
  return {
    at: (name: string) => holds.get(name)?.waiting() === 1,
    release: (name: string) => holds.get(name)?.release(),
  };
}

function write(harness: RuntimeHarness, kind: string, name: string): Promise<unknown> {
  return harness.script(`0:${name}`, kind).ask({ name, write: [{ key: ["w", name], value: 1 }] });
}

/** The first holds the gate, the second waits, the third comes last: they must go in that order. */
async function assertOrder(harness: RuntimeHarness, turns: [kind: string, name: string][]): Promise<void> {
  const held = holdWrites(harness);
  const asks: Promise<unknown>[] = [];
  for (const [kind, name] of turns) {
    asks.push(write(harness, kind, name));
    await until(`${name} is prepared`, async () => (await trace(harness)).includes(`prepare ${name}`));
    await roundTrips(harness);
  }
  held.release(turns[0][1]);
  await until("the second is at its commit", () => held.at(turns[1][1]));
  await roundTrips(harness);
  assert(!(await trace(harness)).includes(`decide ${turns[2][1]}`));
  held.release(turns[1][1]);
  held.release(turns[2][1]);
  await Promise.all(asks);
  assertEquals(harness.store.received.map(({ key }) => key), turns.map(([, name]) => `w/${name}`));
}
