import { valueAt } from "../../shared/narrow_column.ts";
import { copyState } from "./snapshot_rows.ts";
import { emptyStates, NameTable, type QuietStates, type RuleStates } from "./snapshot_types.ts";

/** Selected rows of the states in one chunk. */
interface Picked<S> {
  rules: S;
  rows: Int32Array;
}

/**
 * Joins the rows of chunks whose instances `owns` accepts. They are merged by instance, the order in which an
 * engine writes them.
 */
export function joinedStates(
  parts: { others: readonly RuleStates[]; quiet: readonly QuietStates[] },
  owns: (instanceId: number) => boolean,
): RuleStates {
  const others = parts.others.map((rules) => ({ rules, rows: ownedRows(rules, owns) }));
  const quiet = parts.quiet.map((rules) => ({ rules, rows: ownedRows(rules, owns) }));
  const places = mergedPlaces(instancesOf(others), instancesOf(quiet));
  const states = emptyStates(places.one.length + places.other.length), names = new NameTable();
  let next = 0;
  for (const { rules, rows } of others) {
    const numbers = rules.ruleIds.map((name) => names.indexOf(name));
    for (const from of rows) {
      const to = places.one[next++]!;
      copyState(states, to, { rules, from });
      states.rule[to] = numbers[rules.rule[from]!]!;
    }
  }
  next = 0;
  for (const each of quiet) next = putQuiet(states, each, { places: places.other, next, names });
  return { ...states, ruleIds: inOrderOfRows(states.rule, names.names) };
}

/** Returns the index of the next place. */
function putQuiet(
  states: RuleStates,
  { rules, rows }: Picked<QuietStates>,
  { places, next, names }: { places: Int32Array; next: number; names: NameTable },
): number {
  const numbers = rules.ruleIds.map((name) => names.indexOf(name));
  for (const from of rows) {
    const to = places[next++]!;
    states.instance[to] = rules.instance[from]!;
    states.deployment[to] = valueAt(rules.deployment, from);
    states.rule[to] = numbers[valueAt(rules.rule, from)]!;
    states.truth[to] = valueAt(rules.truth, from);
    states.latches[to] = valueAt(rules.latches, from);
  }
  return next;
}

function ownedRows({ instance }: { instance: Int32Array }, owns: (id: number) => boolean): Int32Array {
  const rows = new Int32Array(instance.length);
  let count = 0;
  for (let row = 0; row < instance.length; row++) if (owns(instance[row]!)) rows[count++] = row;
  return rows.subarray(0, count);
}

function instancesOf(picked: readonly Picked<{ instance: Int32Array }>[]): Int32Array {
  const ids = new Int32Array(picked.reduce((sum, { rows }) => sum + rows.length, 0));
  let count = 0;
  for (const { rules, rows } of picked) for (const row of rows) ids[count++] = rules.instance[row]!;
  return ids;
}

/** The indexes that two sorted lists of ids get in their merged list. */
function mergedPlaces(one: Int32Array, other: Int32Array): { one: Int32Array; other: Int32Array } {
  const places = { one: new Int32Array(one.length), other: new Int32Array(other.length) };
  let i = 0, j = 0;
  for (let place = 0; place < one.length + other.length; place++) {
    if (j === other.length || (i < one.length && one[i]! <= other[j]!)) places.one[i++] = place;
    else places.other[j++] = place;
  }
  return places;
}

/** Sorts the names by their first row and renumbers the rows to match. */
function inOrderOfRows(rule: Int32Array, names: readonly string[]): string[] {
  const numbers = new Int32Array(names.length).fill(-1), ordered: string[] = [];
  for (let row = 0; row < rule.length; row++) {
    const name = rule[row]!;
    if (numbers[name]! < 0) numbers[name] = ordered.push(names[name]!) - 1;
    rule[row] = numbers[name]!;
  }
  return ordered;
}
