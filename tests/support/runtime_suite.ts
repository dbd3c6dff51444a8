import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ActorSystemOptions } from "../../actors/runtime/system.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type House, refusalOf, until, withHouse } from "./runtime_house.ts";

type Fact = (house: House) => Promise<void>;

/** What every place for shards must do alike; `where` names it in the tests. */
export function runtimeSuite(where: string, shards: number): void {
  const fact = (text: string, check: Fact, options: Partial<ActorSystemOptions> = {}) =>
    Deno.test(`${where}: ${text}`, () => withHouse({ ...options, shards }, check));
  turnFacts(fact);
  commitFacts(fact);
  failureFacts(fact);
  gateFacts(fact);
  laterFacts(fact);
  messageFacts(fact);
  boundFacts(fact);
  lifeFacts(fact);
}

type FactTest = (text: string, check: Fact, options?: Partial<ActorSystemOptions>) => void;

/** What the actors of shard 0 did, without the turn that asks for it. */
async function trace(house: House): Promise<string[]> {
  const steps = await house.script("0:tracer").ask<string[]>({ name: "trace", answer: "trace" });
  return steps.filter((step) =>
    !step.endsWith("trace") && !step.endsWith("0:tracer") && !step.includes(" trace ")
  );
}

/** Everything that was sent to shard 0 before is in its mailboxes afterwards, and what could run has run. */
async function roundTrips(house: House): Promise<void> {
  for (let trip = 0; trip < 5; trip++) await house.script("0:tripper").ask({ name: "trip" });
}

function turnFacts(fact: FactTest): void {
  fact("an actor knows its address, its shard and the number of shards", async (house) => {
    const answer = await house.script("0:a").ask<Record<string, unknown>>({ name: "who", answer: "address" });
    assertEquals(answer, { kind: "script", id: "0:a", shard: 0, shards: house.system.stats().length });
  });

  fact(
    "turns of an actor run in the order of its messages, one at a time, each prepared, decided, committed",
    async (house) => {
      const names = ["a", "b", "c"];
      const turns = names.map((name) =>
        house.script("0:x").ask({ name, read: ["r", name], write: [{ key: ["w", name], value: 1 }] })
      );
      assertEquals(await Promise.all(turns), names);
      assertEquals(await trace(house), [
        "load 0:x",
        ...names.flatMap((name) => [`prepare ${name}`, `decide ${name}`, `committed ${name} 1`]),
      ]);
    },
  );

  fact("a turn waits for the commits of the turn before it", async (house) => {
    const hold = house.store.hold(["w"]);
    const first = house.script("0:x").ask({ name: "first", write: [{ key: ["w"], value: 1 }] });
    const second = house.script("0:x").ask({ name: "second" });
    await until("the commit is held", () => hold.waiting() === 1);
    await roundTrips(house);
    assert(!(await trace(house)).includes("prepare second"));
    hold.release();
    assertEquals(await Promise.all([first, second]), ["first", "second"]);
  });

  fact("actors of a shard run beside each other", async (house) => {
    const hold = house.store.hold(["slow"]);
    const slow = house.script("0:slow").ask({ name: "slow", read: ["slow"] });
    await until("the read is held", () => hold.waiting() === 1);
    assertEquals(await house.script("0:quick").ask({ name: "quick" }), "quick");
    hold.release();
    assertEquals(await slow, "slow");
  });

  fact("an actor that always has a next turn leaves room for the others", async (house) => {
    house.system.ref<"go" | "hello">("restless", "0:r").tell("go");
    const hello = house.system.ref<"go" | "hello">("restless", "0:s").ask("hello");
    assertEquals(await hello, "hello");
    await until("the restless one has had many turns", () => house.system.stats()[0].turns > 1000);
    await house.system.drain(100);
  }, { heartbeatMs: 20, heartbeatDeadlineMs: 2000 });
}

function commitFacts(fact: FactTest): void {
  fact("no answer, publication or message leaves before the commit is durable", async (house) => {
    const hold = house.store.hold(["w"]);
    let answered = false;
    const answer = house.script("0:x").ask({
      name: "x",
      write: [{ key: ["w"], value: 1 }],
      publish: { channel: "news", data: "out" },
      tell: [{ to: { kind: "script", id: "0:y" }, script: { name: "told" } }],
    }).then(() => answered = true);
    await until("the commit is held", () => hold.waiting() === 1);
    await roundTrips(house);
    assert(!answered && house.published.length === 0);
    assert(!(await trace(house)).includes("decide told"));
    hold.release();
    await answer;
    assertEquals(house.published, [{ channel: "news", data: "out" }]);
    await until("the message arrived", async () => (await trace(house)).includes("decide told"));
  });

  fact("the commits of a turn are handed in one after the other on the shard's lane", async (house) => {
    const write = ["a", "b", "c"].map((key) => ({ key: [key], value: 1 }));
    await house.script("0:x").ask({ name: "x", write });
    assertEquals(house.store.handedIn, ["a", "b", "c"].map((key) => ({ lane: 100, key })));
    assert((await trace(house)).includes("committed x 3"));
  });

  fact("a failed check prepares and decides again", async (house) => {
    const hold = house.store.hold(["counter", "0:c"]);
    const counter = house.system.ref<{ add: number }>("counter", "0:c");
    hold.release();
    assertEquals(await counter.ask({ add: 5 }), 5);
    const again = house.store.hold(["counter", "0:c"]);
    const asked = counter.ask({ add: 1 });
    await until("prepare reads", () => again.waiting() === 1);
    again.release();
    const commitHold = house.store.hold(["counter", "0:c"]);
    await until("the commit is held", () => commitHold.waiting() === 1);
    await house.store.kv.set(["counter", "0:c"], 100);
    commitHold.release();
    assertEquals(await asked, 101);
  });

  fact("a check that keeps failing is tried 20 times again, then UNAVAILABLE", async (house) => {
    await house.store.kv.set(["w"], 0);
    const write = [{ key: ["w"], value: 1, absent: true }];
    const refusal = await refusalOf(house.script("0:x").ask({ name: "x", write }));
    assertEquals(refusal.code, "UNAVAILABLE");
    assertEquals((await trace(house)).filter((step) => step === "decide x").length, 21);
    assertEquals(house.published, []);
  });

  fact("with onConflict fail a failed check ends the actor, which loads again", async (house) => {
    await house.store.kv.set(["w"], 0);
    await house.script("0:x").ask({ name: "before" });
    const write = [{ key: ["w"], value: 1, absent: true }];
    const refusal = await refusalOf(house.script("0:x").ask({ name: "x", write, onConflict: "fail" }));
    assertEquals(refusal.code, "UNAVAILABLE");
    assertEquals(await house.script("0:x").ask({ name: "after", answer: "turns" }), 1);
    assertEquals((await trace(house)).filter((step) => step === "load 0:x").length, 2);
    assertEquals((await trace(house)).filter((step) => step === "decide x").length, 1);
    assertEquals(house.published.map(({ channel }) => channel), ["actor_failed"]);
  });

  fact("a second commit that fails its check ends the actor: the first one was written", async (house) => {
    await house.store.kv.set(["w"], 0);
    const write = [{ key: ["first"], value: 1 }, { key: ["w"], value: 1, absent: true }];
    assertEquals((await refusalOf(house.script("0:x").ask({ name: "x", write }))).code, "UNAVAILABLE");
    assertEquals((await trace(house)).filter((step) => step === "decide x").length, 1);
    assertEquals(await house.script("0:x").ask({ name: "after", answer: "turns" }), 1);
  });

  fact("a commit of unknown outcome ends the actor", async (house) => {
    house.store.fail(["w"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    const refusal = await refusalOf(
      house.script("0:x").ask({ name: "x", write: [{ key: ["w"], value: 1 }] }),
    );
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The store is out of reach"]);
    assertEquals(await house.script("0:x").ask({ name: "after", answer: "turns" }), 1);
    assertEquals(house.published[0], {
      channel: "actor_failed",
      data: { kind: "script", id: "0:x", message: "The store is out of reach" },
    });
  });

  fact("a commit that the store refuses keeps the actor", async (house) => {
    house.store.fail(["w"], new Refusal("PAYLOAD_TOO_LARGE", "Too large"));
    const refusal = await refusalOf(
      house.script("0:x").ask({ name: "x", write: [{ key: ["w"], value: 1 }] }),
    );
    assertEquals(refusal.code, "PAYLOAD_TOO_LARGE");
    assertEquals(await house.script("0:x").ask({ name: "after", answer: "turns" }), 2);
  });
}

function failureFacts(fact: FactTest): void {
  for (const stage of ["prepareFails", "decideFails"] as const) {
    fact(`${stage}: a Refusal crosses with its code, text and details and keeps the actor`, async (house) => {
      const refusal = await refusalOf(house.script("0:x").ask({ name: "x", [stage]: "refusal" }));
      assertEquals([refusal.code, refusal.message, refusal.details], [
        "RESOURCE_IN_USE",
        "It is in use",
        { by: [1, 2] },
      ]);
      await house.script("0:x").ask({ name: "y" });
      assertEquals((await trace(house)).filter((step) => step === "load 0:x").length, 1);
    });

    fact(`${stage}: an unknown error is answered blank and logged whole`, async (house) => {
      const refusal = await refusalOf(house.script("0:x").ask({ name: "x", [stage]: "error" }));
      assertEquals(refusal.code, "INTERNAL_ERROR");
      assert(!JSON.stringify([refusal.message, refusal.details]).includes("secret"));
      const text = JSON.stringify(house.logged.map(({ fields }) => fields));
      assertStringIncludes(text, "secret text");
    });
  }

  fact("an unknown error in prepare keeps the actor, one in decide ends it", async (house) => {
    await refusalOf(house.script("0:x").ask({ name: "x", prepareFails: "error" }));
    assertEquals(house.published, []);
    await refusalOf(house.script("0:x").ask({ name: "y", decideFails: "error" }));
    assertEquals(house.published, [
      { channel: "actor_failed", data: { kind: "script", id: "0:x", message: "secret text" } },
    ]);
    await house.script("0:x").ask({ name: "z" });
    assertEquals((await trace(house)).filter((step) => step === "load 0:x").length, 2);
  });

  fact("an error while a decision is applied ends the actor", async (house) => {
    assertEquals(
      (await refusalOf(house.script("0:x").ask({ name: "x", committedFails: true }))).code,
      "INTERNAL_ERROR",
    );
    assertEquals(await house.script("0:x").ask({ name: "y", answer: "turns" }), 1);
  });

  fact("a decision of a wrong shape ends the actor, not the shard", async (house) => {
    const refusal = await refusalOf(house.script("0:x").ask({ name: "x", misbehave: "no_effects" }));
    assertEquals(refusal.code, "INTERNAL_ERROR");
    assertEquals(await house.script("0:x").ask({ name: "y", answer: "turns" }), 1);
  });

  fact("an answer that cannot be copied becomes INTERNAL_ERROR", async (house) => {
    assertEquals(
      (await refusalOf(house.script("0:x").ask({ name: "x", answer: "function" }))).code,
      "INTERNAL_ERROR",
    );
  });

  fact("a failed load answers everybody who waits, and the next message loads again", async (house) => {
    const hold = house.store.hold(["load", "0:x"]);
    house.store.fail(["load", "0:x"], new Refusal("UNAVAILABLE", "The store is out of reach"));
    const asks = ["a", "b"].map((name) => refusalOf(house.script("0:x").ask({ name })));
    await until("the load is held", () => hold.waiting() === 1);
    await roundTrips(house);
    hold.release();
    assertEquals(
      (await Promise.all(asks)).map(({ message }) => message),
      Array(2).fill("The store is out of reach"),
    );
    house.store.fail(["load", "0:x"], undefined);
    assertEquals(await house.script("0:x").ask({ name: "c" }), "c");
    assertEquals((await trace(house)).filter((step) => step === "load 0:x").length, 2);
  });

  fact("an unknown kind is refused and logged", async (house) => {
    assertEquals(
      (await refusalOf(house.script("0:x", "stranger").ask({ name: "x" }))).code,
      "INTERNAL_ERROR",
    );
    assertStringIncludes(JSON.stringify(house.logged), "stranger");
  });

  fact("work that never ends is given up", async (house) => {
    const hold = house.store.hold(["never"]);
    const refusal = await refusalOf(house.script("0:x").ask({ name: "x", read: ["never"] }));
    assertStringIncludes(refusal.message, "longer than 60 ms");
    assertEquals(await house.script("0:x").ask({ name: "y" }), "y");
    hold.release();
  }, { waitDeadlineMs: 60, idleMs: 40, heartbeatMs: 50 });

  fact("a store call that never ends is UNAVAILABLE at its deadline", async (house) => {
    const hold = house.store.hold(["never"]);
    const refusal = await refusalOf(house.script("0:x").ask({ name: "x", read: ["never"] }));
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The store gave no answer within 60 ms"]);
    hold.release();
  }, { storeDeadlineMs: 60 });
}

function gateFacts(fact: FactTest): void {
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
  });

  fact("an exclusive turn that waits goes before later shared ones", async (house) => {
    await assertOrder(house, [["shared", "a"], ["exclusive", "x"], ["shared", "b"]]);
  });

  fact("a shared turn that waits goes before later exclusive ones", async (house) => {
    await assertOrder(house, [["exclusive", "a"], ["shared", "x"], ["exclusive", "b"]]);
  });

  fact("turns without a gate pass an exclusive one", async (house) => {
    const held = holdWrites(house);
    const exclusive = write(house, "exclusive", "x");
    await until("the exclusive one is at its commit", () => held.at("x"));
    assertEquals(await house.script("0:free").ask({ name: "free" }), "free");
    held.release("x");
    await exclusive;
  });

  fact("the gate opens after a turn that failed", async (house) => {
    await refusalOf(house.script("0:x", "exclusive").ask({ name: "x", decideFails: "error" }));
    await refusalOf(house.script("0:x", "exclusive").ask({ name: "x", decideFails: "refusal" }));
    assertEquals(await house.script("0:y", "exclusive").ask({ name: "y" }), "y");
    assertEquals(await house.script("0:z", "shared").ask({ name: "z" }), "z");
  });
}

/** The writes of `write()` wait in the store until they are let go. */
function holdWrites(house: House) {
  const holds = new Map(["a", "b", "c", "x", "y"].map((name) => [name, house.store.hold(["w", name])]));
  return {
    at: (name: string) => holds.get(name)?.waiting() === 1,
    release: (name: string) => holds.get(name)?.release(),
  };
}

function write(house: House, kind: string, name: string): Promise<unknown> {
  return house.script(`0:${name}`, kind).ask({ name, write: [{ key: ["w", name], value: 1 }] });
}

/** The first holds the gate, the second waits, the third comes last: they must go in that order. */
async function assertOrder(house: House, turns: [kind: string, name: string][]): Promise<void> {
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

function laterFacts(fact: FactTest): void {
  fact(
    "later: the answer comes from the turn of the promise's message, others run meanwhile",
    async (house) => {
      const hold = house.store.hold(["later"]);
      const asked = house.script("0:x").ask({
        name: "first",
        later: { read: ["later"], then: { name: "second", answer: { value: 42 } } },
      });
      await until("the promise waits", () => hold.waiting() === 1);
      assertEquals(await house.script("0:x").ask({ name: "between" }), "between");
      hold.release();
      assertEquals(await asked, 42);
      const decided = (await trace(house)).filter((step) => step.startsWith("decide"));
      assertEquals(decided, ["decide first", "decide between", "decide second"]);
    },
  );

  fact("later: a rejected promise answers its error", async (house) => {
    const later = (fails: "refusal" | "error") => ({ read: ["later"], then: { name: "second" }, fails });
    const refused = await refusalOf(house.script("0:x").ask({ name: "x", later: later("refusal") }));
    assertEquals([refused.code, refused.details], ["RESOURCE_IN_USE", { by: [1, 2] }]);
    const blank = await refusalOf(house.script("0:x").ask({ name: "x", later: later("error") }));
    assertEquals(blank.code, "INTERNAL_ERROR");
    assertEquals(await house.script("0:x").ask({ name: "y", answer: "turns" }), 3);
  });

  fact("later: nothing of a failed actor's former life reaches the next one", async (house) => {
    const hold = house.store.hold(["later"]);
    const asked = refusalOf(
      house.script("0:x").ask({ name: "first", later: { read: ["later"], then: { name: "second" } } }),
    );
    await until("the promise waits", () => hold.waiting() === 1);
    await refusalOf(house.script("0:x").ask({ name: "x", decideFails: "error" }));
    assertEquals((await asked).code, "UNAVAILABLE");
    hold.release();
    await roundTrips(house);
    assertEquals(await house.script("0:x").ask({ name: "y", answer: "turns" }), 1);
    assert(!(await trace(house)).includes("decide second"));
  });
}

function messageFacts(fact: FactTest): void {
  fact("actors ask and tell each other within a shard and across shards", async (house) => {
    for (const id of ["0:other", "1:other"]) {
      const to = { kind: "script", id };
      const script = { name: "who", answer: "address" as const };
      const heard = await house.script("0:x").ask<{ id: string }>({
        name: "x",
        ask: { to, script },
        answer: "read",
      });
      assertEquals(heard.id, id);
      await house.script("0:x").ask({
        name: "y",
        tell: [{ to, script: { name: "told", publish: { channel: "news", data: id } } }],
      });
      await until("the tell arrived", () => house.published.some(({ data }) => data === id));
    }
  });

  fact("a Refusal crosses from actor to actor to the asker", async (house) => {
    for (const id of ["0:other", "1:other"]) {
      const ask = { to: { kind: "script", id }, script: { name: "x", decideFails: "refusal" as const } };
      const refusal = await refusalOf(house.script("0:x").ask({ name: "x", ask }));
      assertEquals([refusal.code, refusal.details], ["RESOURCE_IN_USE", { by: [1, 2] }]);
    }
  });

  fact("an actor's ask has its own deadline", async (house) => {
    for (const id of ["0:other", "1:other"]) {
      const hold = house.store.hold(["never", id]);
      const ask = { to: { kind: "script", id }, script: { name: "x", read: ["never", id] }, deadlineMs: 30 };
      const refusal = await refusalOf(house.script("0:x").ask({ name: "x", ask }));
      assertEquals(refusal.message, `script "${id}" gave no answer within 30 ms`);
      hold.release();
    }
  });

  fact("what is in the transfer list is moved, not copied", async (house) => {
    const buffer = new ArrayBuffer(64);
    const ref = house.system.ref<ArrayBuffer>("receiver", "0:x");
    assertEquals(await ref.ask(buffer, { transfer: [buffer] }), 64);
    assertEquals(buffer.byteLength, 0);
  });

  fact("a message is a copy: the sender may change its own", async (house) => {
    const script = { name: "x", answer: { value: ["as sent"] } };
    const asked = house.script("0:x").ask(script);
    script.answer.value[0] = "changed";
    assertEquals(await asked, ["as sent"]);
  });

  fact("a message that cannot be copied is the sender's error", async (house) => {
    const unclonable = { name: "x", answer: { value: () => {} } };
    const error = await house.script("0:x").ask(unclonable).catch((error: Error) => error);
    assert(error instanceof Error);
    assertEquals(error.name, "DataCloneError");
    assertEquals(await house.script("0:x").ask({ name: "y" }), "y");
  });

  fact("an actor's own timer enqueues a message", async (house) => {
    const script = { name: "tick", publish: { channel: "tick", data: 1 } };
    await house.script("0:x").ask({ name: "x", after: { delayMs: 5, script } });
    await until("it ticked", () => house.published.length === 1);
  });
}

function boundFacts(fact: FactTest): void {
  fact("an ask past its deadline is UNAVAILABLE and gets no turn", async (house) => {
    const hold = house.store.hold(["slow"]);
    const slow = house.script("0:x").ask({ name: "slow", read: ["slow"] });
    await until("the turn is held", () => hold.waiting() === 1);
    const refusal = await refusalOf(house.script("0:x").ask({ name: "late" }, { deadlineMs: 20 }));
    assertEquals([refusal.code, refusal.message], [
      "UNAVAILABLE",
      'script "0:x" gave no answer within 20 ms',
    ]);
    hold.release();
    await slow;
    await house.script("0:x").ask({ name: "next" });
    const decided = (await trace(house)).filter((step) => step.startsWith("decide"));
    assertEquals(decided, ["decide slow", "decide next"]);
  });

  fact("a mailbox takes as many messages as its bound and refuses the next", async (house) => {
    const hold = house.store.hold(["slow"]);
    const asks = [house.script("0:x").ask({ name: "slow", read: ["slow"] })];
    await until("the turn is held", () => hold.waiting() === 1);
    for (const name of ["a", "b", "c"]) asks.push(house.script("0:x").ask({ name }));
    assertEquals((await refusalOf(house.script("0:x").ask({ name: "d" }))).code, "UNAVAILABLE");
    for (let tell = 0; tell < 3; tell++) house.script("0:x").tell({ name: "told" });
    await until("the tells are counted", () => house.system.stats()[0].dropped === 3);
    assertEquals(house.logged.filter(({ level }) => level === "warn").length, 1);
    hold.release();
    assertEquals(await Promise.all(asks), ["slow", "a", "b", "c"]);
    assert(!(await trace(house)).includes("decide told"));
    assertEquals(await house.script("0:x").ask({ name: "e" }), "e");
  }, { mailboxLimit: 3, heartbeatMs: 20 });

  fact("a later promise keeps its place in the mailbox", async (house) => {
    const hold = house.store.hold(["later"]);
    const asks = ["a", "b"].map((name) =>
      house.script("0:x").ask({ name, later: { read: ["later"], then: { name: `${name} later` } } })
    );
    await until("both promises wait", () => hold.waiting() === 2);
    assertEquals((await refusalOf(house.script("0:x").ask({ name: "c" }))).code, "UNAVAILABLE");
    hold.release();
    assertEquals(await Promise.all(asks), ["a later", "b later"]);
  }, { mailboxLimit: 2 });

  fact("a shard takes as many undelivered messages as its bound and refuses the next", async (house) => {
    const asks = Array.from({ length: 11 }, (_, n) => house.script("0:x").ask({ name: `${n}` }));
    const settled = await Promise.allSettled(asks);
    assertEquals(settled.map(({ status }) => status === "fulfilled"), [...Array(10).fill(true), false]);
    await until("the shard has reported", () => house.system.stats()[0].received === 10);
    assertEquals(await house.script("0:x").ask({ name: "y" }), "y");
  }, { shardQueueLimit: 10, heartbeatMs: 20 });
}

function lifeFacts(fact: FactTest): void {
  fact("an idle actor is put away and loads again with the next message", async (house) => {
    await house.script("0:x").ask({ name: "x" });
    await until("it is put away", () => house.published.some(({ data }) => data === "0:x"));
    assertEquals(await house.script("0:x").ask({ name: "y", answer: "turns" }), 1);
    await until("nothing is kept of either", () => house.system.stats()[0].actors === 0);
  }, { idleMs: 40, heartbeatMs: 20 });

  fact("an actor that may not be put away stays", async (house) => {
    await house.script("0:pinned").ask({ name: "x", pinned: true });
    await house.script("0:x").ask({ name: "x" });
    await until("the other is put away", () => house.published.some(({ data }) => data === "0:x"));
    assertEquals(await house.script("0:pinned").ask({ name: "y", answer: "turns" }), 2);
  }, { idleMs: 40 });

  fact("a message that comes while its actor is put away is answered by the next life", async (house) => {
    const hold = house.store.hold(["put_away", "0:x"]);
    await house.script("0:x").ask({ name: "x" });
    await until("it is being put away", () => hold.waiting() === 1);
    const asked = house.script("0:x").ask({ name: "y", answer: "turns" });
    await roundTrips(house);
    assertEquals((await trace(house)).filter((step) => step === "load 0:x").length, 1);
    hold.release();
    assertEquals(await asked, 1);
  }, { idleMs: 40 });

  fact("the timers of an actor that failed are cancelled", async (house) => {
    const script = { name: "tick", publish: { channel: "tick", data: "former life" } };
    await house.script("0:x").ask({ name: "x", after: { delayMs: 300, script } });
    await refusalOf(house.script("0:x").ask({ name: "y", decideFails: "error" }));
    const later = { name: "tick", publish: { channel: "tick", data: "later timer" } };
    await house.script("0:y").ask({ name: "z", after: { delayMs: 310, script: later } });
    await until("the later timer fired", () => house.published.some(({ data }) => data === "later timer"));
    assert(!house.published.some(({ data }) => data === "former life"));
  });

  fact("drain lets open turns finish, puts actors away and refuses new messages", async (house) => {
    const hold = house.store.hold(["w"]);
    const open = house.script("0:x").ask({ name: "open", write: [{ key: ["w"], value: 1 }] });
    const waiting = house.script("0:x").ask({ name: "waiting" });
    await until("the commit is held", () => hold.waiting() === 1);
    const drained = house.system.drain(5000);
    const refusal = await refusalOf(house.script("0:x").ask({ name: "new" }));
    assertEquals([refusal.code, refusal.message], ["UNAVAILABLE", "The system is draining; try again later"]);
    hold.release();
    await drained;
    assertEquals([await open, await waiting], ["open", "waiting"]);
    assert(house.published.some(({ channel, data }) => channel === "put_away" && data === "0:x"));
  });

  fact("drain waits for messages that travel between actors", async (house) => {
    house.script("0:hop").tell({ name: "hop", hops: 60 });
    await house.system.drain(5000);
    assertEquals((await house.store.get(["hopped"]))?.value, true);
  });

  fact("drain silences timers", async (house) => {
    const tick = { name: "tick", publish: { channel: "tick", data: 1 } };
    await house.script("0:x").ask({ name: "x", after: { delayMs: 50, script: tick } });
    const hold = house.store.hold(["slow"]);
    const slow = house.script("0:y").ask({ name: "slow", read: ["slow"] });
    await until("the turn is held", () => hold.waiting() === 1);
    const drained = house.system.drain(5000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    hold.release();
    await Promise.all([slow, drained]);
    assert(!house.published.some(({ channel }) => channel === "tick"));
  });

  fact("drain cuts off at its deadline what does not end, and still puts the others away", async (house) => {
    const hold = house.store.hold(["never"]);
    await house.script("0:y").ask({ name: "y" });
    const stuck = refusalOf(house.script("0:x").ask({ name: "x", read: ["never"] }));
    await until("the turn is held", () => hold.waiting() === 1);
    await house.system.drain(400);
    assertEquals((await stuck).code, "UNAVAILABLE");
    assert(house.published.some(({ channel, data }) => channel === "put_away" && data === "0:y"));
    hold.release();
  });
}
