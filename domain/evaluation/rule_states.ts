import { type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import type { Deployments } from "./deployments.ts";
import type { InstanceRows } from "./instance_table.ts";
import { ACTIVE, CLEARING, HELD, isOpen, NORMAL, PENDING } from "./state_table.ts";
import { UNKNOWN } from "./truth.ts";

/** Activations longer ago than this have no say in what is chattering. */
const ACTIVATIONS_SPAN: Ticks = 60 * TICKS_PER_SECOND;

const NONE = {
  onset: -Infinity,
  activatedAt: -Infinity,
  falseSince: -Infinity,
  elapsed: 0,
  since: -Infinity,
};

/**
 * The state of one rule at a watermark, as far as it bears on what comes: two rules with the same state (and the same
 * held values) go on alike. Plain data; `latches` has bit i for the rule's comparison i. See `RuleColumns`.
 */
export interface RuleState {
  ruleId: string;
  phase: number;
  truth: number;
  initial: number;
  latches: number;
  onset: Ticks;
  activatedAt: Ticks;
  falseSince: Ticks;
  elapsed: Ticks;
  since: Ticks;
  lastActivation: Ticks;
  activationBefore: Ticks;
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
  const activations = { lastActivation: -Infinity, activationBefore: -Infinity };
  return { ruleId, phase: NORMAL, truth: UNKNOWN, initial: 0, latches: 0, ...NONE, ...activations };
}

function isPlain(state: RuleState): boolean {
  return state.phase === NORMAL && state.lastActivation === -Infinity;
}

/** Without what no longer bears on anything. */
function settled(state: RuleState, watermark: Ticks): RuleState {
  const recent = (at: Ticks) => at < watermark - ACTIVATIONS_SPAN ? -Infinity : at;
  const kept = {
    ...state,
    lastActivation: recent(state.lastActivation),
    activationBefore: recent(state.activationBefore),
  };
  switch (state.phase) {
    case PENDING:
      return { ...kept, latches: 0, activatedAt: -Infinity, falseSince: -Infinity };
    case ACTIVE:
      return { ...kept, falseSince: -Infinity, elapsed: 0, since: -Infinity };
    case CLEARING:
      return kept;
    case NORMAL:
    case HELD:
      return { ...kept, ...NONE, truth: UNKNOWN, initial: 0, latches: 0 };
    default:
      throw new RangeError(`There is no phase ${state.phase}`);
  }
}

function stateOf({ rules, conditions }: Deployments, row: number, ruleId: string): RuleState {
  const state = plain(ruleId);
  for (const column of COLUMNS) state[column] = rules[column][row];
  if (!isOpen(rules.phaseOf(row))) return state;
  const first = rules.firstCondition[row];
  for (let i = 0; i < rules.program[row].comparisons; i++) {
    state.latches += conditions.latched[first + i] * 2 ** i;
  }
  return state;
}

function setState({ rules, conditions, screens }: Deployments, row: number, state: RuleState): void {
  for (const column of COLUMNS) rules[column][row] = state[column];
  const first = rules.firstCondition[row];
  for (let i = 0; i < rules.program[row].comparisons; i++) {
    conditions.latched[first + i] = Math.floor(state.latches / 2 ** i) % 2;
    screens.forget(conditions.stream[first + i]);
  }
  screens.unsettle(row);
}
