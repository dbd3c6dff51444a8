import { assertEquals } from "@std/assert";
import { ShardRebalancer } from "../../../../cluster/remote_shards/shard_rebalancer.ts";
import { FakeTimers, restOfTheLoop } from "../../../support/runtime_timers.ts";

interface Scene {
  balance: ShardRebalancer;
  timers: FakeTimers;
  /** The calls, in order. */
  steps: string[];
  logged: string[];
  /** The shards to move at the next check. */
  movable: number[];
  snapshot: () => Promise<unknown>;
  move: () => Promise<void>;
}

function scene(given: Partial<Scene> = {}): Scene {
  const timers = new FakeTimers();
  const played: Scene = {
    timers,
    steps: [],
    logged: [],
    movable: [],
    balance: undefined!,
    snapshot: () => Promise.resolve(),
    move: () => Promise.resolve(),
    ...given,
  };
  const { steps, logged } = played;
  played.balance = new ShardRebalancer({
    placer: {
      movable: () => (steps.push("check"), Promise.resolve(played.movable)),
      end: () => void steps.push("end"),
    },
    snapshot: () => (steps.push("snapshot"), played.snapshot()),
    move: (shards) => (steps.push(`move ${shards}`), played.move()),
    log: (level, message) => void logged.push(`${level} ${message}`),
    timers,
  });
  return played;
}

Deno.test("the placement is checked each second; no snapshot is stored while no shard moves", async () => {
  const { timers, steps, logged, balance } = scene();
  await timers.advance(999);
  assertEquals(steps, []);
  await timers.advance(1);
  await timers.advance(2_000);
  assertEquals([steps, logged], [["check", "check", "check"], []]);
  balance.end();
  assertEquals([timers.waiting, steps.at(-1)], [0, "end"]);
});

Deno.test("shards move once a snapshot is stored", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const played = scene({ movable: [2, 4], snapshot: () => promise });
  await played.timers.advance(5_000);
  assertEquals(played.steps, ["check", "snapshot"], "no further check meanwhile");
  resolve();
  await restOfTheLoop();
  assertEquals(played.steps, ["check", "snapshot", "move 2,4"]);
  assertEquals(played.logged, ["info Shards move between processes"]);
  played.balance.end();
});

Deno.test("a failed snapshot or move is logged and tried again", async () => {
  const failed = () => Promise.reject(new Error("The store is away"));
  const played = scene({ movable: [1], snapshot: failed });
  await played.timers.advance(1_000);
  assertEquals(played.steps, ["check", "snapshot"]);
  assertEquals(played.logged.at(-1), "warn Shards could not be moved; trying again");
  Object.assign(played, { snapshot: () => Promise.resolve(), move: failed });
  await played.timers.advance(1_000);
  assertEquals(played.steps.slice(2), ["check", "snapshot", "move 1"]);
  Object.assign(played, { move: () => Promise.resolve() });
  await played.timers.advance(1_000);
  assertEquals(played.logged.filter((line) => line.startsWith("warn")).length, 2);
  played.balance.end();
});

Deno.test("nothing moves after end(), whatever is under way", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const played = scene({ movable: [1], snapshot: () => promise });
  await played.timers.advance(1_000);
  played.balance.end();
  resolve();
  await restOfTheLoop();
  await played.timers.advance(10_000);
  assertEquals([played.steps, played.timers.waiting], [["check", "snapshot", "end"], 0]);
});
