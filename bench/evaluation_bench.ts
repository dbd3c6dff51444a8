/**
 * Rule evaluation on one core: 10,000 rules on 10,000 streams, and on 1,000; half with a deadband, a third over
 * three streams, a fifth with an on-delay. Each run evaluates 100,000 samples.
 */
import { Engine } from "../domain/evaluation/engine.ts";
import type { BoundComparison, BoundRule, DeployedInstance } from "../domain/evaluation/types.ts";
import { packBatch, type SampleBatch } from "../domain/sample/batch.ts";
import type { SampleChange } from "../domain/sample/types.ts";
import { TICKS_PER_SECOND, ticksOfSeconds } from "../domain/shared/time.ts";

const INSTANCES = 10_000, SAMPLES = 100_000, BATCH = 1_000;

function comparison(stream: number, deadband: number): BoundComparison {
  return {
    stream,
    operator: "greater_than",
    operands: [{ literal: 95 }],
    of: null,
    deadband,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
  };
}

function ruleOf(i: number, streams: number[]): BoundRule {
  const named = i % 10 < 3 ? streams : streams.slice(0, 1);
  const of = named.map((stream) => (
    { kind: "comparison" as const, comparison: comparison(stream, i % 10 >= 5 ? 5 : 0) }
  ));
  const onDelay = i % 10 === 3 || i % 10 === 4 ? ticksOfSeconds(5) : 0;
  return { ruleId: "r", expression: { kind: "all", of }, onDelay, offDelay: 0 };
}

function instanceOf(i: number, streamCount: number): DeployedInstance {
  const ids = [i, i + 1, i + 2].map((id) => id % streamCount);
  const rule = ruleOf(i, ids);
  const streams = ids.slice(0, i % 10 < 3 ? 3 : 1).map((id) => ({ id, dataType: "NUM" as const }));
  return { instanceId: i, deployment: 1, deployedAt: 0, rules: [rule], streams, recentActivations: {} };
}

/** A random walk of each stream, once a second, seeded so that every run evaluates the same. */
function walks(streamCount: number): SampleBatch[] {
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const values = Float64Array.from({ length: streamCount }, () => 100 * random());
  const batches: SampleBatch[] = [];
  for (let from = 0; from < SAMPLES; from += BATCH) {
    const changes = Array.from({ length: BATCH }, (_, k): SampleChange => {
      const stream = (from + k) % streamCount;
      values[stream] = Math.min(100, Math.max(0, values[stream] + 10 * random() - 5));
      const time = Math.floor(((from + k) / streamCount) * TICKS_PER_SECOND) + 1;
      return { op: "upsert", stream, sample: { time, value: values[stream], quality: "good" } };
    });
    batches.push(packBatch(changes));
  }
  return batches;
}

function deployed(streamCount: number): Engine {
  const engine = new Engine({ watermark: 0 });
  for (let i = 0; i < INSTANCES; i++) {
    const instance = instanceOf(i, streamCount);
    engine.deploy(
      instance,
      instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null })),
    );
  }
  return engine;
}

function evaluate(engine: Engine, batches: SampleBatch[]): void {
  for (const batch of batches) {
    engine.offer(batch);
    engine.advance(batch.times[batch.count - 1]);
  }
}

for (const streamCount of [10_000, 1_000]) {
  const batches = walks(streamCount);
  const snapshot = deployed(streamCount).snapshot();
  const instances = Array.from({ length: INSTANCES }, (_, i) => instanceOf(i, streamCount));
  Deno.bench(`100,000 samples, ${INSTANCES} rules on ${streamCount} streams`, (b) => {
    const engine = Engine.restore(snapshot, instances);
    b.start();
    evaluate(engine, batches);
    b.end();
  });
}

Deno.bench(`deploy ${INSTANCES} instances one by one`, () => {
  deployed(10_000);
});

Deno.bench(`snapshot of ${INSTANCES} instances`, (b) => {
  const engine = deployed(10_000);
  b.start();
  engine.snapshot();
  b.end();
});
