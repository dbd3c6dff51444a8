import { assert, assertEquals } from "@std/assert";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { RemoteWorkers } from "../support/remote_workers.ts";
import { refusalOf, type RuntimeHarness, until, withRuntimeHarness } from "../support/runtime_harness.ts";

const QUEUE = 50;
const QUICK = { shards: 2, heartbeatMs: 30, heartbeatDeadlineMs: 5_000, shardQueueLimit: QUEUE };

/** Where shard 1 runs next. */
interface Locations {
  next: "local" | "remote";
  remote: RemoteWorkers;
}

async function withLocations(
  next: Locations["next"],
  test: (harness: RuntimeHarness, locations: Locations) => Promise<void>,
): Promise<void> {
  await using remote = new RemoteWorkers();
  const locations: Locations = { next, remote };
  const elsewhere = (shard: number): ShardLink | undefined =>
    shard === 1 && locations.next === "remote" ? remote.linkTo(shard) : undefined;
  await withRuntimeHarness({ ...QUICK, elsewhere }, async (harness) => {
    await harness.system.ready(10_000);
    await test(harness, locations);
  });
}

const counter = (harness: RuntimeHarness, id: string) => harness.system.ref<{ add: number }>("counter", id);

/** Shard 1 moves to the remote host as soon as its held turn ends. */
async function movingSlowly(harness: RuntimeHarness, locations: Locations) {
  const hold = harness.store.hold(["slow"]);
  const slow = harness.script("1:x").ask({ name: "slow", read: ["slow"] });
  await until("a turn is held", () => hold.waiting() === 1);
  locations.next = "remote";
  return { hold, slow, moved: harness.system.move([1]) };
}

for (const [from, to] of [["local", "remote"], ["remote", "local"], ["remote", "remote"]] as const) {
  Deno.test(`a shard moves (${from} to ${to}): its actors continue from what is stored`, () =>
    withLocations(from, async (harness, locations) => {
      assertEquals(await counter(harness, "1:c").ask({ add: 3 }), 3);
      await harness.script("1:x").ask({ name: "x" });
      const replaced: number[] = [];
      harness.system.onShardReplaced((shard) => replaced.push(shard));
      locations.next = to;
      await harness.system.move([1]);
      assertEquals(await counter(harness, "1:c").ask({ add: 1 }), 4);
      assertEquals(await harness.script("1:x").ask({ name: "y", answer: "turns" }), 1);
      assertEquals([replaced, harness.system.stats().map(({ replaced }) => replaced)], [[1], [0, 1]]);
      assert(harness.published.some(({ channel, data }) => channel === "put_away" && data === "1:x"));
      const count = (location: Locations["next"]) => Number(from === location) + Number(to === location);
      assertEquals([harness.workers.length - 1, locations.remote.workers.length], [
        count("local"),
        count("remote"),
      ]);
      await until(
        "the former worker has ended",
        () => locations.remote.ended.length === Number(from === "remote"),
      );
    }));
}

Deno.test("a moving shard finishes its messages: commits are answered, messages handled", () =>
  withLocations("local", async (harness, locations) => {
    const hold = harness.store.hold(["w"]);
    const command = harness.script("1:x").ask({ name: "command", write: [{ key: ["w"], value: 1 }] });
    const waiting = harness.script("1:x").ask({ name: "waiting" });
    harness.script("1:x").tell({ name: "told", write: [{ key: ["told"], value: 1 }] });
    await until("the commit is held", () => hold.waiting() === 1);
    locations.next = "remote";
    const moved = harness.system.move([1]);
    await harness.script("0:y").ask({ name: "y" });
    hold.release();
    assertEquals(await Promise.all([command, waiting]), ["command", "waiting"]);
    await moved;
    assertEquals((await harness.store.get(["told"]))?.value, 1);
    assertEquals(harness.system.stats()[1].dropped, 0);
    assertEquals(harness.logged, []);
  }));

Deno.test("messages to a moving shard are handled at its next location, in order and once", () =>
  withLocations("local", async (harness, locations) => {
    const { hold, slow, moved } = await movingSlowly(harness, locations);
    const added = [counter(harness, "1:z").ask({ add: 1 }), counter(harness, "1:z").ask({ add: 2 })];
    harness.script("1:y").tell({ name: "told", write: [{ key: ["told"], value: 1 }] });
    const to = { kind: "script", id: "1:y" };
    const script = { name: "told too", write: [{ key: ["told too"], value: 2 }] };
    await harness.script("0:a").ask({ name: "a", tell: [{ to, script }] });
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
    assertEquals([locations.remote.workers.length, harness.system.stats()[1].dropped], [1, 0]);
  }));

Deno.test("more than a shard's queue holds is turned down while it moves; messages are counted and logged", () =>
  withLocations("local", async (harness, locations) => {
    const { hold, slow, moved } = await movingSlowly(harness, locations);
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
  withLocations("remote", async (harness, locations) => {
    const hold = harness.store.hold(["counter", "1:c"]);
    const hung = refusalOf(
      harness.script("1:x").ask({ name: "x", write: [{ key: ["counter", "1:c"], value: 7 }] }),
    );
    await until("the commit is held", () => hold.waiting() === 1);
    locations.next = "local";
    const moved = harness.system.move([1]);
    assertEquals((await hung).message, "The actor's shard moves; try again");
    assertEquals(harness.workers.length, 1);
    hold.release();
    await moved;
    assertEquals(await counter(harness, "1:c").ask({ add: 0 }), 7);
  }));

Deno.test("a move of a shard that moves, or is being restarted, changes nothing", () =>
  withLocations("local", async (harness, locations) => {
    locations.next = "remote";
    await Promise.all([harness.system.move([1]), harness.system.move([1]), harness.system.move([1])]);
    await harness.script("1:x").ask({ name: "x" });
    assertEquals(locations.remote.workers.length, 1);
    assertEquals(harness.system.stats()[1].replaced, 1);
    const hold = harness.store.hold(["w"]);
    const cut = refusalOf(harness.script("1:y").ask({ name: "y", write: [{ key: ["w"], value: 1 }] }));
    await until("a commit is held, which its successor waits for", () => hold.waiting() === 1);
    locations.remote.lines[0].close("lost");
    await cut;
    await harness.system.move([1]);
    hold.release();
    await until("it is ready again", () => harness.system.stats()[1].ready);
    assertEquals([harness.system.stats()[1].replaced, locations.remote.workers.length], [2, 2]);
  }));

Deno.test("a shard that is lost while it moves is replaced once", () =>
  withLocations("remote", async (harness, locations) => {
    const hold = harness.store.hold(["never"]);
    const hung = refusalOf(harness.script("1:x").ask({ name: "x", read: ["never"] }));
    await until("a turn is held", () => hold.waiting() === 1);
    locations.next = "local";
    const moved = harness.system.move([1]);
    locations.remote.lines[0].close("lost");
    assertEquals((await hung).message, "The actor's shard was restarted; try again");
    await moved;
    hold.release();
    await until("it is ready again", () => harness.system.stats()[1].ready);
    assertEquals(await harness.script("1:x").ask({ name: "y", answer: "turns" }), 1);
    assertEquals([harness.system.stats()[1].replaced, harness.workers.length], [1, 2]);
  }));

Deno.test("a system that drains while a shard moves ends as soon as its work does, and opens nothing", () =>
  withLocations("remote", async (harness, locations) => {
    const hold = harness.store.hold(["slow"]);
    const slow = harness.script("1:x").ask({ name: "slow", read: ["slow"] });
    await until("a turn is held", () => hold.waiting() === 1);
    locations.next = "local";
    const moved = harness.system.move([1]);
    const drained = harness.system.drain(60_000);
    hold.release();
    assertEquals(await slow, "slow");
    await Promise.all([moved, drained]);
    assertEquals([harness.workers.length, locations.remote.workers.length], [1, 1]);
    await harness.system.move([0, 1]);
  }));
