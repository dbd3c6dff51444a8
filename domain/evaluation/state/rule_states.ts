import type { Ticks } from "../../shared/time.ts";
import { bitsOf, setLatches } from "../judging/condition_bits.ts";
import type { Deployments } from "../deployment/deployments.ts";
import type { InstanceRows } from "./instance_table.ts";
import { NORMAL_STATE, type StateOfRule } from "./rule_columns.ts";
import { isRecent, NO_TIMES, type TimesOfRule } from "./rule_times.ts";
import { ACTIVE, CLEARING, HELD, isOpen, NORMAL, PENDING } from "./state_table.ts";
import { UNKNOWN } from "../judging/truth.ts";

/**
 * The state of one rule at a watermark, as far as it bears on what comes: two rules with the same state (and the same
 * held values) go on alike. Plain data; `latches` has bit i for the rule's comparison i.
 */
export interface RuleState extends StateOfRule {
  ruleId: string;
  latches: number;
}

/** The states of an instance's rules that are not simply NORMAL, in their order. */
export function ruleStates(rows: Deployments, owner: InstanceRows, watermark: Ticks): RuleState[] {
  return owner.rows.flatMap((row, i) => {
    const state = settled(stateOf(rows, row, owner.ruleIds[i]), watermark);
    return isPlain(state) ? [] : [state];
  });
}

/** Makes these the states of an instance's rules; a rule without one is NORMAL. */
export function setRuleStates(rows: Deployments, owner: InstanceRows, states: readonly RuleState[]): void {
  const byRule = new Map(states.map((state) => [state.ruleId, state]));
  owner.rows.forEach((row, i) => {
    const ruleId = owner.ruleIds[i];
    setState(rows, row, byRule.get(ruleId) ?? plain(ruleId));
  });
}

/** Whether rules go on alike from two lists of states, as `ruleStates` gives them. */
export function sameRuleStates(a: readonly RuleState[], b: readonly RuleState[]): boolean {
  return a.length === b.length && a.every((state, i) => isSame(state, b[i]));
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

/** Without what no longer bears on anything. */
function settled(state: RuleState, watermark: Ticks): RuleState {
  const kept = { ...state, ...bearingTimes(state, watermark) };
  if (state.phase === ACTIVE || state.phase === CLEARING) return kept;
  return { ...kept, latches: 0, truth: state.phase === PENDING ? state.truth : UNKNOWN };
}

/** The times of a state at a watermark, but those that no longer bear on anything. */
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
