/** The memory of a deployed instance during evaluation. */
import { Engine } from "../../domain/evaluation/engine.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Figure, Row } from "../harness/row.ts";
import {
  batchesOf,
  createWorkload,
  deployedInstance,
  type Fed,
  ON_DELAY,
  type ThreeConditions,
  WAIT,
  type Workload,
} from "../workload/and_of_three.ts";

const INSTANCES = 100_000, STREAMS = 10_000;
const NOTES = [`${INSTANCES} instances on ${STREAMS} streams, after a collection`];

export default { figures: () => Promise.resolve([one(), three(), flood()]) } satisfies Row;

/** One condition on one stream, as in most rules of a plant. */
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

/** The worst case: the event of every rule is open. */
function flood(): Figure {
  const fed = fedEngine(1);
  openAll(fed.engine);
  const bytes = bytesEach(fed);
  const isOpen = (i: number) => fed.engine.state(i)?.[0]?.phase === "active";
  return {
    what: "memory a deployed instance, every event open",
    figure: `${bytes.toFixed(0)} B, one rule of one condition`,
    ratio: bytes,
    target: { unit: "bytes", must: 300 },
    isEqual: fed.workload.rules.every((_, i) => isOpen(i)),
    notes: NOTES,
  };
}

function openAll(engine: Engine): void {
  const time = engine.watermark + WAIT;
  engine.offer(packBatch(Array.from({ length: STREAMS }, (_, stream): SampleChange => (
    { op: "upsert", stream, sample: { time, value: 1_000, quality: "good" } }
  ))));
  engine.advance(time + ON_DELAY);
}

function measured(conditions: number): Pick<Figure, "ratio" | "isEqual" | "notes"> {
  const fed = fedEngine(conditions);
  const bytes = bytesEach(fed), { engine, workload } = fed;
  const isHot = engine.stats.samples > 0 && engine.bound().length === workload.shape.streams;
  return { ratio: bytes, isEqual: isHot, notes: NOTES };
}

/** The input stays referenced until the engine has been measured. */
interface FedEngine {
  engine: Engine;
  workload: Workload;
  fed: Fed[];
  before: number;
}

function bytesEach({ before }: FedEngine): number {
  return (held() - before) / INSTANCES;
}

function fedEngine(conditions: number): FedEngine {
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
  return { engine, workload, fed, before };
}

function instanceOf(rule: ThreeConditions, { i, conditions }: { i: number; conditions: number }) {
  const instance = deployedInstance(rule, i);
  const whole = instance.rules[0]!;
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
