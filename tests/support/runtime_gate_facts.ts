import { assert, assertEquals } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { refusalOf, type RuntimeHarness, until } from "./runtime_harness.ts";

/** How the turns of a shard meet. */
export const gateFacts: Fact[] = [
  fact("shared turns commit beside each other, an exclusive one alone", async (house) => {
    const held = holdWrites(house);
    const asks = [write(house, "shared", "a"), write(house, "shared", "b")];
    await until("both shared turns are at their commit", () => held.at("a") && held.at("b"));
    asks.push(write(house, "exclusive", "x"));
    await until("the exclusive one is prepared", async () => (await trace(house)).includes("prepare x"));
    await roundTrips(house);
    held.release("a");
    await roundTrips(house);
    assert(!(await trace(house)).includes("decide x"));
    held.release("b");
    await until("the exclusive one is at its commit", () => held.at("x"));
    asks.push(write(house, "shared", "c"), write(house, "exclusive", "y"));
    await until("the others are prepared", async () => (await trace(house)).includes("prepare y"));
    await roundTrips(house);
    assert(!(await trace(house)).some((step) => step === "decide c" || step === "decide y"));
    for (const name of ["x", "c", "y"]) held.release(name);
    await Promise.all(asks);
  }),

  fact("an exclusive turn that waits goes before later shared ones", async (house) => {
    await assertOrder(house, [["shared", "a"], ["exclusive", "x"], ["shared", "b"]]);
  }),

  fact("a shared turn that waits goes before later exclusive ones", async (house) => {
    await assertOrder(house, [["exclusive", "a"], ["shared", "x"], ["exclusive", "b"]]);
  }),

  fact("turns without a gate pass an exclusive one", async (house) => {
    const held = holdWrites(house);
    const exclusive = write(house, "exclusive", "x");
    await until("the exclusive one is at its commit", () => held.at("x"));
    assertEquals(await house.script("0:free").ask({ name: "free" }), "free");
    held.release("x");
    await exclusive;
  }),

  fact("a turn of unknown outcome is told of before the next one of the gate begins", async (house) => {
    const held = house.store.hold(["w", "x"]);
    const broken = refusalOf(write(house, "exclusive", "x"));
    await until("it is at its commit", () => held.waiting() === 1);
    const next = house.script("0:y", "shared").ask({ name: "y" });
    await until("the next one is prepared", async () => (await trace(house)).includes("prepare y"));
    house.store.fail(["w", "x"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    held.release();
    assertEquals((await broken).code, "UNAVAILABLE");
    await next;
    const steps = await trace(house);
    assertEquals(steps.slice(steps.indexOf("prepare y")), [
      "prepare y",
      "broken",
      "decide y",
      "committed y 0",
    ]);
  }),

  fact("the gate opens after a turn that failed", async (house) => {
    await refusalOf(house.script("0:x", "exclusive").ask({ name: "x", decideFails: "error" }));
    await refusalOf(house.script("0:x", "exclusive").ask({ name: "x", decideFails: "refusal" }));
    assertEquals(await house.script("0:y", "exclusive").ask({ name: "y" }), "y");
    assertEquals(await house.script("0:z", "shared").ask({ name: "z" }), "z");
  }),
];

/** The writes of `write()` wait in the store until they are let go. */
function holdWrites(house: RuntimeHarness) {
  const holds = new Map(["a", "b", "c", "x", "y"].map((name) => [name, house.store.hold(["w", name])]));
  return {
    at: (name: string) => holds.get(name)?.waiting() === 1,
    release: (name: string) => holds.get(name)?.release(),
  };
}

function write(house: RuntimeHarness, kind: string, name: string): Promise<unknown> {
  return house.script(`0:${name}`, kind).ask({ name, write: [{ key: ["w", name], value: 1 }] });
}

/** The first holds the gate, the second waits, the third comes last: they must go in that order. */
async function assertOrder(house: RuntimeHarness, turns: [kind: string, name: string][]): Promise<void> {
  const held = holdWrites(house);
  const asks: Promise<unknown>[] = [];
  for (const [kind, name] of turns) {
    asks.push(write(house, kind, name));
    await until(`${name} is prepared`, async () => (await trace(house)).includes(`prepare ${name}`));
    await roundTrips(house);
  }
  held.release(turns[0][1]);
  await until("the second is at its commit", () => held.at(turns[1][1]));
  await roundTrips(house);
  assert(!(await trace(house)).includes(`decide ${turns[2][1]}`));
  held.release(turns[1][1]);
  held.release(turns[2][1]);
  await Promise.all(asks);
  assertEquals(house.store.handedIn.map(({ key }) => key), turns.map(([, name]) => `w/${name}`));
}
