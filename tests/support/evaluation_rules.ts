/** Short ways of writing bound rules, samples and scenarios in tests. Times in seconds. */
import type { BoundComparison, BoundExpression, BoundRule } from "../../domain/evaluation/types.ts";
import type { DataType, SampleChange, SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { ScenarioInstance } from "./evaluation_scenario.ts";

/** `greater_than 80` on stream 1, without anything optional, unless said. */
export function comparison(changes: Partial<BoundComparison> = {}): BoundExpression {
  const defaults: BoundComparison = {
    stream: 1,
    operator: "greater_than",
    operands: [{ literal: 80 }],
    of: null,
    deadband: 0,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
  };
  return { kind: "comparison", comparison: { ...defaults, ...changes } };
}

export function rule(changes: Partial<BoundRule> = {}): BoundRule {
  return { ruleId: "r1", expression: comparison(), onDelay: 0, offDelay: 0, ...changes };
}

/** One instance, id 1, over the streams that its rules are given; all are numbers unless said. */
export function instanceOf(
  rules: BoundRule[],
  streams: Record<number, DataType> = { 1: "NUM" },
): ScenarioInstance {
  const list = Object.entries(streams).map(([id, dataType]) => ({ id: Number(id), dataType }));
  return { instanceId: 1, rules, streams: list };
}

/** A good sample, or a bad one when the value is "bad". */
export function upsert(seconds: number, value: SampleValue | null | "bad", stream = 1): SampleChange {
  const time = ticksOfSeconds(seconds);
  if (value === "bad") return { op: "upsert", stream, sample: { time, value: null, quality: "bad" } };
  return { op: "upsert", stream, sample: { time, value, quality: "good" } };
}

export function timeOf(change: SampleChange): Ticks {
  return change.op === "upsert" ? change.sample.time : change.op === "remove" ? change.time : change.from;
}
