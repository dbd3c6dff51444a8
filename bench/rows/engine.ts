/** The engine with full semantics on one core against the columnar kernel, in alternating segments of one plant. */
import { Engine } from "../../domain/evaluation/engine.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { referenceEvents } from "../../tests/support/reference_evaluator.ts";
import { alternately, medianRatio, perCpuSecond, spread } from "../harness/measure.ts";
import type { Figure, Row } from "../harness/row.ts";
import {
  batchesOf,
  createWorkload,
  deployedInstance,
  type Shape,
  type Workload,
} from "../workload/and_of_three.ts";
import { ColumnKernel, orderedRows } from "../workload/column_kernel.ts";
import { areSameEvents, EventLog, type KeptEvent } from "../workload/event_log.ts";

/** The engine is fully compiled after nearly a million samples. */
const ROUNDS = 9, WARM_UP = 4, SEGMENTS = ROUNDS + WARM_UP;
/** The naive reference evaluator checks this many instances; the kernel's log checks the others. */
const REFERENCED = 1_000;

const SHAPES: Shape[] = [
  { instances: 10_000, streams: 10_000, part: 0.3, seconds: 20 * SEGMENTS },
  { instances: 100_000, streams: 10_000, part: 0.1, seconds: 6 * SEGMENTS },
];

export default { figures: async () => [await measure(SHAPES[0]!), await measure(SHAPES[1]!)] } satisfies Row;

async function measure(shape: Shape): Promise<Figure> {
  const workload = createWorkload(shape);
  const fed = batchesOf(workload.arriving), rows = orderedRows(workload.arriving);
  const engine = deployed(workload), log = new EventLog();
  const kernel = new ColumnKernel(workload.rules, shape.streams);
  const segments = { engine: 0, kernel: 0 };
  collectGarbage();
  const speeds = await alternately({
    engine: () => {
      const [from, to] = segment(fed.length, segments.engine++);
      const samples = fed.slice(from, to).reduce((sum, { batch }) => sum + batch.count, 0);
      return perCpuSecond(samples, () => {
        for (let i = from; i < to; i++) {
          engine.offer(fed[i]!.batch);
          log.take(engine.advance(fed[i]!.watermark));
        }
      });
    },
    kernel: () => {
      const [from, to] = segment(rows.time.length, segments.kernel++);
      return perCpuSecond(to - from, () => kernel.run(rows, from, to));
    },
  }, { rounds: ROUNDS, warmUp: WARM_UP });
  const until = rows.time[rows.time.length - 1]!;
  log.take(engine.advance(until));
  kernel.finish(until);
  const isEqual = areSameEvents(log.events, kernel.events) &&
    isReference(workload, { events: log.events, until });
  return {
    what: `engine, AND of 3, ${shape.instances} instances on ${shape.streams} streams, of a columnar kernel`,
    figure: `${spread(speeds.engine)} samples/CPU-s; kernel ${spread(speeds.kernel)}`,
    ratio: medianRatio(speeds.engine, speeds.kernel),
    target: { unit: "share", must: 0.5, aim: 0.8 },
    isEqual,
    notes: [
      `${log.events.length} events; the engine's in order of arrival, the kernel's rows in order of time`,
    ],
  };
}

/** Keeps the garbage of preparing the rows out of the engine's measurement. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

function segment(length: number, number: number): [number, number] {
  return [Math.floor(length * number / SEGMENTS), Math.floor(length * (number + 1) / SEGMENTS)];
}

function deployed({ rules }: Workload): Engine {
  const engine = new Engine({ watermark: 0 });
  rules.forEach((rule, i) => {
    const instance = deployedInstance(rule, i);
    const known = instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null }));
    engine.deploy(instance, known);
  });
  return engine;
}

function isReference(
  { rules, arriving }: Workload,
  { events, until }: { events: readonly KeptEvent[]; until: number },
): boolean {
  const samples = new Map<number, Sample[]>();
  for (const change of arriving) {
    if (change.op !== "upsert") continue;
    const known = samples.get(change.stream);
    if (known === undefined) samples.set(change.stream, [change.sample]);
    else known.push(change.sample);
  }
  const step = Math.floor(rules.length / REFERENCED);
  const expected = Array.from({ length: REFERENCED }, (_, k) => k * step).flatMap((i) => {
    const instance = deployedInstance(rules[i]!, i);
    const own = Object.fromEntries(instance.streams.map(({ id }) => [id, samples.get(id) ?? []]));
    return referenceEvents({ instance, samples: own, deployedAt: 0, until });
  });
  return areSameEvents(
    events.filter(({ rule }) => rule % step === 0),
    expected.map((event) => (
      { rule: event.instanceId, start: event.start, activatedAt: event.activatedAt, endAt: event.endAt }
    )),
  );
}
