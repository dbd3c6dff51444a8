import { batchChange, type SampleBatch } from "../sample/batch.ts";
import type { SampleChange } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import { emptyStates, NameTable, type RuleStates, STATE_BYTES, STATE_TIMES } from "./snapshot_types.ts";

/** The whole numbers from `from` to before `to`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Some rows of each, as states of their own. */
export function joinedStates(picked: { rules: RuleStates; rows: number[] }[]): RuleStates {
  const joined = emptyStates(picked.reduce((sum, { rows }) => sum + rows.length, 0));
  const ruleIds = new NameTable();
  let to = 0;
  for (const { rules, rows } of picked) {
    for (const from of rows) {
      joined.instance[to] = rules.instance[from];
      joined.deployment[to] = rules.deployment[from];
      joined.rule[to] = ruleIds.indexOf(rules.ruleIds[rules.rule[from]]);
      joined.latches[to] = rules.latches[from];
      joined.unfilled[to] = rules.unfilled?.[from] ?? 0;
      for (const column of STATE_BYTES) joined[column][to] = rules[column][from];
      for (const column of STATE_TIMES) joined[column][to] = rules[column][from];
      to++;
    }
  }
  return { ...joined, ruleIds: ruleIds.names };
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
