import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import type { Program } from "../evaluating/program.ts";
import { NONE } from "./row_index.ts";
import { NO_TIMES, RuleTimes, type TimesOfRule } from "./rule_times.ts";
import { NORMAL, type Phase } from "./state_table.ts";
import { UNKNOWN } from "../evaluating/truth.ts";

/** Values of `RuleColumns.sleep`. A rule that is SLEEPING may have limits that sleep. */
export const SLEEPLESS = 0, AWAKE = 1, SLEEPING = 2;

/** A rule without its conditions. */
export interface RuleSetup {
  /** The row of its instance in `InstanceTable`. */
  owner: number;
  program: Program;
  firstCondition: number;
  deployedAt: Ticks;
  recentActivations: readonly Ticks[];
}

/** The state of a rule, without its latches. */
export interface StateOfRule extends TimesOfRule {
  phase: number;
  truth: number;
}

/** A rule that was not evaluated yet. */
export const NORMAL_STATE: Readonly<StateOfRule> = { phase: NORMAL, truth: UNKNOWN, ...NO_TIMES };

/** The rules of all deployed instances, with their states. */
export class RuleColumns {
  /** The row of its instance; NONE for a free row. */
  owner = new Int32Array(0);
  #program = new Int32Array(0);
  /** By program number. */
  readonly #programs: Program[] = [];
  firstCondition = new Int32Array(0);
  deployedAt = new Float64Array(0);

  /**
   * The settled stream (row) whose comparison makes a NORMAL rule FALSE; NONE if there is none or it is
   * unknown.
   */
  witness = new Int32Array(0);
  /** Whether its limits may sleep while it has a witness; see `StreamScreens`. */
  sleep = new Uint8Array(0);

  phase = new Uint8Array(0);
  truth = new Uint8Array(0);
  readonly times = new RuleTimes();
  readonly #rows = new RowBlocks();

  get end(): number {
    return this.#rows.end;
  }

  add(setup: RuleSetup): number {
    const row = this.#rows.take();
    this.#ensure(row + 1);
    this.owner[row] = setup.owner;
    this.#program[row] = setup.program.number;
    this.#programs[setup.program.number] = setup.program;
    this.firstCondition[row] = setup.firstCondition;
    this.deployedAt[row] = setup.deployedAt;
    this.sleep[row] = SLEEPLESS;
    this.witness[row] = NONE;
    const [lastActivation = -Infinity, activationBefore = -Infinity] = setup.recentActivations.toReversed();
    this.setState(row, { ...NORMAL_STATE, lastActivation, activationBefore });
    return row;
  }

  /**
   * Adds `count` copies of the rules in `models`, not evaluated yet: all models, then all again. Returns the
   * first row. The caller sets their owners, times and conditions.
   */
  addLike(models: readonly number[], count: number): number {
    const first = this.#rows.take(models.length * count), end = this.#rows.end, step = models.length;
    this.#ensure(end);
    models.forEach((model, place) => {
      for (let row = first + place; row < first + step * count; row += step) {
        this.#program[row] = this.#program[model]!;
        this.sleep[row] = this.sleep[model]!;
        this.witness[row] = NONE;
        this.phase[row] = NORMAL;
        this.truth[row] = UNKNOWN;
      }
    });
    return first;
  }

  /** Makes room for more rules. */
  reserve(rules: number): void {
    this.#ensure(this.end + rules);
  }

  free(row: number): void {
    this.owner[row] = NONE;
    this.times.drop(row);
    this.#rows.give(row);
  }

  programOf(row: number): Program {
    return this.#programs[this.#program[row]!]!;
  }

  phaseOf(row: number): Phase {
    return asPhase(this.phase[row]!);
  }

  stateOf(row: number): StateOfRule {
    return { phase: this.phase[row]!, truth: this.truth[row]!, ...this.times.read(row) };
  }

  setState(row: number, { phase, truth, ...times }: StateOfRule): void {
    this.phase[row] = phase;
    this.truth[row] = truth;
    if (phase === NORMAL && times.lastActivation === -Infinity) this.times.drop(row);
    else this.times.write(row, times);
  }

  #ensure(rows: number): void {
    this.owner = int32Rows(this.owner, rows);
    this.#program = int32Rows(this.#program, rows);
    this.firstCondition = int32Rows(this.firstCondition, rows);
    this.deployedAt = float64Rows(this.deployedAt, rows);
    this.sleep = uint8Rows(this.sleep, rows);
    this.witness = int32Rows(this.witness, rows);
    this.phase = uint8Rows(this.phase, rows);
    this.truth = uint8Rows(this.truth, rows);
    this.times.ensureRules(rows);
  }
}

function asPhase(value: number): Phase {
  return value as Phase;
}
