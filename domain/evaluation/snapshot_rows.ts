import { batchChange, type SampleBatch } from "../sample/batch.ts";
import type { SampleChange } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import { emptyStates, NameTable, type RuleStates, STATE_BYTES, STATE_TIMES } from "./snapshot_types.ts";

const COLUMNS = ["instance", "deployment", "latches", ...STATE_BYTES, ...STATE_TIMES] as const;

/** States one behind the other. */
export function joinedStates(all: readonly RuleStates[]): RuleStates {
  const joined = emptyStates(all.reduce((sum, { rule }) => sum + rule.length, 0)), ruleIds = new NameTable();
  let to = 0;
  for (const states of all) {
    const { rule, unfilled } = states, numbers = states.ruleIds.map((name) => ruleIds.indexOf(name));
    for (const column of COLUMNS) joined[column].set(states[column], to);
    if (unfilled !== undefined) joined.unfilled.set(unfilled, to);
    for (let row = 0; row < rule.length; row++) joined.rule[to + row] = numbers[rule[row]];
    to += rule.length;
  }
  return { ...joined, ruleIds: ruleIds.names };
}

/** Some rows, as states of their own. */
export function pickedStates(states: RuleStates, rows: readonly number[]): RuleStates {
  const picked = { ...emptyStates(rows.length), ruleIds: states.ruleIds };
  rows.forEach((from, to) => {
    for (const column of COLUMNS) picked[column][to] = states[column][from];
    picked.rule[to] = states.rule[from];
    picked.unfilled[to] = states.unfilled?.[from] ?? 0;
  });
  return picked;
}

/** Neighbouring rows, as states of their own. */
export function slicedStates(rules: RuleStates, from: number, to: number): RuleStates {
  const ruleIds = new NameTable(), rule = rules.rule.slice(from, to);
  for (let row = 0; row < rule.length; row++) rule[row] = ruleIds.indexOf(rules.ruleIds[rule[row]]);
  const columns = [...STATE_BYTES, ...STATE_TIMES].map((name) =>
    [name, rules[name].slice(from, to)] as const
  );
  return {
    ...emptyStates(0),
    ...Object.fromEntries(columns),
    instance: rules.instance.slice(from, to),
    deployment: rules.deployment.slice(from, to),
    rule,
    ruleIds: ruleIds.names,
    latches: rules.latches.slice(from, to),
    unfilled: rules.unfilled?.slice(from, to) ?? new Float64Array(to - from),
  };
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
