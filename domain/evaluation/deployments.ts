import type { Ticks } from "../shared/time.ts";
import { compileComparison } from "./compile.ts";
import { ConditionColumns } from "./condition_columns.ts";
import { ConditionJudge } from "./condition_judge.ts";
import { PendingSamples } from "./pending_samples.ts";
import { comparisonsOf, ProgramTable } from "./program.ts";
import { type InstanceRows, RuleColumns } from "./rule_columns.ts";
import { RuleJudge } from "./rule_judge.ts";
import { typeCode } from "./sample_columns.ts";
import { StreamColumns } from "./stream_columns.ts";
import { TimerHeap } from "./timer_heap.ts";
import type { BoundComparison, BoundRule, DeployedInstance } from "./types.ts";

/** A latch set is stored as the bits of one number. */
export const MOST_COMPARISONS = 50;

/** The rows of all deployed instances: adding and removing one touches its own rows only. */
export class Deployments {
  readonly byId = new Map<number, InstanceRows>();
  readonly rules = new RuleColumns();
  readonly conditions = new ConditionColumns();
  readonly streams = new StreamColumns();
  readonly pending = new PendingSamples();
  readonly timers = new TimerHeap();
  readonly judge: RuleJudge;
  readonly #programs = new ProgramTable();

  constructor() {
    const { rules, conditions, streams } = this;
    this.judge = new RuleJudge({
      rules,
      conditions,
      streams,
      conditionJudge: new ConditionJudge(conditions, streams),
    });
  }

  /** Makes the rows of an instance, its rules NORMAL and not judged yet. */
  add(instance: DeployedInstance): InstanceRows {
    const { instanceId, deployment } = instance;
    this.requireNew(instance);
    const ruleIds = instance.rules.map((rule) => rule.ruleId);
    const streams = instance.streams.map((each) => this.streams.bind(each.id, typeCode(each.dataType)));
    this.pending.ensureStreams(this.streams.end);
    const owner: InstanceRows = { instanceId, deployment, ruleIds, rows: [], streams };
    for (const rule of instance.rules) owner.rows.push(this.#addRule(rule, owner, instance));
    this.byId.set(instanceId, owner);
    return owner;
  }

  /** @throws {RangeError} if the instance is deployed already, or its rules are not sound. */
  requireNew(instance: DeployedInstance): void {
    const { instanceId } = instance;
    if (this.byId.has(instanceId)) throw new RangeError(`Instance ${instanceId} is already deployed`);
    requireSound(instance);
  }

  /** Takes the rows of an instance back, and what waits for streams that no other rule names. */
  remove(owner: InstanceRows): void {
    this.byId.delete(owner.instanceId);
    for (const row of owner.rows) this.#removeRule(row);
    for (const stream of owner.streams) {
      if (--this.streams.instances[stream] > 0) continue;
      this.pending.remove(stream, { from: -Infinity, to: Infinity });
      this.streams.free(stream);
    }
  }

  /** Sees to it that the rule comes up for its next timer after `after`. */
  arm(rule: number, after: Ticks): void {
    const next = this.judge.nextTimer(rule, after);
    if (next < Infinity) this.timers.arm(rule, next);
  }

  #addRule(rule: BoundRule, owner: InstanceRows, instance: DeployedInstance): number {
    const comparisons = comparisonsOf(rule.expression);
    const compiled = comparisons.map((each) => compileComparison(each, this.streams));
    const row = this.rules.add({
      owner,
      ruleIndex: owner.rows.length,
      program: this.#programs.programOf(rule.expression),
      firstCondition: this.conditions.add(compiled),
      onDelay: rule.onDelay,
      offDelay: rule.offDelay,
      deployedAt: instance.deployedAt,
      recentActivations: instance.recentActivations[rule.ruleId] ?? [],
    });
    this.rules.hasDeadband[row] = Number(compiled.some((each) => each.limits.deadband > 0));
    this.rules.hasMaxAge[row] = Number(compiled.some((each) => each.maxAge > 0));
    this.timers.ensure(row + 1);
    for (const stream of this.judge.streamsOf(row)) this.streams.subscribers[stream].push(row);
    return row;
  }

  #removeRule(row: number): void {
    for (const stream of this.judge.streamsOf(row)) removeFrom(this.streams.subscribers[stream], row);
    this.timers.remove(row);
    this.conditions.free(this.rules.firstCondition[row], this.rules.program[row].comparisons);
    this.rules.free(row);
  }
}

/** Refuses before anything has been added, so that a refused instance leaves no rows behind. */
function requireSound({ rules, streams }: DeployedInstance): void {
  const listed = new Set(streams.map((each) => each.id));
  for (const { ruleId, expression } of rules) {
    const comparisons = comparisonsOf(expression), count = comparisons.length;
    if (count === 0 || count > MOST_COMPARISONS) {
      throw new RangeError(`Rule "${ruleId}" has ${count} comparisons; it can have 1 to ${MOST_COMPARISONS}`);
    }
    const unlisted = comparisons.flatMap(streamsNamedBy).find((stream) => !listed.has(stream));
    if (unlisted !== undefined) {
      throw new RangeError(`Rule "${ruleId}" names stream ${unlisted}, which its instance does not list`);
    }
  }
}

function streamsNamedBy({ stream, of, operands }: BoundComparison): number[] {
  const operandStreams = operands.flatMap((operand) => "stream" in operand ? [operand.stream] : []);
  return [stream, ...(of === null ? [] : [of]), ...operandStreams];
}

function removeFrom(rows: number[], row: number): void {
  const last = rows.pop();
  const place = rows.indexOf(row);
  if (place >= 0 && last !== undefined) rows[place] = last;
}
