import { assert, assertEquals } from "@std/assert";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { refusalOf, until } from "./runtime_harness.ts";

/** How actors end, and their system. */
export const lifeFacts: Fact[] = [
  fact("an idle actor is unloaded and loads again with the next message", async (harness) => {
    await harness.script("0:x").ask({ name: "x" });
    await until("it is unloaded", () => harness.published.some(({ data }) => data === "0:x"));
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 1);
    await until("nothing is kept of either", () => harness.system.stats()[0].actors === 0);
  }, { idleMs: 40, heartbeatMs: 20 }),

  fact("an actor that may not be unloaded stays", async (harness) => {
    await harness.script("0:pinned").ask({ name: "x", pinned: true });
    await harness.script("0:x").ask({ name: "x" });
    await until("the other is unloaded", () => harness.published.some(({ data }) => data === "0:x"));
    assertEquals(await harness.script("0:pinned").ask({ name: "y", answer: "turns" }), 2);
  }, { idleMs: 40 }),

  fact("a message that arrives while its actor is unloaded is answered by the next one", async (harness) => {
    const hold = harness.store.hold(["put_away", "0:x"]);
    await harness.script("0:x").ask({ name: "x" });
    await until("it is being unloaded", () => hold.waiting() === 1);
    const asked = harness.script("0:x").ask({ name: "y", answer: "turns" });
    await roundTrips(harness);
    assertEquals((await trace(harness)).filter((step) => step === "load 0:x").length, 1);
    hold.release();
    assertEquals(await asked, 1);
  }, { idleMs: 40 }),

  fact("the timers of an actor that failed are cancelled", async (harness) => {
    const script = { name: "tick", publish: { channel: "tick", data: "former life" } };
    // Sent together: the second turn follows the first at once, long before the timer.
    const both = [
      harness.script("0:x").ask({ name: "x", after: { delayMs: 300, script } }),
      refusalOf(harness.script("0:x").ask({ name: "y", decideFails: "error" })),
    ];
    await Promise.all(both);
    const later = { name: "tick", publish: { channel: "tick", data: "later timer" } };
    await harness.script("0:y").ask({ name: "z", after: { delayMs: 310, script: later } });
    await until("the later timer fired", () => harness.published.some(({ data }) => data === "later timer"));
    assert(!harness.published.some(({ data }) => data === "former life"));
  }),

  fact("drain lets open turns finish, puts actors away and refuses new messages", async (harness) => {
    const hold = harness.store.hold(["w"]);
    const open = harness.script("0:x").ask({ name: "open", write: [{ key: ["w"], value: 1 }] });
    const waiting = harness.script("0:x").ask({ name: "waiting" });
    await until("the commit is held", () => hold.waiting() === 1);
    const drained = harness.system.drain(5000);
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "new" }));
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The system is draining; try again later"]);
    hold.release();
    await drained;
    assertEquals([await open, await waiting], ["open", "waiting"]);
    assert(harness.published.some(({ channel, data }) => channel === "put_away" && data === "0:x"));
  }),

  fact("drain waits for messages that travel between actors", async (harness) => {
    harness.script("0:hop").tell({ name: "hop", hops: 60 });
    await harness.system.drain(5000);
    assertEquals((await harness.store.get(["hopped"]))?.value, true);
  }),

  fact("drain silences timers", async (harness) => {
    const tick = { name: "tick", publish: { channel: "tick", data: 1 } };
    const hold = harness.store.hold(["slow"]);
    const slow = harness.script("0:y").ask({ name: "slow", read: ["slow"] });
    await until("the turn is held", () => hold.waiting() === 1);
    await harness.script("0:x").ask({ name: "x", after: { delayMs: 1_000, script: tick } });
    const drained = harness.system.drain(5000);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    hold.release();
    await Promise.all([slow, drained]);
    assert(!harness.published.some(({ channel }) => channel === "tick"));
  }),

  fact(
    "drain cuts off at its deadline what does not end, and still puts the others away",
    async (harness) => {
      const hold = harness.store.hold(["never"]);
      await harness.script("0:y").ask({ name: "y" });
      const stuck = refusalOf(harness.script("0:x").ask({ name: "x", read: ["never"] }));
      await until("the turn is held", () => hold.waiting() === 1);
      await harness.system.drain(4_000);
      assertEquals((await stuck).code, "UNAVAILABLE");
      assert(harness.published.some(({ channel, data }) => channel === "put_away" && data === "0:y"));
      hold.release();
    },
  ),
];
