import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { RemoteShardsHouse } from "../support/remote_shards_house.ts";

/** How many shards live in each process, as the one that holds the store knows. */
function placed(house: RemoteShardsHouse): Record<string, number> {
  const { shardPlacer } = house.process("h");
  const all = ["h", "a", "b", "c"].map((id) => [id, shardPlacer.shardsIn(id).length] as const);
  return Object.fromEntries(all.filter(([, count]) => count > 0));
}

/** Opens the shards as the runtime does; answers the links of those that live elsewhere. */
function opened(house: RemoteShardsHouse, shards: readonly number[]) {
  const { shardPlacer } = house.process("h");
  return new Map(shards.map((shard) => {
    const link = shardPlacer.linkTo(shard);
    const reasons: string[] = [];
    link?.onLost((reason) => reasons.push(reason));
    return [shard, { link, reasons }] as const;
  }));
}

const lentBy = (house: RemoteShardsHouse, id: string) => house.process(id).workerHost.size;

async function areLent(house: RemoteShardsHouse, wanted: Record<string, number>): Promise<void> {
  await eventually(
    `lent are ${JSON.stringify(wanted)}`,
    () => Object.entries(wanted).every(([id, count]) => lentBy(house, id) === count),
  );
}

const blames = (house: RemoteShardsHouse) =>
  house.process("h").logged.map(({ fields }) => [fields?.process, fields?.avoided_ms]);

const SIX = [0, 1, 2, 3, 4, 5];

Deno.test("shards begin in all processes that have lived for 3 s, the first of them at home", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  house.start("b");
  house.look();
  house.pass(2_999);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(6);
  const links = opened(house, SIX);
  assertEquals([placed(house), links.get(0)?.link], [{ h: 3, a: 3 }, undefined]);
  await areLent(house, { a: 3, b: 0 });
  assertEquals(await shardPlacer.movable(), []);
  house.pass(1);
  const movable = await shardPlacer.movable();
  assertEquals([movable.length, lentBy(house, "b")], [2, 2]);
  assertEquals(placed(house), { h: 3, a: 3 });
  opened(house, movable);
  assertEquals([placed(house), await shardPlacer.movable()], [{ h: 2, a: 2, b: 2 }, []]);
  assertEquals(blames(house), []);
});

Deno.test("all shards stay at home while there is nobody else who can have them", async () => {
  await using house = new RemoteShardsHouse(["h", "a", "b", "c"]);
  house.start("older", { program: "0" });
  house.process("a").told = null;
  house.process("b").told = "no address at all";
  house.process("c").membership.renewing(0);
  await house.kill("c");
  house.look();
  house.pass(10_000);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(6);
  assertEquals([...opened(house, SIX).values()].every(({ link }) => link === undefined), true);
  assertEquals([placed(house), await shardPlacer.movable()], [{ h: 6 }, []]);
});

Deno.test("a channel that is lost is its process's fault: it is avoided for 10 s, doubling to 10 min, and forgiven", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(2);
  opened(house, [0]);
  const spans: number[] = [];
  const lose = async () => {
    const { link, reasons } = opened(house, [1]).get(1)!;
    assert(link !== undefined, "the shard lives elsewhere");
    await areLent(house, { a: 1 });
    house.process("a").spawned.at(-1)?.worker.dispatchEvent(new ErrorEvent("error", { cancelable: true }));
    await eventually("the channel is lost", () => reasons.length === 1);
    opened(house, [1]);
    assertEquals(placed(house), { h: 2 });
    spans.push(Number(blames(house).at(-1)?.[1]));
  };
  for (let times = 0; times < 8; times++) {
    await lose();
    house.pass(spans.at(-1)! - 1);
    assertEquals(await shardPlacer.movable(), [], "it is avoided to the last");
    house.pass(1);
    assertEquals(await shardPlacer.movable(), [1]);
  }
  assertEquals(spans, [10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]);
  house.pass(599_999);
  await lose();
  assertEquals(spans.at(-1), 600_000);
  house.pass(600_000 + 600_000);
  assertEquals(await shardPlacer.movable(), [1]);
  await lose();
  assertEquals(spans.at(-1), 10_000);
});

Deno.test("several lines that end together count once", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  house.process("h").shardPlacer.begin(6);
  const links = opened(house, SIX);
  await areLent(house, { a: 3 });
  await house.kill("a");
  await eventually(
    "all have ended",
    () => [...links.values()].filter(({ reasons }) => reasons.length === 1).length === 3,
  );
  assertEquals(blames(house), [["a", 10_000]]);
});

Deno.test("a process that lends nothing is avoided too, and no shard moves to it", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  house.process("a").shiftMs = 5_000;
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(2);
  house.clock.nowMs -= 3_000;
  house.look();
  house.process("h").membership.look({ processes: new Map(), epochs: new Map() }, {
    ...{ live: new Set(), nowMs: house.clock.nowMs },
  });
  opened(house, [0, 1]);
  assertEquals(placed(house), { h: 2 });
  house.look();
  house.pass(3_000);
  assertEquals([await shardPlacer.movable(), placed(house)], [[], { h: 2 }]);
  assertEquals([blames(house), lentBy(house, "a")], [[["a", 10_000]], 0]);
  house.process("a").shiftMs = 0;
  house.pass(9_999);
  assertEquals(await shardPlacer.movable(), []);
  house.pass(1);
  assertEquals(await shardPlacer.movable(), [1]);
});

Deno.test("nothing moves while nobody is seen", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(2);
  opened(house, [0, 1]);
  await areLent(house, { a: 1 });
  house.clock.nowMs += 5_001;
  assertEquals([await shardPlacer.movable(), placed(house)], [[], { h: 1, a: 1 }]);
  house.look();
  assertEquals(await shardPlacer.movable(), []);
});

Deno.test("the shards of a process that left are to live elsewhere", async () => {
  await using house = new RemoteShardsHouse(["h", "a", "b"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(6);
  opened(house, SIX);
  assertEquals(placed(house), { h: 2, a: 2, b: 2 });
  await areLent(house, { a: 2, b: 2 });
  await house.kill("a");
  house.look();
  const movable = await shardPlacer.movable();
  assertEquals(movable.length, 2);
  opened(house, movable);
  assertEquals(placed(house), { h: 3, b: 3 });
  await areLent(house, { b: 3 });
});

Deno.test("the shards of a process that is about to end move while it still lends them, and nobody is blamed", async () => {
  await using house = new RemoteShardsHouse(["h", "a", "b"]);
  const { shardPlacer } = house.process("h");
  const { workerHost, membership } = house.process("a");
  shardPlacer.begin(6);
  const links = opened(house, SIX);
  await areLent(house, { a: 2, b: 2 });
  let isEmpty = false;
  const emptied = workerHost.emptied().then(() => isEmpty = true);
  membership.leave();
  house.look();
  const movable = await shardPlacer.movable();
  await areLent(house, { a: 2, b: 3 });
  const [first, second] = movable.map((shard) => links.get(shard)!.link!);
  opened(house, movable);
  assertEquals([placed(house), movable.length], [{ h: 3, b: 3 }, 2]);
  first.close();
  await areLent(house, { a: 1 });
  assertEquals(isEmpty, false);
  second.close();
  await emptied;
  assertEquals([lentBy(house, "a"), blames(house)], [0, []]);
  await workerHost.emptied();
});

Deno.test("a move that does not come about leaves no channel, and no recordFailure", async () => {
  await using house = new RemoteShardsHouse(["h"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(4);
  opened(house, [0, 1, 2, 3]);
  house.start("a");
  house.look();
  house.pass(3_000);
  assertEquals((await shardPlacer.movable()).length, 2);
  await areLent(house, { a: 2 });
  assertEquals((await shardPlacer.movable()).length, 2);
  await areLent(house, { a: 2 });
  shardPlacer.end();
  await areLent(house, { a: 0 });
  assertEquals([placed(house), blames(house)], [{ h: 4 }, []]);
});

Deno.test("a move that ends while it is prepared leaves no channel either", async () => {
  await using house = new RemoteShardsHouse(["h"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(4);
  opened(house, [0, 1, 2, 3]);
  house.start("a");
  house.look();
  house.pass(3_000);
  const movable = shardPlacer.movable();
  shardPlacer.end();
  assertEquals(await movable, []);
  await eventually("two were lent for a moment", () => house.process("a").spawned.length === 2);
  await areLent(house, { a: 0 });
  assertEquals(blames(house), []);
});

Deno.test("a shard that leaves a process blames nobody; one that its new place loses before it comes does", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(6);
  const links = opened(house, SIX);
  await areLent(house, { a: 3 });
  house.start("b");
  house.look();
  house.pass(3_000);
  const movable = await shardPlacer.movable();
  assertEquals(movable.length, 2);
  const leaving = movable.filter((shard) => links.get(shard)?.link !== undefined);
  assertEquals(leaving.length, 1);
  for (const shard of leaving) links.get(shard)?.link?.close();
  await areLent(house, { a: 2, b: 2 });
  assertEquals(blames(house), []);
  await house.kill("b");
  await eventually("its lines are lost", () => blames(house).length === 1);
  assertEquals(blames(house), [["b", 10_000]]);
  opened(house, movable);
  assertEquals(placed(house), { h: 3, a: 3 });
});

Deno.test("a shard that is lost while its move is prepared goes where it should, and does not move again", async () => {
  await using house = new RemoteShardsHouse(["h"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(2);
  opened(house, [0, 1]);
  house.start("a");
  house.look();
  house.pass(3_000);
  const movable = shardPlacer.movable();
  opened(house, [1]);
  assertEquals([await movable, placed(house)], [[], { h: 1, a: 1 }]);
  await eventually("a second one was lent for a moment", () => house.process("a").spawned.length === 2);
  await areLent(house, { a: 1 });
  assertEquals(blames(house), []);
});

Deno.test("the lines of a term that is over are nobody's fault", async () => {
  await using house = new RemoteShardsHouse(["h", "a"]);
  const { shardPlacer } = house.process("h");
  shardPlacer.begin(6);
  const links = opened(house, SIX);
  await areLent(house, { a: 3 });
  shardPlacer.end();
  for (const { link } of links.values()) link?.close();
  await areLent(house, { a: 0 });
  shardPlacer.begin(6);
  opened(house, SIX);
  assertEquals([placed(house), blames(house)], [{ h: 3, a: 3 }, []]);
});
