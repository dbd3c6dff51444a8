import { assertEquals } from "@std/assert";
import { Checkpoints } from "../../../../actors/evaluation/checkpoint_retention.ts";
import { Corrections } from "../../../../actors/evaluation/corrections.ts";
import type { DeployedInstance } from "../../../../domain/evaluation/types.ts";
import { ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { keys } from "../../../../storage/keys.ts";

const HOUR = ticksOfSeconds(3600);
const NOW = 1_000 * HOUR;
const ALL_SHARE = { areShared: () => true };

function withHorizon(hours: number): Corrections {
  const corrections = new Corrections();
  corrections.load([], { horizonHours: hours, areOwn: true });
  return corrections;
}

function instance(instanceId: number, ...streams: number[]): DeployedInstance {
  const own = streams.map((id) => ({ id, dataType: "NUM" as const }));
  return { instanceId, deployment: 1, deployedAt: 0, rules: [], streams: own, recentActivations: {} };
}

const spans = (corrections: Corrections, ...deployed: DeployedInstance[]) =>
  corrections.assign(deployed, ALL_SHARE)?.late;

Deno.test("Corrections takes a change at the horizon's edge, counts one before it, and cuts one across it", () => {
  const corrections = withHorizon(2);
  const edge = NOW - 2 * HOUR, deployed = instance(1, 7);
  corrections.late({ stream: 7, from: edge - 1, to: edge - 1 }, NOW);
  assertEquals([corrections.isWanted, corrections.takeBeyond(), corrections.takeBeyond()], [false, 1, 0]);
  corrections.late({ stream: 7, from: edge, to: edge }, NOW);
  assertEquals(spans(corrections, deployed), [{ stream: 7, from: edge, to: edge }]);
  corrections.late({ stream: 7, from: edge - 9, to: edge + 9 }, NOW);
  assertEquals(spans(corrections, deployed), [{ stream: 7, from: edge, to: edge + 9 }]);
  assertEquals(corrections.takeBeyond(), 0);
});

Deno.test("Corrections writes a change once, and joins those of a stream", () => {
  const corrections = withHorizon(72);
  corrections.late({ stream: 7, from: NOW - 5, to: NOW - 5 }, NOW);
  corrections.late({ stream: 7, from: NOW - 9, to: NOW - 8 }, NOW);
  const [written, ...more] = corrections.takeUnstored(3);
  assertEquals(more, []);
  assertEquals(written, {
    type: "set",
    key: ["correction", 3, "stream/7"],
    value: { v: 1, touched: { stream: 7 }, from: NOW - 9, to: NOW - 5 },
  });
  assertEquals(corrections.takeUnstored(3), []);
});

Deno.test("Corrections assigns 100 instances or 32 streams at most, one instance however many it names", () => {
  const late = (corrections: Corrections) => corrections.late({ stream: 7, from: NOW, to: NOW }, NOW);
  const many = withHorizon(72);
  late(many);
  const hundreds = Array.from({ length: 150 }, (_, i) => instance(i + 1, 7));
  const first = many.assign(hundreds, ALL_SHARE)!;
  assertEquals([first.instances.length, first.done[0].whole], [100, false]);
  assertEquals(many.forget(0, first), []);
  many.forgotten(first);
  const second = many.assign(hundreds, ALL_SHARE)!;
  assertEquals([second.instances.length, second.done[0].whole], [50, true]);
  assertEquals(many.forget(0, second).length, 1);
  many.forgotten(second);
  assertEquals([many.isWanted, many.assign(hundreds, ALL_SHARE)], [false, null]);
  const wide = withHorizon(72);
  late(wide);
  const streams = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);
  const own = [instance(1, 7, ...streams(100, 40)), instance(2, 7), instance(3, 7, ...streams(200, 30))];
  assertEquals(wide.assign(own, ALL_SHARE)?.instances.map(({ instanceId }) => instanceId), [1]);
  assertEquals(wide.assign(own.slice(1), ALL_SHARE)?.instances.map(({ instanceId }) => instanceId), [2, 3]);
});

Deno.test("Corrections keeps changes that arrive during a job", () => {
  const corrections = withHorizon(72);
  corrections.late({ stream: 7, from: NOW, to: NOW }, NOW);
  const assignment = corrections.assign([instance(1, 7)], ALL_SHARE)!;
  corrections.late({ stream: 7, from: NOW - 5, to: NOW - 5 }, NOW);
  assertEquals(corrections.forget(0, assignment), []);
  corrections.forgotten(assignment);
  assertEquals(spans(corrections, instance(1, 7)), [{ stream: 7, from: NOW - 5, to: NOW }]);
});

Deno.test("Corrections is done with a change that touches no instance", () => {
  const corrections = withHorizon(72);
  corrections.late({ stream: 7, from: NOW, to: NOW }, NOW);
  const assignment = corrections.assign([instance(1, 8)], ALL_SHARE)!;
  assertEquals([assignment.instances, corrections.forget(0, assignment).length], [[], 1]);
});

Deno.test("Corrections stores once, as its own, what shards of another number have left", () => {
  const corrections = new Corrections();
  const left = { v: 1, touched: { stream: 7 } } as const;
  corrections.load([{ ...left, from: 5, to: 6 }, { ...left, from: 2, to: 3 }], {
    horizonHours: 72,
    areOwn: false,
  });
  const value = { ...left, from: 2, to: 6 };
  assertEquals(corrections.takeUnstored(3), [{ type: "set", key: keys.correction(3, "stream/7"), value }]);
  assertEquals(corrections.takeUnstored(3), []);
  corrections.load([{ ...left, from: 5, to: 6 }], { horizonHours: 72, areOwn: true });
  assertEquals([corrections.isWanted, corrections.takeUnstored(3)], [true, []]);
});

Deno.test("Corrections assigns together only instances that share their checkpoints, also of former shards", () => {
  const checkpoints = new Checkpoints(1);
  const written = { watermark: NOW, sequence: 1, parts: 0 };
  checkpoints.load([
    { shard: 0, checkpoints: [{ ...written, shard: 0, shards: 2 }] },
    { shard: 4, checkpoints: [{ ...written, shard: 4, shards: 6 }] },
  ], 0);
  const corrections = withHorizon(72);
  corrections.late({ stream: 7, from: NOW, to: NOW }, NOW);
  const deployed = [2, 4, 6, 8, 10, 14].map((id) => instance(id, 7)), assigned: number[][] = [];
  for (let next = corrections.assign(deployed, checkpoints); next !== null;) {
    assigned.push(next.instances.map(({ instanceId }) => instanceId));
    corrections.forgotten(next);
    next = corrections.assign(deployed, checkpoints);
  }
  assertEquals(assigned, [[2, 8, 14], [4, 10], [6]]);
});
