import type { Ticks } from "../../shared/time.ts";
import { bitsOf, setLatches } from "../evaluating/condition_bits.ts";
import type { Deployments } from "../deployment/deployments.ts";
import type { InstanceRows } from "./instance_table.ts";
import { NORMAL_STATE, type StateOfRule } from "./rule_columns.ts";
import { isRecent, NO_TIMES, type TimesOfRule } from "./rule_times.ts";
import { ACTIVE, CLEARING, HELD, isOpen, NORMAL, PENDING } from "./state_table.ts";
import { UNKNOWN } from "../evaluating/truth.ts";

/**
 * The state of one rule at a watermark, limited to what can affect later results: rules with equal states and
 * held values behave alike. Plain data; bit i of `latches` belongs to the rule's comparison i.
 */
export interface RuleState extends StateOfRule {
  ruleId: string;
  latches: number;
}

/** The states of an instance's rules that are not simply NORMAL, in order. */
export function ruleStates(rows: Deployments, owner: InstanceRows, watermark: Ticks): RuleState[] {
  return owner.rows.flatMap((row, i) => {
    const state = settled(stateOf(rows, row, owner.ruleIds[i]!), watermark);
    return isPlain(state) ? [] : [state];
  });
}

/** Sets the states of an instance's rules. Rules without a state become NORMAL. */
export function setRuleStates(rows: Deployments, owner: InstanceRows, states: readonly RuleState[]): void {
  const byRule = new Map(states.map((state) => [state.ruleId, state]));
  owner.rows.forEach((row, i) => {
    const ruleId = owner.ruleIds[i]!;
    setState(rows, row, byRule.get(ruleId) ?? plain(ruleId));
  });
}

/** Whether two lists of states from `ruleStates` lead to the same results. */
export function sameRuleStates(a: readonly RuleState[], b: readonly RuleState[]): boolean {
  return a.length === b.length && a.every((state, i) => isSame(state, b[i]!));
}

function isSame(a: RuleState, b: RuleState): boolean {
  return a.ruleId === b.ruleId && COLUMNS.every((column) => a[column] === b[column]) &&
    a.latches === b.latches;
}

const COLUMNS = [
  ...["phase", "truth", "initial", "onset", "activatedAt"] as const,
  ...["falseSince", "elapsed", "since", "lastActivation", "activationBefore"] as const,
];

function plain(ruleId: string): RuleState {
  return { ruleId, ...NORMAL_STATE, latches: 0 };
}

function isPlain(state: RuleState): boolean {
  return state.phase === NORMAL && state.lastActivation === -Infinity;
}

/** The state without fields that can no longer affect results. */
function settled(state: RuleState, watermark: Ticks): RuleState {
  const kept = { ...state, ...bearingTimes(state, watermark) };
  if (state.phase === ACTIVE || state.phase === CLEARING) return kept;
  return { ...kept, latches: 0, truth: state.phase === PENDING ? state.truth : UNKNOWN };
}

/** The times of a state that can still affect results after the watermark. */
export function bearingTimes({ phase, ...times }: StateOfRule, watermark: Ticks): TimesOfRule {
  const recent = (at: Ticks) => isRecent(at, watermark) ? at : -Infinity;
  const { initial, onset, activatedAt, falseSince, elapsed, since } = times;
  const kept = {
    ...NO_TIMES,
    lastActivation: recent(times.lastActivation),
    activationBefore: recent(times.activationBefore),
  };
  switch (phase) {
    case PENDING:
      return { ...kept, initial, onset, elapsed, since };
    case ACTIVE:
      return { ...kept, initial, onset, activatedAt };
    case CLEARING:
      return { ...kept, initial, onset, activatedAt, falseSince, elapsed, since };
    case NORMAL:
    case HELD:
      return kept;
    default:
      throw new RangeError(`There is no phase ${phase}`);
  }
}

function stateOf({ rules, conditions }: Deployments, row: number, ruleId: string): RuleState {
  const isLatched = (condition: number) => conditions.latched[condition] === 1;
  const latches = isOpen(rules.phaseOf(row)) ? bitsOf(rules, row, isLatched) : 0;
  return { ruleId, ...rules.stateOf(row), latches };
}

function setState(rows: Deployments, row: number, state: RuleState): void {
  rows.rules.setState(row, state);
  setLatches(rows, row, state.latches);
  rows.screens.unsettle(row);
}
