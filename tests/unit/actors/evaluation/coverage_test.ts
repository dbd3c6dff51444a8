import { assert, assertEquals } from "@std/assert";
import {
  type BlindTimeChunk,
  isBlindTimeChunk,
  ownChunks,
  ShardCoverage,
} from "../../../../actors/evaluation/coverage.ts";
import { isOpenEventsChunk } from "../../../../actors/evaluation/stored.ts";
import { blindHourOf } from "../../../../domain/coverage/blind_time.ts";
import { HOUR_MS, hourOf } from "../../../../domain/coverage/coverage.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import { exactValueBytes, LIMITS } from "../../../../storage/store/size.ts";
import { rule } from "../../../support/evaluation_rules.ts";

const HOUR = hourOf(Date.UTC(2026, 0, 31, 8));

/** An engine of so many instances, none of which has data. */
function engineOf(instances: number, atMs: number): Engine {
  const engine = new Engine({ watermark: ticksFromMs(atMs) });
  for (let id = 1; id <= instances; id++) {
    const streams = [{ id, dataType: "NUM" as const }];
    const deployed = { instanceId: id, deployment: 1, deployedAt: ticksFromMs(atMs), recentActivations: {} };
    const { expression } = rule();
    const of = expression.kind === "comparison" ? { ...expression.comparison, stream: id } : undefined;
    assert(of !== undefined);
    engine.deploy({
      ...deployed,
      streams,
      rules: [rule({ expression: { kind: "comparison", comparison: of } })],
    }, []);
  }
  return engine;
}

Deno.test("a barrier stores the blind time of the hour, and a restore goes on from it", () => {
  const engine = engineOf(3, HOUR);
  const first = new ShardCoverage();
  first.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + 60_000));
  const { chunks, commits, told } = first.atBarrier(engine, 2);
  assertEquals([commits, told.shard, told.noData, told.badQuality], [[], 2, 3, 0]);
  assertEquals(chunks.map(({ instance }) => [...instance]), [[1, 2, 3]]);
  assert(isBlindTimeChunk(chunks[0]) && !isOpenEventsChunk(chunks[0]));
  const second = new ShardCoverage();
  second.restore(ownChunks(chunks, { shard: 1, shards: 2 }), engine.watermark);
  engine.undeploy(2);
  engine.advance(ticksFromMs(HOUR + 90_000));
  const again = second.atBarrier(engine, 1);
  const [hour] = again.told.hours;
  assertEquals([1, 2, 3].map((id) => blindHourOf(hour, id)?.noDataMs), [90_000, undefined, 90_000]);
});

Deno.test("hours that are over are written and told once, and leave the generation", () => {
  const engine = engineOf(250, HOUR);
  const coverage = new ShardCoverage();
  coverage.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + HOUR_MS + 1));
  const { chunks, commits, told } = coverage.atBarrier(engine, 0);
  assertEquals(told.hours.map(({ hourMs }) => hourMs), [HOUR, HOUR + HOUR_MS]);
  assertEquals(chunks.map(({ hourMs }) => hourMs), [HOUR + HOUR_MS]);
  const keys = commits.flatMap(({ mutations }) => mutations.map(({ key }) => key));
  const day = Date.UTC(2026, 0, 31);
  assertEquals(keys, [0, 1, 2].map((block) => ["blind_hour", day, block, HOUR, 0]));
  const next = coverage.atBarrier(engine, 0);
  assertEquals([next.commits, next.told.hours.length], [[], 1]);
});

Deno.test("a chunk of many instances is cut to fit its value", () => {
  const engine = engineOf(4_001, HOUR);
  const coverage = new ShardCoverage();
  coverage.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + 5));
  const { chunks } = coverage.atBarrier(engine, 0);
  assertEquals(chunks.map(({ instance }: BlindTimeChunk) => instance.length), [2_000, 2_000, 1]);
  assert(chunks.every((chunk) => exactValueBytes(chunk) < LIMITS.valueBytes));
});
