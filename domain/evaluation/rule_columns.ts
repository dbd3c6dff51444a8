import type { Ticks } from "../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import type { Program } from "./program.ts";
import { NONE } from "./row_index.ts";
import { NORMAL, type Phase } from "./state_table.ts";
import { UNKNOWN } from "./truth.ts";

/** States of `RuleColumns.sleep`; of a rule with SLEEPING some limits may sleep. */
export const SLEEPLESS = 0, AWAKE = 1, SLEEPING = 2;

/** What a rule needs besides its conditions. */
export interface RuleSetup {
  /** The row of its instance: see `InstanceTable`. */
  owner: number;
  ruleIndex: number;
  program: Program;
  firstCondition: number;
  deployedAt: Ticks;
  recentActivations: readonly Ticks[];
}

/** The rules of all deployed instances: what they are, and the state they are in. Times in ticks, -Infinity: none. */
export class RuleColumns {
  /** The row of its instance; NONE where the row is free. */
  owner = new Int32Array(0);
  readonly program: Program[] = [];
  ruleIndex = new Int32Array(0);
  firstCondition = new Int32Array(0);
  deployedAt = new Float64Array(0);
  /** Whether a condition has a deadband, or times of its own (an age, a window): most have neither, and skip that work. */
  hasDeadband = new Uint8Array(0);
  hasOwnTimes = new Uint8Array(0);

  /** Whether it can have a witness: an `all` of comparisons with constants. */
  hasWitness = new Uint8Array(0);
  /** The settled stream (row) of a comparison by which a NORMAL rule is FALSE; NONE: there is none, or it is unknown. */
  witness = new Int32Array(0);
  /** Whether its limits may sleep while it has a witness: see `StreamScreens`. */
  sleep = new Uint8Array(0);

  phase = new Uint8Array(0);
  truth = new Uint8Array(0);
  onset = new Float64Array(0);
  /** 1: the onset was the instant of a deployment or first read. */
  initial = new Uint8Array(0);
  activatedAt = new Float64Array(0);
  falseSince = new Float64Array(0);
  /** The delay that has run: TRUE time while PENDING, FALSE time while CLEARING, as of `since`. */
  elapsed = new Float64Array(0);
  /** Since when `truth` has stood, in a phase with a delay. */
  since = new Float64Array(0);
  lastActivation = new Float64Array(0);
  activationBefore = new Float64Array(0);
  readonly #rows = new RowBlocks();

  get end(): number {
    return this.#rows.end;
  }

  add(setup: RuleSetup): number {
    const row = this.#rows.take();
    this.#ensure(row + 1);
    const [last = -Infinity, before = -Infinity] = setup.recentActivations.toReversed();
    this.owner[row] = setup.owner;
    this.program[row] = setup.program;
    this.ruleIndex[row] = setup.ruleIndex;
    this.firstCondition[row] = setup.firstCondition;
    this.deployedAt[row] = setup.deployedAt;
    this.hasDeadband[row] = this.hasOwnTimes[row] = 0;
    this.hasWitness[row] = 0;
    this.sleep[row] = SLEEPLESS;
    this.witness[row] = NONE;
    this.phase[row] = NORMAL;
    this.truth[row] = UNKNOWN;
    this.initial[row] = 0;
    this.onset[row] = this.activatedAt[row] = this.falseSince[row] = -Infinity;
    this.elapsed[row] = 0;
    this.since[row] = setup.deployedAt;
    this.lastActivation[row] = last;
    this.activationBefore[row] = before;
    return row;
  }

  free(row: number): void {
    this.owner[row] = NONE;
    this.#rows.give(row);
  }

  phaseOf(row: number): Phase {
    return asPhase(this.phase[row]);
  }

  /** The last two activations, oldest first. */
  recentActivations(row: number): Ticks[] {
    return [this.activationBefore[row], this.lastActivation[row]].filter(Number.isFinite);
  }

  #ensure(rows: number): void {
    this.owner = int32Rows(this.owner, rows);
    this.ruleIndex = int32Rows(this.ruleIndex, rows);
    this.firstCondition = int32Rows(this.firstCondition, rows);
    this.deployedAt = float64Rows(this.deployedAt, rows);
    this.hasDeadband = uint8Rows(this.hasDeadband, rows);
    this.hasOwnTimes = uint8Rows(this.hasOwnTimes, rows);
    this.sleep = uint8Rows(this.sleep, rows);
    this.hasWitness = uint8Rows(this.hasWitness, rows);
    this.witness = int32Rows(this.witness, rows);
    this.phase = uint8Rows(this.phase, rows);
    this.truth = uint8Rows(this.truth, rows);
    this.initial = uint8Rows(this.initial, rows);
    this.onset = float64Rows(this.onset, rows);
    this.activatedAt = float64Rows(this.activatedAt, rows);
    this.falseSince = float64Rows(this.falseSince, rows);
    this.elapsed = float64Rows(this.elapsed, rows);
    this.since = float64Rows(this.since, rows);
    this.lastActivation = float64Rows(this.lastActivation, rows);
    this.activationBefore = float64Rows(this.activationBefore, rows);
  }
}

function asPhase(value: number): Phase {
  return value as Phase;
}
