import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { eventually } from "./eventually.ts";
import { refusalOf, until } from "./runtime_harness.ts";

/** What becomes of errors. */
export const failureFacts: Fact[] = [
  ...(["prepareFails", "decideFails"] as const).flatMap((stage) => [
    fact(
      `${stage}: a Refusal crosses with its code, text and details and keeps the actor`,
      async (harness) => {
        const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", [stage]: "refusal" }));
        assertEquals([refusal.code, refusal.message, refusal.details], [
          "RESOURCE_IN_USE",
          "It is in use",
          { by: [1, 2] },
        ]);
        await harness.script("0:x").ask({ name: "y" });
        assertEquals((await trace(harness)).filter((step) => step === "load 0:x").length, 1);
      },
    ),

    fact(`${stage}: an unknown error is answered blank and logged whole`, async (harness) => {
      const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", [stage]: "error" }));
      assertEquals(refusal.code, "INTERNAL_ERROR");
      assert(!JSON.stringify([refusal.message, refusal.details]).includes("secret"));
      const text = JSON.stringify(harness.logged.map(({ fields }) => fields));
      assertStringIncludes(text, "secret text");
    }),
  ]),

  fact("an unknown error in prepare keeps the actor, one in decide ends it", async (harness) => {
    await refusalOf(harness.script("0:x").ask({ name: "x", prepareFails: "error" }));
    assertEquals(harness.published, []);
    await refusalOf(harness.script("0:x").ask({ name: "y", decideFails: "error" }));
    assertEquals(harness.published, [
      { channel: "actor_failed", data: { kind: "script", id: "0:x", message: "secret text" } },
    ]);
    await harness.script("0:x").ask({ name: "z" });
    assertEquals((await trace(harness)).filter((step) => step === "load 0:x").length, 2);
  }),

  fact("an error while a decision is applied ends the actor", async (harness) => {
    assertEquals(
      (await refusalOf(harness.script("0:x").ask({ name: "x", committedFails: true }))).code,
      "INTERNAL_ERROR",
    );
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 1);
  }),

  fact("a decision of a wrong shape ends the actor, not the shard", async (harness) => {
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", misbehave: "no_effects" }));
    assertEquals(refusal.code, "INTERNAL_ERROR");
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 1);
  }),

  fact("an answer that cannot be copied becomes INTERNAL_ERROR", async (harness) => {
    assertEquals(
      (await refusalOf(harness.script("0:x").ask({ name: "x", answer: "function" }))).code,
      "INTERNAL_ERROR",
    );
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 2);
    assertEquals(harness.published, []);
  }),

  fact("a failed load answers everybody who waits, and the next message loads again", async (harness) => {
    const hold = harness.store.hold(["load", "0:x"]);
    harness.store.fail(["load", "0:x"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    const asks = ["a", "b"].map((name) => refusalOf(harness.script("0:x").ask({ name })));
    await until("the load is held", () => hold.waiting() === 1);
    await roundTrips(harness);
    hold.release();
    assertEquals(
      (await Promise.all(asks)).map(({ message }) => message),
      Array(2).fill("The store is out of reach"),
    );
    harness.store.fail(["load", "0:x"], undefined);
    assertEquals(await harness.script("0:x").ask({ name: "c" }), "c");
    assertEquals((await trace(harness)).filter((step) => step === "load 0:x").length, 2);
  }),

  fact("an unknown kind is refused and logged", async (harness) => {
    assertEquals(
      (await refusalOf(harness.script("0:x", "stranger").ask({ name: "x" }))).code,
      "INTERNAL_ERROR",
    );
    assertStringIncludes(JSON.stringify(harness.logged), "stranger");
  }),

  fact("work that never ends is aborted", async (harness) => {
    const hold = harness.store.hold(["never"]);
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", read: ["never"] }));
    assertStringIncludes(refusal.message, "longer than 60 ms");
    // On a busy machine other work takes longer too.
    const asked = () => harness.script("0:x").ask({ name: "y" }).catch(() => undefined);
    assertEquals(await eventually("the actor works on", asked), "y");
    hold.release();
  }, { waitDeadlineMs: 60, idleMs: 40, heartbeatMs: 50 }),

  fact("a store call that never ends is UNAVAILABLE at its deadline", async (harness) => {
    const hold = harness.store.hold(["never"]);
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", read: ["never"] }));
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The store gave no answer within 60 ms"]);
    hold.release();
  }, { storeDeadlineMs: 60 }),
];
