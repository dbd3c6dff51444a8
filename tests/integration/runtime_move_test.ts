import { assert, assertEquals } from "@std/assert";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { RemoteWorkers } from "../support/remote_workers.ts";
import { refusalOf, type RuntimeHarness, until, withRuntimeHarness } from "../support/runtime_harness.ts";

const QUEUE = 50;
const QUICK = { shards: 2, heartbeatMs: 30, heartbeatDeadlineMs: 5_000, shardQueueLimit: QUEUE };

/** Where shard 1 lives next: here, or behind a line. */
interface Places {
  next: "here" | "lent";
  place: RemoteWorkers;
}

async function withPlaces(
  next: Places["next"],
  test: (harness: RuntimeHarness, places: Places) => Promise<void>,
): Promise<void> {
  await using place = new RemoteWorkers();
  const places: Places = { next, place };
  const elsewhere = (shard: number): ShardLink | undefined =>
    shard === 1 && places.next === "lent" ? place.linkTo(shard) : undefined;
  await withRuntimeHarness({ ...QUICK, elsewhere }, async (harness) => {
    await harness.system.ready(10_000);
    await test(harness, places);
  });
}

const counter = (harness: RuntimeHarness, id: string) => harness.system.ref<{ add: number }>("counter", id);

/** Shard 1 moves behind a line as soon as a turn of it that is held ends. */
async function movingSlowly(harness: RuntimeHarness, places: Places) {
  const hold = harness.store.hold(["slow"]);
  const slow = harness.script("1:x").ask({ name: "slow", read: ["slow"] });
  await until("a turn is held", () => hold.waiting() === 1);
  places.next = "lent";
  return { hold, slow, moved: harness.system.move([1]) };
}

for (const [from, to] of [["here", "lent"], ["lent", "here"], ["lent", "lent"]] as const) {
  Deno.test(`a shard moves (${from} to ${to}): its actors go on there with what is stored`, () =>
    withPlaces(from, async (harness, places) => {
      assertEquals(await counter(harness, "1:c").ask({ add: 3 }), 3);
      await harness.script("1:x").ask({ name: "x" });
      const replaced: number[] = [];
      harness.system.onShardReplaced((shard) => replaced.push(shard));
      places.next = to;
      await harness.system.move([1]);
      assertEquals(await counter(harness, "1:c").ask({ add: 1 }), 4);
      assertEquals(await harness.script("1:x").ask({ name: "y", answer: "turns" }), 1);
      assertEquals([replaced, harness.system.stats().map(({ replaced }) => replaced)], [[1], [0, 1]]);
      assert(harness.published.some(({ channel, data }) => channel === "put_away" && data === "1:x"));
      const count = (place: Places["next"]) => Number(from === place) + Number(to === place);
      assertEquals([harness.workers.length - 1, places.place.workers.length], [count("here"), count("lent")]);
      await until(
        "those that are left are ended",
        () => places.place.ended.length === Number(from === "lent"),
      );
    }));
}

Deno.test("a moving shard finishes its messages: commits are answered, messages handled", () =>
  withPlaces("here", async (harness, places) => {
    const hold = harness.store.hold(["w"]);
    const command = harness.script("1:x").ask({ name: "command", write: [{ key: ["w"], value: 1 }] });
    const waiting = harness.script("1:x").ask({ name: "waiting" });
    harness.script("1:x").tell({ name: "told", write: [{ key: ["told"], value: 1 }] });
    await until("the commit is held", () => hold.waiting() === 1);
    places.next = "lent";
    const moved = harness.system.move([1]);
    await harness.script("0:y").ask({ name: "y" });
    hold.release();
    assertEquals(await Promise.all([command, waiting]), ["command", "waiting"]);
    await moved;
    assertEquals((await harness.store.get(["told"]))?.value, 1);
    assertEquals(harness.system.stats()[1].dropped, 0);
    assertEquals(harness.logged, []);
  }));

Deno.test("what comes to a shard while it moves is carried out at its next place, in its order, and once", () =>
  withPlaces("here", async (harness, places) => {
    const { hold, slow, moved } = await movingSlowly(harness, places);
    const added = [counter(harness, "1:z").ask({ add: 1 }), counter(harness, "1:z").ask({ add: 2 })];
    harness.script("1:y").tell({ name: "told", write: [{ key: ["told"], value: 1 }] });
    const to = { kind: "script", id: "1:y" };
    const told = { name: "told too", write: [{ key: ["told too"], value: 2 }] };
    await harness.script("0:a").ask({ name: "a", tell: [{ to, script: told }] });
    const uncopied = refusalOf(harness.script("1:y").ask({ name: "y", answer: { value: () => {} } }));
    hold.release();
    assertEquals(await slow, "slow");
    await moved;
    assertEquals([await Promise.all(added), (await uncopied).code], [[1, 3], "INTERNAL_ERROR"]);
    assertEquals(await harness.script("1:y").ask({ name: "after", answer: "turns" }), 3);
    assertEquals(
      [(await harness.store.get(["told"]))?.value, (await harness.store.get(["told too"]))?.value],
      [
        1,
        2,
      ],
    );
    assertEquals([places.place.workers.length, harness.system.stats()[1].dropped], [1, 0]);
  }));

Deno.test("more than a shard's queue holds is turned down while it moves; messages are counted and logged", () =>
  withPlaces("here", async (harness, places) => {
    const { hold, slow, moved } = await movingSlowly(harness, places);
    const waiting = Array.from({ length: QUEUE }, () => counter(harness, "1:z").ask({ add: 1 }));
    const refusal = await refusalOf(harness.script("1:z").ask({ name: "z" }));
    assertEquals([refusal.code, refusal.message], [
      "UNAVAILABLE",
      'The shard of script "1:z" moves to another place, with too many messages waiting; try again',
    ]);
    harness.script("1:z").tell({ name: "lost", write: [{ key: ["lost"], value: 1 }] });
    await until("it is counted", () => harness.system.stats()[1].dropped === 1);
    assertEquals(harness.logged.map(({ message }) => message), ["Messages to shard 1 were dropped"]);
    hold.release();
    assertEquals(await slow, "slow");
    await moved;
    assertEquals((await Promise.all(waiting)).at(-1), QUEUE);
    assertEquals(await harness.store.get(["lost"]), undefined);
  }));

Deno.test("a shard moves within 2 s, whatever hangs: its asker gets a refusal, and its commit lands before it resumes", () =>
  withPlaces("lent", async (harness, places) => {
    const hold = harness.store.hold(["counter", "1:c"]);
    const hung = refusalOf(
      harness.script("1:x").ask({ name: "x", write: [{ key: ["counter", "1:c"], value: 7 }] }),
    );
    await until("the commit is held", () => hold.waiting() === 1);
    places.next = "here";
    const moved = harness.system.move([1]);
    assertEquals((await hung).message, "The actor's shard moves; try again");
    assertEquals(harness.workers.length, 1);
    hold.release();
    await moved;
    assertEquals(await counter(harness, "1:c").ask({ add: 0 }), 7);
  }));

Deno.test("a move of a shard that moves, or is being restarted, changes nothing", () =>
  withPlaces("here", async (harness, places) => {
    places.next = "lent";
    await Promise.all([harness.system.move([1]), harness.system.move([1]), harness.system.move([1])]);
    await harness.script("1:x").ask({ name: "x" });
    assertEquals(places.place.workers.length, 1);
    assertEquals(harness.system.stats()[1].replaced, 1);
    const hold = harness.store.hold(["w"]);
    const cut = refusalOf(harness.script("1:y").ask({ name: "y", write: [{ key: ["w"], value: 1 }] }));
    await until("a commit is held, which its successor waits for", () => hold.waiting() === 1);
    places.place.lines[0].close("lost");
    await cut;
    await harness.system.move([1]);
    hold.release();
    await until("it is ready again", () => harness.system.stats()[1].ready);
    assertEquals([harness.system.stats()[1].replaced, places.place.workers.length], [2, 2]);
  }));

Deno.test("a shard that is lost while it moves is replaced once", () =>
  withPlaces("lent", async (harness, places) => {
    const hold = harness.store.hold(["never"]);
    const hung = refusalOf(harness.script("1:x").ask({ name: "x", read: ["never"] }));
    await until("a turn is held", () => hold.waiting() === 1);
    places.next = "here";
    const moved = harness.system.move([1]);
    places.place.lines[0].close("lost");
    assertEquals((await hung).message, "The actor's shard was restarted; try again");
    await moved;
    hold.release();
    await until("it is ready again", () => harness.system.stats()[1].ready);
    assertEquals(await harness.script("1:x").ask({ name: "y", answer: "turns" }), 1);
    assertEquals([harness.system.stats()[1].replaced, harness.workers.length], [1, 2]);
  }));

Deno.test("a system that drains while a shard moves ends as soon as its work does, and opens nothing", () =>
  withPlaces("lent", async (harness, places) => {
    const hold = harness.store.hold(["slow"]);
    const slow = harness.script("1:x").ask({ name: "slow", read: ["slow"] });
    await until("a turn is held", () => hold.waiting() === 1);
    places.next = "here";
    const moved = harness.system.move([1]);
    const drained = harness.system.drain(60_000);
    hold.release();
    assertEquals(await slow, "slow");
    await Promise.all([moved, drained]);
    assertEquals([harness.workers.length, places.place.workers.length], [1, 1]);
    await harness.system.move([0, 1]);
  }));
