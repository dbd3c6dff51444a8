import { batchChange, type SampleBatch } from "../../sample/batch.ts";
import type { SampleChange } from "../../sample/types.ts";
import { type NarrowColumn, valueAt } from "../../shared/narrow_column.ts";
import type { Ticks } from "../../shared/time.ts";
import { emptyStates, NameTable, type RuleStates, STATE_BYTES, STATE_TIMES } from "./snapshot_types.ts";

/** The states of the given rows. */
export function pickedStates(rules: RuleStates, rows: Int32Array): RuleStates {
  const states = emptyStates(rows.length);
  rows.forEach((from, to) => copyState(states, to, { rules, from }));
  return { ...states, ruleIds: rules.ruleIds };
}

/** Copies a row of other states to row `to`. The rule keeps its number there. */
export function copyState(
  states: RuleStates & { unfilled: Float64Array },
  to: number,
  { rules, from }: { rules: RuleStates; from: number },
): void {
  states.instance[to] = rules.instance[from]!;
  states.deployment[to] = rules.deployment[from]!;
  states.rule[to] = rules.rule[from]!;
  states.latches[to] = rules.latches[from]!;
  states.unfilled[to] = rules.unfilled?.[from] ?? 0;
  for (const column of STATE_BYTES) states[column][to] = rules[column][from]!;
  for (const column of STATE_TIMES) states[column][to] = rules[column][from]!;
}

/** A range of rows, as a copy. */
export function slicedStates(rules: RuleStates, from: number, to: number): RuleStates {
  const columns = [...STATE_BYTES, ...STATE_TIMES].map((name) =>
    [name, rules[name].slice(from, to)] as const
  );
  return {
    ...emptyStates(0),
    ...Object.fromEntries(columns),
    instance: rules.instance.slice(from, to),
    deployment: rules.deployment.slice(from, to),
    ...slicedNames(rules, from, to),
    latches: rules.latches.slice(from, to),
    unfilled: rules.unfilled?.slice(from, to) ?? new Float64Array(to - from),
  };
}

/** The rule numbers of a range of rows, with only the names that these rows use. */
export function slicedNames(
  { rule, ruleIds, instance }: { rule: NarrowColumn; ruleIds: readonly string[]; instance: Int32Array },
  from: number,
  to: number,
): { rule: Int32Array; ruleIds: string[] } {
  const names = new NameTable(), numbers = new Int32Array(Math.min(to, instance.length) - from);
  for (let i = 0; i < numbers.length; i++) {
    numbers[i] = names.indexOf(ruleIds[valueAt(rule, from + i)]!);
  }
  return { rule: numbers, ruleIds: names.names };
}

export function changesOf(batch: SampleBatch): SampleChange[] {
  return Array.from({ length: batch.count }, (_, i) => batchChange(batch, i));
}

export function textOf(change: SampleChange): string {
  const value = change.op === "upsert" ? change.sample.value : null;
  return typeof value === "string" ? value : "";
}

export function withText(change: SampleChange, value: string): SampleChange {
  return change.op === "upsert" ? { ...change, sample: { ...change.sample, value } } : change;
}

export function timeOf(change: SampleChange): Ticks {
  return change.op === "upsert" ? change.sample.time : change.op === "remove" ? change.time : change.from;
}
