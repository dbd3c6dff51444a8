import { assert, assertEquals } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { refusalOf, until } from "./runtime_harness.ts";

/** One turn at a time, and its commits. */
export const turnFacts: Fact[] = [
  fact("an actor knows its address, its shard and the number of shards", async (harness) => {
    const answer = await harness.script("0:a").ask<Record<string, unknown>>({
      name: "who",
      answer: "address",
    });
    assertEquals(answer, { kind: "script", id: "0:a", shard: 0, shards: harness.system.stats().length });
  }),

  fact(
    "turns of an actor run in the order of its messages, one at a time, each prepared, decided, committed",
    async (harness) => {
      const names = ["a", "b", "c"];
      const turns = names.map((name) =>
        harness.script("0:x").ask({ name, read: ["r", name], write: [{ key: ["w", name], value: 1 }] })
      );
      assertEquals(await Promise.all(turns), names);
      assertEquals(await trace(harness), [
        "load 0:x",
        ...names.flatMap((name) => [`prepare ${name}`, `decide ${name}`, `committed ${name} 1`]),
      ]);
    },
  ),

  fact("a turn waits for the commits of the turn before it", async (harness) => {
    const hold = harness.store.hold(["w"]);
    const first = harness.script("0:x").ask({ name: "first", write: [{ key: ["w"], value: 1 }] });
    const second = harness.script("0:x").ask({ name: "second" });
    await until("the commit is held", () => hold.waiting() === 1);
    await roundTrips(harness);
    assert(!(await trace(harness)).includes("prepare second"));
    hold.release();
    assertEquals(await Promise.all([first, second]), ["first", "second"]);
  }),

  fact("actors of a shard run beside each other", async (harness) => {
    const hold = harness.store.hold(["slow"]);
    const slow = harness.script("0:slow").ask({ name: "slow", read: ["slow"] });
    await until("the read is held", () => hold.waiting() === 1);
    assertEquals(await harness.script("0:quick").ask({ name: "quick" }), "quick");
    hold.release();
    assertEquals(await slow, "slow");
  }),

  fact("an actor that always has a next turn leaves room for the others", async (harness) => {
    harness.system.ref<"go" | "hello">("restless", "0:r").tell("go");
    const hello = harness.system.ref<"go" | "hello">("restless", "0:s").ask("hello");
    assertEquals(await hello, "hello");
    await until("the restless one has had many turns", () => harness.system.stats()[0].turns > 1000);
    await harness.system.drain(100);
  }, { heartbeatMs: 20, heartbeatDeadlineMs: 2000 }),

  fact("no answer, publication or message leaves before the commit is durable", async (harness) => {
    const hold = harness.store.hold(["w"]);
    let answered = false;
    const answer = harness.script("0:x").ask({
      name: "x",
      write: [{ key: ["w"], value: 1 }],
      publish: { channel: "news", data: "out" },
      tell: [{ to: { kind: "script", id: "0:y" }, script: { name: "told" } }],
    }).then(() => answered = true);
    await until("the commit is held", () => hold.waiting() === 1);
    await roundTrips(harness);
    assert(!answered && harness.published.length === 0);
    assert(!(await trace(harness)).includes("decide told"));
    hold.release();
    await answer;
    assertEquals(harness.published, [{ channel: "news", data: "out" }]);
    await until("the message arrived", async () => (await trace(harness)).includes("decide told"));
  }),

  fact("the commits of a turn are sent one after the other on the shard's lane", async (harness) => {
    const write = ["a", "b", "c"].map((key) => ({ key: [key], value: 1 }));
    await harness.script("0:x").ask({ name: "x", write });
    assertEquals(harness.store.received, ["a", "b", "c"].map((key) => ({ lane: 100, key })));
    assert((await trace(harness)).includes("committed x 3"));
  }),

  fact("columns that fit the store one by one are written, however many travel together", async (harness) => {
    const column = (fill: number) => new Uint8Array(40_000).fill(fill);
    const writeTogether = [1, 2].map((i) => ({ key: ["columns", i], value: { column: column(i) } }));
    assertEquals(await harness.script("0:x").ask({ name: "x", writeTogether }), "x");
    const entries = await harness.store.list<{ column: Uint8Array }>({ prefix: ["columns"] });
    assertEquals(entries.map(({ value }) => value), writeTogether.map(({ value }) => value));
  }),

  fact("a failed check prepares and decides again", async (harness) => {
    const counter = harness.system.ref<{ add: number }>("counter", "0:c");
    assertEquals(await counter.ask({ add: 5 }), 5);
    const again = harness.store.hold(["counter", "0:c"]);
    const asked = counter.ask({ add: 1 });
    await until("prepare reads", () => again.waiting() === 1);
    again.release();
    const commitHold = harness.store.hold(["counter", "0:c"]);
    await until("the commit is held", () => commitHold.waiting() === 1);
    await harness.store.kv.set(["counter", "0:c"], 100);
    commitHold.release();
    assertEquals(await asked, 101);
  }),

  fact("a check that keeps failing is tried 20 times again, then UNAVAILABLE", async (harness) => {
    await harness.store.kv.set(["w"], 0);
    const write = [{ key: ["w"], value: 1, absent: true }];
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", write }));
    assertEquals(refusal.code, "UNAVAILABLE");
    assertEquals((await trace(harness)).filter((step) => step === "decide x").length, 21);
    assertEquals(harness.published, []);
  }),

  fact("with onConflict fail a failed check ends the actor, which loads again", async (harness) => {
    await harness.store.kv.set(["w"], 0);
    await harness.script("0:x").ask({ name: "before" });
    const write = [{ key: ["w"], value: 1, absent: true }];
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", write, onConflict: "fail" }));
    assertEquals(refusal.code, "UNAVAILABLE");
    assertEquals(await harness.script("0:x").ask({ name: "after", answer: "turns" }), 1);
    assertEquals((await trace(harness)).filter((step) => step === "load 0:x").length, 2);
    assertEquals((await trace(harness)).filter((step) => step === "decide x").length, 1);
    assertEquals(harness.published.map(({ channel }) => channel), ["actor_failed"]);
  }),

  fact("a second commit that fails its check ends the actor: the first one was written", async (harness) => {
    await harness.store.kv.set(["w"], 0);
    const write = [{ key: ["first"], value: 1 }, { key: ["w"], value: 1, absent: true }];
    assertEquals((await refusalOf(harness.script("0:x").ask({ name: "x", write }))).code, "UNAVAILABLE");
    assertEquals((await trace(harness)).filter((step) => step === "decide x").length, 1);
    assertEquals(await harness.script("0:x").ask({ name: "after", answer: "turns" }), 1);
  }),

  fact("a commit of unknown outcome ends the actor", async (harness) => {
    harness.store.fail(["w"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    const refusal = await refusalOf(
      harness.script("0:x").ask({ name: "x", write: [{ key: ["w"], value: 1 }] }),
    );
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The store is out of reach"]);
    assertEquals(await harness.script("0:x").ask({ name: "after", answer: "turns" }), 1);
    assertEquals(harness.published[0], {
      channel: "actor_failed",
      data: { kind: "script", id: "0:x", message: "The store is out of reach" },
    });
  }),

  fact("a commit that the store refuses keeps the actor", async (harness) => {
    harness.store.fail(["w"], new Refusal("PAYLOAD_TOO_LARGE", "Too large"));
    const refusal = await refusalOf(
      harness.script("0:x").ask({ name: "x", write: [{ key: ["w"], value: 1 }] }),
    );
    assertEquals(refusal.code, "PAYLOAD_TOO_LARGE");
    assertEquals(await harness.script("0:x").ask({ name: "after", answer: "turns" }), 2);
  }),
];
