/** What a deployed instance costs in memory while it is judged: the engine's own, and with all that a shard keeps. */
import { Engine } from "../../domain/evaluation/engine.ts";
import type { Figure, Row } from "../harness/row.ts";
import {
  batchesOf,
  createWorkload,
  deployedInstance,
  type ThreeConditions,
} from "../workload/and_of_three.ts";

const INSTANCES = 100_000, STREAMS = 10_000;

export default { figures: () => Promise.resolve([one(), three()]) } satisfies Row;

/** One condition on one stream: what most rules of a plant are. */
function one(): Figure {
  const figure = measured(1);
  return {
    ...figure,
    what: "memory a deployed instance, hot",
    figure: `${figure.ratio.toFixed(0)} B, one rule of one condition`,
    target: { unit: "bytes", must: 300, aim: 220 },
  };
}

function three(): Figure {
  const figure = measured(3);
  return {
    ...figure,
    what: "memory a deployed instance, hot, AND of 3 streams",
    figure: `${figure.ratio.toFixed(0)} B, one rule of three conditions`,
    target: { unit: "bytes", must: 300, aim: 220 },
  };
}

function measured(conditions: number): Pick<Figure, "ratio" | "isEqual" | "notes"> {
  const workload = createWorkload({ instances: INSTANCES, streams: STREAMS, part: 0.1, seconds: 6 });
  const fed = batchesOf(workload.arriving);
  const before = held();
  const engine = new Engine({ watermark: 0 });
  workload.rules.forEach((rule, i) => {
    const instance = instanceOf(rule, { i, conditions });
    engine.deploy(
      instance,
      instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null })),
    );
  });
  for (const { batch, watermark } of fed) {
    engine.offer(batch);
    engine.advance(watermark);
  }
  const bytes = (held() - before) / INSTANCES;
  const isHot = engine.stats.samples > 0 && engine.bound().length === STREAMS;
  return {
    ratio: bytes,
    isEqual: isHot,
    notes: [`${INSTANCES} instances on ${STREAMS} streams, after a collection`],
  };
}

function instanceOf(rule: ThreeConditions, { i, conditions }: { i: number; conditions: number }) {
  const instance = deployedInstance(rule, i);
  const [whole] = instance.rules;
  if (conditions === 3 || whole.expression.kind !== "all") return instance;
  const expression = { ...whole.expression, of: whole.expression.of.slice(0, conditions) };
  return { ...instance, rules: [{ ...whole, expression }], streams: instance.streams.slice(0, conditions) };
}

function held(): number {
  const { gc } = globalThis as { gc?: () => void };
  for (let i = 0; i < 4; i++) gc?.();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
