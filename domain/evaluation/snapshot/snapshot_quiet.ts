import { narrowed, slicedColumn, widthOf } from "../../shared/narrow_column.ts";
import { NO_TIMES } from "../state/rule_times.ts";
import { slicedNames } from "./snapshot_rows.ts";
import { type QuietStates, type RuleStates, STATE_TIMES } from "./snapshot_types.ts";
import { NORMAL } from "../state/state_table.ts";

/** The rows of instances whose rules are all quiet, and the other rows, each in order. */
export interface SplitRows {
  quiet: Int32Array;
  others: Int32Array;
}

/** Keeps the rows of an instance together, so that merging by instance restores the original order. */
export function splitRows(rules: RuleStates): SplitRows {
  const { instance } = rules, isQuiet = quietRows(rules);
  const quiet = new Int32Array(instance.length), others = new Int32Array(instance.length);
  let quietCount = 0, otherCount = 0;
  for (let from = 0, to = 0; from < instance.length; from = to) {
    let areQuiet = true;
    for (; to < instance.length && instance[to] === instance[from]; to++) areQuiet &&= isQuiet[to] === 1;
    for (let row = from; row < to; row++) {
      if (areQuiet) quiet[quietCount++] = row;
      else others[otherCount++] = row;
    }
  }
  return { quiet: quiet.subarray(0, quietCount), others: others.subarray(0, otherCount) };
}

/** By row: 1 when the rule is quiet. */
function quietRows(rules: RuleStates): Uint8Array {
  const isQuiet = new Uint8Array(rules.instance.length).fill(1);
  keepWhere(isQuiet, rules.phase, NORMAL);
  keepWhere(isQuiet, rules.initial, NO_TIMES.initial);
  for (const name of STATE_TIMES) keepWhere(isQuiet, rules[name], NO_TIMES[name]);
  if (rules.unfilled !== undefined) keepWhere(isQuiet, rules.unfilled, 0);
  return isQuiet;
}

function keepWhere(isQuiet: Uint8Array, column: Uint8Array | Float64Array, value: number): void {
  for (let row = 0; row < column.length; row++) if (column[row] !== value) isQuiet[row] = 0;
}

/** The compact states of quiet rows. */
export function quietStates(rules: RuleStates, rows: Int32Array): QuietStates {
  return {
    instance: picked(rules.instance, rows),
    ruleIds: rules.ruleIds,
    deployment: narrowed(picked(rules.deployment, rows)),
    rule: narrowed(picked(rules.rule, rows)),
    truth: narrowed(picked(rules.truth, rows)),
    latches: narrowed(picked(rules.latches, rows)),
  };
}

/** Bytes of one row. */
export function quietRowBytes({ instance, ...columns }: QuietStates): number {
  const { deployment, rule, truth, latches } = columns;
  return [instance, deployment, rule, truth, latches].reduce(
    (sum: number, column) => sum + widthOf(column),
    0,
  );
}

/** A range of rows, as a copy. */
export function slicedQuiet(states: QuietStates, from: number, to: number): QuietStates {
  const { deployment, truth, latches } = states;
  const { ruleIds, rule } = slicedNames(states, from, to);
  return {
    instance: states.instance.slice(from, to),
    ruleIds,
    rule: typeof states.rule === "number" ? 0 : narrowed(rule),
    deployment: slicedColumn(deployment, from, to),
    truth: slicedColumn(truth, from, to),
    latches: slicedColumn(latches, from, to),
  };
}

type Numbers = Uint8Array | Int32Array | Float64Array;

function picked<T extends Numbers>(column: T, rows: Int32Array): T {
  const values = column.slice(0, rows.length);
  for (let i = 0; i < rows.length; i++) values[i] = column[rows[i]!]!;
  return values as T;
}
