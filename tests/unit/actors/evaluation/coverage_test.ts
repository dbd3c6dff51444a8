import { assert, assertEquals } from "@std/assert";
import {
  type BlindTimeChunk,
  isBlindTimeChunk,
  ownChunks,
  ShardCoverage,
} from "../../../../actors/evaluation/coverage.ts";
import { isOpenEventsChunk } from "../../../../actors/evaluation/open_events_chunk.ts";
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

Deno.test("a snapshot stores the blind time of the hour, and a restore continues from it", () => {
  const engine = engineOf(3, HOUR);
  const first = new ShardCoverage();
  first.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + 60_000));
  const { chunks, commits, report } = first.atSnapshot(engine, 2);
  assertEquals([commits, report.partition, report.noData, report.badQuality], [[], 2, 3, 0]);
  assertEquals(chunks.map(({ instance }) => [...instance]), [[1, 2, 3]]);
  assert(isBlindTimeChunk(chunks[0]) && !isOpenEventsChunk(chunks[0]));
  const second = new ShardCoverage();
  second.restore(ownChunks(chunks, { shard: 1, shards: 2 }), engine.watermark);
  engine.undeploy(2);
  engine.advance(ticksFromMs(HOUR + 90_000));
  const again = second.atSnapshot(engine, 1);
  const [hour] = again.report.hours ?? [];
  assertEquals([1, 2, 3].map((id) => blindHourOf(hour, id)?.noDataMs), [90_000, undefined, 90_000]);
});

Deno.test("ended hours are written and reported once, and leave the generation", () => {
  const engine = engineOf(250, HOUR);
  const coverage = new ShardCoverage();
  coverage.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + HOUR_MS + 1));
  const { chunks, commits, report } = coverage.atSnapshot(engine, 0);
  assertEquals(report.hours?.map(({ hourMs }) => hourMs), [HOUR, HOUR + HOUR_MS]);
  assertEquals(chunks.map(({ hourMs }) => hourMs), [HOUR + HOUR_MS]);
  const keys = commits.flatMap(({ mutations }) => mutations.map(({ key }) => key));
  const day = Date.UTC(2026, 0, 31);
  assertEquals(keys, [0, 1, 2].map((block) => ["blind_hour", day, block, HOUR, 0]));
  const next = coverage.atSnapshot(engine, 0);
  assertEquals([next.commits, next.report.hours?.length], [[], 1]);
});

Deno.test("unchanged hours are not reported again, and are stored unchanged", () => {
  const engine = engineOf(2, HOUR);
  const coverage = new ShardCoverage();
  coverage.restore([], engine.watermark);
  engine.advance(ticksFromMs(HOUR + 60_000));
  const first = coverage.atSnapshot(engine, 0);
  for (const id of [1, 2]) engine.undeploy(id);
  engine.advance(ticksFromMs(HOUR + 90_000));
  const second = coverage.atSnapshot(engine, 0);
  assertEquals([first.report.hours?.length, second.report.hours], [1, null]);
  assertEquals([second.report.noData, second.chunks], [0, first.chunks]);
  coverage.restore(second.chunks, engine.watermark);
  assertEquals(coverage.atSnapshot(engine, 0).report.hours?.length, 1, "after a restore it is reported");
  assertEquals(coverage.atSnapshot(engine, 0).report.hours, null);
  engine.advance(ticksFromMs(HOUR + HOUR_MS));
  const over = coverage.atSnapshot(engine, 0), after = coverage.atSnapshot(engine, 0);
  assertEquals([over.report.hours?.length, over.chunks, after.report.hours], [1, [], []]);
  assertEquals(coverage.atSnapshot(engine, 0).report.hours, null);
});

Deno.test("a chunk of many instances is cut to fit its value, whatever their times are", () => {
  const many = 20_000, ids = Float64Array.from({ length: many }, (_, i) => i + 1);
  const chunksOf = (noDataMs: Float64Array) => {
    const coverage = new ShardCoverage(), engine = new Engine({ watermark: ticksFromMs(HOUR + 5) });
    const stored: BlindTimeChunk = {
      v: 1,
      kind: "blind_time",
      hourMs: HOUR,
      instance: ids,
      noDataMs,
      badQualityMs: noDataMs.map((ms) => ms / 2),
    };
    coverage.restore([stored], engine.watermark);
    const { chunks } = coverage.atSnapshot(engine, 0);
    assert(chunks.every((chunk) => exactValueBytes(chunk) < LIMITS.valueBytes));
    coverage.restore(chunks, engine.watermark);
    const [hour] = coverage.atSnapshot(engine, 0).report.hours ?? [];
    assertEquals([hour.instance, hour.noDataMs, hour.badQualityMs], [ids, noDataMs, stored.badQualityMs]);
    return chunks.map(({ instance }) => instance.length);
  };
  assertEquals(chunksOf(new Float64Array(many).fill(5.5)), [14_000, 6_000]);
  assertEquals(chunksOf(ids.map((id) => id / 3)), [...Array(7).fill(2_800), 400]);
});
