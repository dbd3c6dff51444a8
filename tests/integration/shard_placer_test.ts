import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { RemoteShardsHarness } from "../support/remote_shards_harness.ts";

/** How many shards run in each process, as the leader knows. */
function placed(harness: RemoteShardsHarness): Record<string, number> {
  const { shardPlacer } = harness.process("h");
  const all = ["h", "a", "b", "c"].map((id) => [id, shardPlacer.shardsIn(id).length] as const);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

/** Opens the shards as the runtime does; returns the links of the remote ones. */
function opened(harness: RemoteShardsHarness, shards: readonly number[]) {
  const { shardPlacer } = harness.process("h");
  return new Map(shards.map((shard) => {
    const link = shardPlacer.linkTo(shard);
    const reasons: string[] = [];
    link?.onLost((reason) => reasons.push(reason));
    return [shard, { link, reasons }] as const;
  }));
}

const hostedBy = (harness: RemoteShardsHarness, id: string) => harness.process(id).workerHost.size;

async function areHosted(harness: RemoteShardsHarness, wanted: Record<string, number>): Promise<void> {
  await eventually(
    `hosted are ${JSON.stringify(wanted)}`,
    () => Object.entries(wanted).every(([id, count]) => hostedBy(harness, id) === count),
  );
}

const failures = (harness: RemoteShardsHarness) =>
  harness.process("h").logged.map(({ fields }) => [fields?.process, fields?.backoff_ms]);

const SIX = [0, 1, 2, 3, 4, 5];

Deno.test("shards start in all processes that are 3 s old, the first one in the leader", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  harness.start("b");
  harness.observe();
  harness.pass(2_999);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(6);
  const links = opened(harness, SIX);
  assertEquals([placed(harness), links.get(0)?.link], [{ h: 3, a: 3 }, undefined]);
  await areHosted(harness, { a: 3, b: 0 });
  assertEquals(await shardPlacer.movable(), []);
  harness.pass(1);
  const movable = await shardPlacer.movable();
  assertEquals([movable.length, hostedBy(harness, "b")], [2, 2]);
  assertEquals(placed(harness), { h: 3, a: 3 });
  opened(harness, movable);
  assertEquals([placed(harness), await shardPlacer.movable()], [{ h: 2, a: 2, b: 2 }, []]);
  assertEquals(failures(harness), []);
});

Deno.test("all shards run in the leader while no other process can host any", async () => {
  await using harness = new RemoteShardsHarness(["h", "a", "b", "c"]);
  harness.start("older", { program: "0" });
  harness.process("a").reportedAddress = null;
  harness.process("b").reportedAddress = "no address at all";
  harness.process("c").membership.renewal(0);
  await harness.kill("c");
  harness.observe();
  harness.pass(10_000);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(6);
  assertEquals([...opened(harness, SIX).values()].every(({ link }) => link === undefined), true);
  assertEquals([placed(harness), await shardPlacer.movable()], [{ h: 6 }, []]);
});

Deno.test("after a lost channel its process backs off for 10 s, doubling to 10 min, and resets", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(2);
  opened(harness, [0]);
  const spans: number[] = [];
  const lose = async () => {
    const { link, reasons } = opened(harness, [1]).get(1)!;
    assert(link !== undefined, "the shard is remote");
    await areHosted(harness, { a: 1 });
    harness.process("a").spawned.at(-1)?.worker.dispatchEvent(new ErrorEvent("error", { cancelable: true }));
    await eventually("the channel is lost", () => reasons.length === 1);
    opened(harness, [1]);
    assertEquals(placed(harness), { h: 2 });
    spans.push(Number(failures(harness).at(-1)?.[1]));
  };
  for (let times = 0; times < 8; times++) {
    await lose();
    harness.pass(spans.at(-1)! - 1);
    assertEquals(await shardPlacer.movable(), [], "it backs off to the end");
    harness.pass(1);
    assertEquals(await shardPlacer.movable(), [1]);
  }
  assertEquals(spans, [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]);
  harness.pass(599_999);
  await lose();
  assertEquals(spans.at(-1), 600_000);
  harness.pass(600_000 + 600_000);
  assertEquals(await shardPlacer.movable(), [1]);
  await lose();
  assertEquals(spans.at(-1), 10_000);
});

Deno.test("several channels that end together count as one failure", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  harness.process("h").shardPlacer.begin(6);
  const links = opened(harness, SIX);
  await areHosted(harness, { a: 3 });
  await harness.kill("a");
  await eventually(
    "all have ended",
    () => [...links.values()].filter(({ reasons }) => reasons.length === 1).length === 3,
  );
  assertEquals(failures(harness), [["a", 10_000]]);
});

Deno.test("a process that refuses a shard backs off too, and no shard moves to it", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  harness.process("a").shiftMs = 5_000;
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(2);
  harness.clock.nowMs -= 3_000;
  harness.observe();
  harness.process("h").membership.observe({ processes: new Map(), epochs: new Map() }, {
    live: new Set(),
    nowMs: harness.clock.nowMs,
  });
  opened(harness, [0, 1]);
  assertEquals(placed(harness), { h: 2 });
  harness.observe();
  harness.pass(3_000);
  assertEquals([await shardPlacer.movable(), placed(harness)], [[], { h: 2 }]);
  assertEquals([failures(harness), hostedBy(harness, "a")], [[["a", 10_000]], 0]);
  harness.process("a").shiftMs = 0;
  harness.pass(9_999);
  assertEquals(await shardPlacer.movable(), []);
  harness.pass(1);
  assertEquals(await shardPlacer.movable(), [1]);
});

Deno.test("nothing moves while no members are seen", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(2);
  opened(harness, [0, 1]);
  await areHosted(harness, { a: 1 });
  harness.clock.nowMs += 5_001;
  assertEquals([await shardPlacer.movable(), placed(harness)], [[], { h: 1, a: 1 }]);
  harness.observe();
  assertEquals(await shardPlacer.movable(), []);
});

Deno.test("the shards of a process that left move elsewhere", async () => {
  await using harness = new RemoteShardsHarness(["h", "a", "b"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(6);
  opened(harness, SIX);
  assertEquals(placed(harness), { h: 2, a: 2, b: 2 });
  await areHosted(harness, { a: 2, b: 2 });
  await harness.kill("a");
  harness.observe();
  const movable = await shardPlacer.movable();
  assertEquals(movable.length, 2);
  opened(harness, movable);
  assertEquals(placed(harness), { h: 3, b: 3 });
  await areHosted(harness, { b: 3 });
});

Deno.test("the shards of a leaving process move while it still hosts them, without a failure", async () => {
  await using harness = new RemoteShardsHarness(["h", "a", "b"]);
  const { shardPlacer } = harness.process("h");
  const { workerHost, membership } = harness.process("a");
  shardPlacer.begin(6);
  const links = opened(harness, SIX);
  await areHosted(harness, { a: 2, b: 2 });
  let isEmpty = false;
  const emptied = workerHost.emptied().then(() => isEmpty = true);
  membership.leave();
  harness.observe();
  const movable = await shardPlacer.movable();
  await areHosted(harness, { a: 2, b: 3 });
  const [first, second] = movable.map((shard) => links.get(shard)!.link!);
  opened(harness, movable);
  assertEquals([placed(harness), movable.length], [{ h: 3, b: 3 }, 2]);
  first.close();
  await areHosted(harness, { a: 1 });
  assertEquals(isEmpty, false);
  second.close();
  await emptied;
  assertEquals([hostedBy(harness, "a"), failures(harness)], [0, []]);
  await workerHost.emptied();
});

Deno.test("a move that is not carried out leaves no channel and counts no failure", async () => {
  await using harness = new RemoteShardsHarness(["h"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(4);
  opened(harness, [0, 1, 2, 3]);
  harness.start("a");
  harness.observe();
  harness.pass(3_000);
  assertEquals((await shardPlacer.movable()).length, 2);
  await areHosted(harness, { a: 2 });
  assertEquals((await shardPlacer.movable()).length, 2);
  await areHosted(harness, { a: 2 });
  shardPlacer.end();
  await areHosted(harness, { a: 0 });
  assertEquals([placed(harness), failures(harness)], [{ h: 4 }, []]);
});

Deno.test("a move that ends while it is prepared leaves no channel either", async () => {
  await using harness = new RemoteShardsHarness(["h"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(4);
  opened(harness, [0, 1, 2, 3]);
  harness.start("a");
  harness.observe();
  harness.pass(3_000);
  const movable = shardPlacer.movable();
  shardPlacer.end();
  assertEquals(await movable, []);
  await eventually("two were hosted for a moment", () => harness.process("a").spawned.length === 2);
  await areHosted(harness, { a: 0 });
  assertEquals(failures(harness), []);
});

Deno.test("a shard that leaves a process is no failure; one that its new host soon loses is", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(6);
  const links = opened(harness, SIX);
  await areHosted(harness, { a: 3 });
  harness.start("b");
  harness.observe();
  harness.pass(3_000);
  const movable = await shardPlacer.movable();
  assertEquals(movable.length, 2);
  const leaving = movable.filter((shard) => links.get(shard)?.link !== undefined);
  assertEquals(leaving.length, 1);
  for (const shard of leaving) links.get(shard)?.link?.close();
  await areHosted(harness, { a: 2, b: 2 });
  assertEquals(failures(harness), []);
  await harness.kill("b");
  await eventually("its channels are lost", () => failures(harness).length === 1);
  assertEquals(failures(harness), [["b", 10_000]]);
  opened(harness, movable);
  assertEquals(placed(harness), { h: 3, a: 3 });
});

Deno.test("a shard that is lost while its move is prepared goes to its new host, and does not move again", async () => {
  await using harness = new RemoteShardsHarness(["h"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(2);
  opened(harness, [0, 1]);
  harness.start("a");
  harness.observe();
  harness.pass(3_000);
  const movable = shardPlacer.movable();
  opened(harness, [1]);
  assertEquals([await movable, placed(harness)], [[], { h: 1, a: 1 }]);
  await eventually("a second one was hosted for a moment", () => harness.process("a").spawned.length === 2);
  await areHosted(harness, { a: 1 });
  assertEquals(failures(harness), []);
});

Deno.test("channels of an ended term count no failure", async () => {
  await using harness = new RemoteShardsHarness(["h", "a"]);
  const { shardPlacer } = harness.process("h");
  shardPlacer.begin(6);
  const links = opened(harness, SIX);
  await areHosted(harness, { a: 3 });
  shardPlacer.end();
  for (const { link } of links.values()) link?.close();
  await areHosted(harness, { a: 0 });
  shardPlacer.begin(6);
  opened(harness, SIX);
  assertEquals([placed(harness), failures(harness)], [{ h: 3, a: 3 }, []]);
});
