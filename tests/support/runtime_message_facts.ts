import { assert, assertEquals } from "@std/assert";
import { type Fact, fact, roundTrips, trace } from "./runtime_fact.ts";
import { refusalOf, until } from "./runtime_harness.ts";

/** Messages between actors, later ones, and their bounds. */
export const messageFacts: Fact[] = [
  fact(
    "later: the answer comes from the turn of the promise's message, others run meanwhile",
    async (harness) => {
      const hold = harness.store.hold(["later"]);
      const asked = harness.script("0:x").ask({
        name: "first",
        later: { read: ["later"], then: { name: "second", answer: { value: 42 } } },
      });
      await until("the promise waits", () => hold.waiting() === 1);
      assertEquals(await harness.script("0:x").ask({ name: "between" }), "between");
      hold.release();
      assertEquals(await asked, 42);
      const decided = (await trace(harness)).filter((step) => step.startsWith("decide"));
      assertEquals(decided, ["decide first", "decide between", "decide second"]);
    },
  ),

  fact("later: a rejected promise answers its error", async (harness) => {
    const later = (fails: "refusal" | "error") => ({ read: ["later"], then: { name: "second" }, fails });
    const refused = await refusalOf(harness.script("0:x").ask({ name: "x", later: later("refusal") }));
    assertEquals([refused.code, refused.details], ["RESOURCE_IN_USE", { by: [1, 2] }]);
    const blank = await refusalOf(harness.script("0:x").ask({ name: "x", later: later("error") }));
    assertEquals(blank.code, "INTERNAL_ERROR");
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 3);
  }),

  fact(
    "later: nobody waits for the promise of a turn whose commit fails, and its failure ends no shard",
    async (harness) => {
      const write = [{ key: ["taken"], value: 1, absent: true }];
      await harness.script("0:x").ask({ name: "first", write });
      const later = { read: ["later"], then: { name: "never" }, fails: "error" as const };
      const asked = harness.script("0:x").ask({ name: "second", write, onConflict: "fail", later });
      assertEquals((await refusalOf(asked)).code, "UNAVAILABLE");
      await roundTrips(harness);
      assertEquals(await harness.script("0:x").ask({ name: "third", answer: "turns" }), 1);
      assertEquals(harness.logged.filter(({ message }) => message.startsWith("A shard was lost")), []);
    },
  ),

  fact("later: nothing of a failed actor's former life reaches the next one", async (harness) => {
    const hold = harness.store.hold(["later"]);
    const asked = refusalOf(
      harness.script("0:x").ask({ name: "first", later: { read: ["later"], then: { name: "second" } } }),
    );
    await until("the promise waits", () => hold.waiting() === 1);
    await refusalOf(harness.script("0:x").ask({ name: "x", decideFails: "error" }));
    assertEquals((await asked).message, 'script "0:x" ended before its answer was ready; try again');
    hold.release();
    await roundTrips(harness);
    assertEquals(await harness.script("0:x").ask({ name: "y", answer: "turns" }), 1);
    assert(!(await trace(harness)).includes("decide second"));
  }),

  fact("actors ask and tell each other within a shard and across shards", async (harness) => {
    for (const id of ["0:other", "1:other"]) {
      const to = { kind: "script", id };
      const script = { name: "who", answer: "address" as const };
      const heard = await harness.script("0:x").ask<{ id: string }>({
        name: "x",
        ask: { to, script },
        answer: "read",
      });
      assertEquals(heard.id, id);
      await harness.script("0:x").ask({
        name: "y",
        tell: [{ to, script: { name: "told", publish: { channel: "news", data: id } } }],
      });
      await until("the tell arrived", () => harness.published.some(({ data }) => data === id));
    }
  }),

  fact("a Refusal crosses from actor to actor to the asker", async (harness) => {
    for (const id of ["0:other", "1:other"]) {
      const ask = { to: { kind: "script", id }, script: { name: "x", decideFails: "refusal" as const } };
      const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", ask }));
      assertEquals([refusal.code, refusal.details], ["RESOURCE_IN_USE", { by: [1, 2] }]);
    }
  }),

  fact("an actor's ask has its own deadline", async (harness) => {
    for (const id of ["0:other", "1:other"]) {
      const hold = harness.store.hold(["never", id]);
      const ask = { to: { kind: "script", id }, script: { name: "x", read: ["never", id] }, deadlineMs: 30 };
      const refusal = await refusalOf(harness.script("0:x").ask({ name: "x", ask }));
      assertEquals(refusal.message, `script "${id}" gave no answer within 30 ms`);
      hold.release();
    }
  }),

  fact("values in the transfer list are moved, not copied", async (harness) => {
    const buffer = new ArrayBuffer(64);
    const ref = harness.system.ref<ArrayBuffer>("receiver", "0:x");
    assertEquals(await ref.ask(buffer, { transfer: [buffer] }), 64);
    assertEquals(buffer.byteLength, 0);
  }),

  fact("a message is a copy: the sender may change its own", async (harness) => {
    const script = { name: "x", answer: { value: ["as sent"] } };
    const asked = harness.script("0:x").ask(script);
    script.answer.value[0] = "changed";
    assertEquals(await asked, ["as sent"]);
  }),

  fact("columns have a buffer of their own at the other end, or share one as they did", async (harness) => {
    const both = new Float64Array(8);
    const value = {
      bytes: new Uint8Array(10),
      numbers: new Float64Array(3),
      left: both.subarray(0, 5),
      right: both.subarray(5),
    };
    const heard = await harness.script("0:x").ask<typeof value>({ name: "x", answer: { value } });
    const columns = [heard.bytes, heard.numbers, heard.left, heard.right];
    assertEquals(columns.map(({ buffer }) => buffer.byteLength), [10, 24, 64, 64]);
    assertEquals(heard.left.buffer, heard.right.buffer);
  }),

  fact("a message that cannot be copied is the sender's error", async (harness) => {
    const unclonable = { name: "x", answer: { value: () => {} } };
    const error = await harness.script("0:x").ask(unclonable).catch((error: Error) => error);
    assert(error instanceof Error);
    assertEquals(error.name, "DataCloneError");
    assertEquals(await harness.script("0:x").ask({ name: "y" }), "y");
  }),

  fact("an actor's own timer enqueues a message", async (harness) => {
    const script = { name: "tick", publish: { channel: "tick", data: 1 } };
    await harness.script("0:x").ask({ name: "x", after: { delayMs: 5, script } });
    await until("it ticked", () => harness.published.length === 1);
  }),

  fact("an ask past its deadline is UNAVAILABLE and gets no turn", async (harness) => {
    const hold = harness.store.hold(["slow"]);
    const slow = harness.script("0:x").ask({ name: "slow", read: ["slow"] });
    await until("the turn is held", () => hold.waiting() === 1);
    const refusal = await refusalOf(harness.script("0:x").ask({ name: "late" }, { deadlineMs: 20 }));
    assertEquals([refusal.code, refusal.message], [
      "UNAVAILABLE",
      'script "0:x" gave no answer within 20 ms',
    ]);
    hold.release();
    await slow;
    await harness.script("0:x").ask({ name: "next" });
    const decided = (await trace(harness)).filter((step) => step.startsWith("decide"));
    assertEquals(decided, ["decide slow", "decide next"]);
  }),

  fact("a mailbox takes as many messages as its bound and refuses the next", async (harness) => {
    const hold = harness.store.hold(["slow"]);
    const asks = [harness.script("0:x").ask({ name: "slow", read: ["slow"] })];
    await until("the turn is held", () => hold.waiting() === 1);
    for (const name of ["a", "b", "c"]) asks.push(harness.script("0:x").ask({ name }));
    assertEquals((await refusalOf(harness.script("0:x").ask({ name: "d" }))).code, "UNAVAILABLE");
    for (let tell = 0; tell < 3; tell++) harness.script("0:x").tell({ name: "told" });
    await until("the tells are counted", () => harness.system.stats()[0].dropped === 3);
    assertEquals(harness.logged.filter(({ level }) => level === "warn").length, 1);
    hold.release();
    assertEquals(await Promise.all(asks), ["slow", "a", "b", "c"]);
    assert(!(await trace(harness)).includes("decide told"));
    assertEquals(await harness.script("0:x").ask({ name: "e" }), "e");
  }, { mailboxLimit: 3, heartbeatMs: 20 }),

  fact("a later promise keeps its place in the mailbox", async (harness) => {
    const hold = harness.store.hold(["later"]);
    const asks = ["a", "b"].map((name) =>
      harness.script("0:x").ask({ name, later: { read: ["later"], then: { name: `${name} later` } } })
    );
    await until("both promises wait", () => hold.waiting() === 2);
    assertEquals((await refusalOf(harness.script("0:x").ask({ name: "c" }))).code, "UNAVAILABLE");
    hold.release();
    assertEquals(await Promise.all(asks), ["a later", "b later"]);
  }, { mailboxLimit: 2 }),

  fact("a shard takes as many undelivered messages as its bound and refuses the next", async (harness) => {
    const asks = Array.from({ length: 11 }, (_, n) => harness.script("0:x").ask({ name: `${n}` }));
    const settled = await Promise.allSettled(asks);
    assertEquals(settled.map(({ status }) => status === "fulfilled"), [...Array(10).fill(true), false]);
    await until("the shard has reported", () => harness.system.stats()[0].received === 10);
    assertEquals(await harness.script("0:x").ask({ name: "y" }), "y");
  }, { shardQueueLimit: 10, heartbeatMs: 20 }),
];
