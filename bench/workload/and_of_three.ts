/**
 * The workload of the engine's rows: instances with one rule each, AND of three streams with deadband and on-
 * delay, on random walks of one sample per second and stream; 1 % of the samples are bad, 0.5 % up to 2 s out
 * of order, 0.1 % repeated.
 */
import type { BoundComparison, DeployedInstance } from "../../domain/evaluation/types.ts";
import { packBatch, type SampleBatch } from "../../domain/sample/batch.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { seeded } from "../../tests/support/seeded.ts";

export interface Shape {
  instances: number;
  streams: number;
  /** The approximate share of the time in which one condition is TRUE. */
  part: number;
  seconds: number;
}

/** A rule: streams (rows) and limits of its conditions `a > low + …`, `b < …`, `c > …`. */
export interface ThreeConditions {
  streams: readonly [number, number, number];
  limits: readonly [number, number, number];
}

export interface Workload {
  shape: Shape;
  rules: ThreeConditions[];
  /** As they arrive. */
  arriving: SampleChange[];
}

export const DEADBAND = 5;
export const ON_DELAY: Ticks = 5 * TICKS_PER_SECOND;
/** How far the watermark stays behind the newest sample. */
export const WAIT: Ticks = 2 * TICKS_PER_SECOND;
const STEP = 5, BAD = 0.01, LATE = 0.005, TWICE = 0.001, BATCH = 1_000;

export function createWorkload(shape: Shape): Workload {
  const random = seeded(7);
  const rules = Array.from({ length: shape.instances }, (_, i): ThreeConditions => {
    const a = i % shape.streams;
    const other = (k: number) => {
      const each = Math.floor(random() * (shape.streams - 1));
      return (a + 1 + (each + k) % (shape.streams - 1)) % shape.streams;
    };
    const b = other(0), c = other(1);
    const at = () => 100 * shape.part * (0.8 + 0.4 * random());
    const distinctC = c === b ? (c + 1 === a ? c + 2 : c + 1) % shape.streams : c;
    return { streams: [a, b, distinctC], limits: [100 - at(), at(), 100 - at()] };
  });
  return { shape, rules, arriving: inArrivalOrder(walks(shape, random), random) };
}

function walks({ streams, seconds }: Shape, random: () => number): SampleChange[] {
  const values = Float64Array.from({ length: streams }, () => 100 * random());
  return Array.from({ length: streams * seconds }, (_, k): SampleChange => {
    const stream = k % streams;
    const next = values[stream]! + 2 * STEP * random() - STEP;
    values[stream] = next < 0 ? -next : next > 100 ? 200 - next : next;
    const time = Math.floor((k / streams) * TICKS_PER_SECOND) + 1;
    const sample: Sample = random() < BAD
      ? { time, value: null, quality: "bad" }
      : { time, value: Math.round(100 * values[stream]) / 100, quality: "good" };
    return { op: "upsert", stream, sample };
  });
}

/** Some samples arrive late, but before the watermark; some arrive twice. */
function inArrivalOrder(made: SampleChange[], random: () => number): SampleChange[] {
  const keyed = made.flatMap((change) => {
    const at = timeOf(change), delay = random() < LATE ? random() * WAIT * 0.99 : 0;
    const first = { at: at + delay, change };
    return random() < TWICE ? [first, { at: at + random() * WAIT * 0.99, change }] : [first];
  });
  return keyed.sort((one, other) => one.at - other.at).map(({ change }) => change);
}

export function timeOf(change: SampleChange): Ticks {
  return change.op === "upsert" ? change.sample.time : -Infinity;
}

/** A batch of a page of the feed, and the watermark after it. */
export interface Fed {
  batch: SampleBatch;
  watermark: Ticks;
}

export function batchesOf(changes: readonly SampleChange[]): Fed[] {
  const fed: Fed[] = [];
  let newest = -Infinity;
  for (let from = 0; from < changes.length; from += BATCH) {
    const part = changes.slice(from, from + BATCH);
    for (const change of part) newest = Math.max(newest, timeOf(change));
    fed.push({ batch: packBatch(part), watermark: newest - WAIT });
  }
  return fed;
}

export function deployedInstance({ streams, limits }: ThreeConditions, i: number): DeployedInstance {
  const operators = ["greater_than", "less_than", "greater_than"] as const;
  const of = streams.map((stream, k) => ({
    kind: "comparison" as const,
    comparison: comparison(stream, operators[k]!, limits[k]!),
  }));
  return {
    instanceId: i,
    deployment: 1,
    deployedAt: 0,
    recentActivations: {},
    rules: [{ ruleId: "r", expression: { kind: "all", of }, onDelay: ON_DELAY, offDelay: 0 }],
    streams: streams.map((id) => ({ id, dataType: "NUM" as const })),
  };
}

function comparison(
  stream: number,
  operator: "greater_than" | "less_than",
  limit: number,
): BoundComparison {
  return {
    stream,
    operator,
    operands: [{ literal: limit }],
    of: null,
    deadband: DEADBAND,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
  };
}
