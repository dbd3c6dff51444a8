import type { PlantClock } from "../../shared/plant_clock.ts";
import type { Ticks } from "../../shared/time.ts";
import type { AlikeInstances } from "./alike_instances.ts";
import { compileComparison } from "../evaluating/compile.ts";
import { type CompiledCondition, LITERAL } from "../evaluating/compiled_condition.ts";
import { ConditionColumns } from "../evaluating/condition_columns.ts";
import { ConditionEvaluator } from "../evaluating/condition_evaluator.ts";
import { historyNeeds } from "../windows/history_needs.ts";
import { type InstanceRows, InstanceTable } from "../state/instance_table.ts";
import { PendingSamples } from "../intake/pending_samples.ts";
import { comparisonsOfRule, ProgramTable, type RuleTraits } from "../evaluating/program.ts";
import { AWAKE, RuleColumns, SLEEPLESS } from "../state/rule_columns.ts";
import { RuleEvaluator } from "../evaluating/rule_evaluator.ts";
import { typeCode } from "../intake/sample_columns.ts";
import { StreamColumns } from "../intake/stream_columns.ts";
import { StreamScreens } from "../intake/stream_screens.ts";
import { timeTagById } from "../intake/time_tag_streams.ts";
import { TimeTags } from "../intake/time_tags.ts";
import { TimerHeap } from "../state/timer_heap.ts";
import { type BoundComparison, type BoundRule, type DeployedInstance, ruleBeganAt } from "../types.ts";

/** Up to this many, a search is faster than a set. */
const FEW_STREAMS = 8;

/** The latches of a rule are stored as bits of one number. */
export const MOST_COMPARISONS = 50;

/** All deployed instances, in rows. Adding or removing an instance only touches its own rows. */
export class Deployments {
  readonly instances = new InstanceTable();
  readonly rules = new RuleColumns();
  readonly conditions = new ConditionColumns();
  readonly streams = new StreamColumns();
  readonly pending = new PendingSamples();
  readonly timers = new TimerHeap();
  readonly screens: StreamScreens;
  readonly evaluator: RuleEvaluator;
  readonly tags: TimeTags;
  /** Up to it the standard before the newest is in force. */
  readonly standardFrom: Ticks;
  readonly #programs = new ProgramTable();

  constructor(
    { watermark, clock, standardFrom }: { watermark: Ticks; clock: PlantClock; standardFrom: Ticks },
  ) {
    const { instances, rules, conditions, streams } = this;
    this.standardFrom = standardFrom;
    this.tags = new TimeTags(streams, clock, watermark);
    this.screens = new StreamScreens({ rules, conditions, streams });
    this.evaluator = new RuleEvaluator({
      instances,
      rules,
      conditions,
      streams,
      screens: this.screens,
      conditionEvaluator: new ConditionEvaluator(conditions, streams, standardFrom),
    });
  }

  /** Adds the rows of an instance. Its rules are NORMAL and not evaluated yet. */
  add(instance: DeployedInstance): InstanceRows {
    const { instanceId, deployment } = instance;
    this.requireNew(instance);
    const ruleIds = instance.rules.map((rule) => rule.ruleId);
    const streams = this.#bind(instance, instance.deployedAt);
    const rows = instance.rules.map((rule) => this.#addRule(rule, instance));
    const owner: InstanceRows = { instanceId, deployment, ruleIds, rows, streams };
    this.instances.set(owner);
    return owner;
  }

  /**
   * Replaces a deployed instance's rules by those of another version. A rule of both versions that began before `at`
   * keeps its row with its state; other old rows are removed. Returns the new rows, NORMAL and not evaluated yet.
   * @throws {RangeError} if the instance is not deployed or its rules are invalid.
   */
  exchange(instance: DeployedInstance, at: Ticks): number[] {
    const { instanceId, deployment, rules } = instance, before = this.instances.get(instanceId);
    if (before === undefined) throw new RangeError(`Instance ${instanceId} is not deployed`);
    requireSound(instance);
    const left = new Map(before.ruleIds.map((id, i) => [id, before.rows[i]!]));
    const streams = this.#bind(instance, at);
    const ruleIds = rules.map((rule) => rule.ruleId);
    const added: number[] = [];
    const rows = rules.map((rule) => {
      const kept = ruleBeganAt(rule, instance) < at ? left.get(rule.ruleId) : undefined;
      if (kept !== undefined) {
        left.delete(rule.ruleId);
        return kept;
      }
      const row = this.#addRule(rule, instance);
      added.push(row);
      return row;
    });
    for (const row of left.values()) this.#removeRule(row);
    this.instances.set({ instanceId, deployment, ruleIds, rows, streams });
    this.#release(before.streams);
    return added;
  }

  /** @throws {RangeError} if the instance is deployed already or its rules are invalid. */
  requireNew(instance: DeployedInstance): void {
    const { instanceId } = instance;
    if (this.instances.has(instanceId)) throw new RangeError(`Instance ${instanceId} is already deployed`);
    requireSound(instance);
  }

  /** Removes the rows of an instance, and the waiting samples of streams that no other rule names. */
  remove(owner: InstanceRows): void {
    this.instances.delete(owner.instanceId);
    for (const row of owner.rows) this.#removeRule(row);
    this.#release(owner.streams);
  }

  #bind(instance: DeployedInstance, at: Ticks): number[] {
    const streams = instance.streams.map((each) => this.streams.bind(each.id, typeCode(each.dataType)));
    streams.push(...this.#bindTags(instance, at));
    this.pending.ensureStreams(this.streams.end);
    this.screens.limits.ensureStreams(this.streams.end);
    return streams;
  }

  #release(streams: readonly number[]): void {
    for (const stream of streams) {
      if (--this.streams.instances[stream]! > 0) continue;
      if (this.streams.isTag(stream)) this.tags.stop(stream);
      this.pending.remove(stream, { from: -Infinity, to: Infinity });
      this.streams.free(stream);
    }
  }

  /** Makes room for many instances at once, so that columns are copied only once. */
  reserve(added: readonly { alike: AlikeInstances; chosen: Int32Array }[]): void {
    let instances = 0, rules = 0, conditions = 0, streams = 0;
    for (const { alike: { like, slots }, chosen } of added) {
      const comparisons = like.rules.map((rule) => comparisonsOfRule(rule).length);
      instances += chosen.length;
      rules += chosen.length * like.rules.length;
      conditions += chosen.length * comparisons.reduce((sum, count) => sum + count, 0);
      streams += chosen.length * slots.length;
    }
    this.instances.reserve(instances, { lists: rules + streams });
    this.rules.reserve(rules);
    this.conditions.reserve(conditions);
    this.ensureRules(this.rules.end + rules);
  }

  /** Makes room in the columns that follow the rules' rows. */
  ensureRules(rules = this.rules.end): void {
    this.timers.ensure(rules);
    this.screens.woken.ensure(rules);
  }

  /** The conditions (rows) of a rule. */
  conditionsOf(rule: number): number[] {
    const first = this.rules.firstCondition[rule]!;
    return Array.from({ length: this.rules.programOf(rule).comparisons }, (_, i) => first + i);
  }

  /** Starts to keep the history that windows of a later version need. Its streams are bound already. */
  remember(instance: DeployedInstance): void {
    for (const [id, needs] of historyNeeds(instance)) {
      for (const need of needs) this.streams.needHistory(this.streams.boundRow(id), need);
    }
  }

  /** Sets the rule's next timer after `after`. */
  arm(rule: number, after: Ticks): void {
    const next = this.evaluator.nextTimer(rule, after);
    if (next < Infinity) this.timers.arm(rule, next);
  }

  /** The conditions (rows) of a rule that need the history of a stream (row). */
  windowsOn(rule: number, stream: number): number[] {
    return this.conditionsOf(rule).filter((row) =>
      this.conditions.stream[row] === stream && this.conditions.needOf(row) !== null
    );
  }

  /** Sets whether a rule's windows on a stream (rows) wait for their history. */
  setUnfilled(rule: number, stream: number, isUnfilled: boolean): void {
    for (const row of this.windowsOn(rule, stream)) this.setConditionUnfilled(row, isUnfilled);
  }

  setConditionUnfilled(condition: number, isUnfilled: boolean): void {
    const window = this.conditions.windowOf(condition);
    if (window === null || window.isUnfilled === isUnfilled) return;
    window.isUnfilled = isUnfilled;
    this.streams.unfilled[this.conditions.stream[condition]!]! += isUnfilled ? 1 : -1;
  }

  /** The rules (rows) that wait for a stream's first read or for its history. */
  waitingFor(stream: number): number[] {
    const { read, unfilled } = this.streams;
    if (read[stream] === 1 && unfilled[stream] === 0) return [];
    const rules = [...new Set(this.screens.limits.rulesOf(stream))];
    if (read[stream] === 0) return rules;
    const isUnfilled = (row: number) => this.conditions.windowOf(row)?.isUnfilled === true;
    return rules.filter((rule) => this.windowsOn(rule, stream).some(isUnfilled));
  }

  /** Sets when the rule was deployed. The age of a stream without samples counts from then. */
  setDeployedAt(rule: number, at: Ticks): void {
    const first = this.rules.firstCondition[rule]!;
    this.rules.deployedAt[rule] = at;
    this.screens.unsettle(rule);
    for (let row = first; row < first + this.rules.programOf(rule).comparisons; row++) {
      const window = this.conditions.windowOf(row);
      if (window !== null) window.deployedAt = at;
    }
  }

  #bindTags({ rules }: DeployedInstance, at: Ticks): number[] {
    const tags = new Set<number>();
    for (const rule of rules) {
      for (const comparison of comparisonsOfRule(rule)) {
        for (const id of streamsNamedBy(comparison)) if (id < 0) tags.add(id);
      }
    }
    return [...tags].map((id) => {
      const row = this.streams.bind(id, typeCode(timeTagById(id).data_type));
      if (this.streams.instances[row] === 1) this.tags.start(row, at);
      return row;
    });
  }

  #addRule(rule: BoundRule, instance: DeployedInstance): number {
    const deployedAt = ruleBeganAt(rule, instance);
    const comparisons = comparisonsOfRule(rule);
    const compiled = comparisons.map((each) => compileComparison(each, this.streams));
    const program = this.#programs.programOf(rule, traitsOf(compiled));
    const row = this.rules.add({
      owner: this.instances.rowFor(instance.instanceId),
      program,
      firstCondition: this.conditions.add(compiled),
      deployedAt,
      recentActivations: instance.recentActivations[rule.ruleId] ?? [],
    });
    const maySleep = program.kind === "all" && program.hasConstants && haveOneLimitEach(compiled);
    this.rules.sleep[row] = maySleep ? AWAKE : SLEEPLESS;
    this.ensureRules();
    for (const { stream, window } of compiled) {
      if (window === null) continue;
      window.deployedAt = deployedAt;
      if (window.need === null) continue;
      this.streams.needHistory(stream, window.need);
      if (this.streams.isTag(stream)) this.tags.fill(stream);
    }
    for (const stream of this.evaluator.streamsOf(row)) this.screens.add(stream, row);
    return row;
  }

  #removeRule(row: number): void {
    for (const stream of this.evaluator.streamsOf(row)) this.screens.remove(stream, row);
    this.timers.remove(row);
    const first = this.rules.firstCondition[row]!;
    for (let condition = first; condition < first + this.rules.programOf(row).comparisons; condition++) {
      const need = this.conditions.needOf(condition);
      this.setConditionUnfilled(condition, false);
      if (need !== null) this.streams.releaseHistory(this.conditions.stream[condition]!, need);
    }
    this.conditions.free(first, this.rules.programOf(row).comparisons);
    this.rules.free(row);
  }
}

/** Checks an instance before anything is added, so that a refused instance leaves no rows. */
function requireSound({ rules, streams }: DeployedInstance): void {
  const ids = streams.length > FEW_STREAMS ? new Set(streams.map((each) => each.id)) : undefined;
  const isListed = (id: number) => ids?.has(id) ?? streams.some((each) => each.id === id);
  for (const rule of rules) {
    const { ruleId } = rule, comparisons = comparisonsOfRule(rule), count = comparisons.length;
    if (count === 0 || count > MOST_COMPARISONS) {
      throw new RangeError(`Rule "${ruleId}" has ${count} comparisons; it can have 1 to ${MOST_COMPARISONS}`);
    }
    const unlisted = comparisons.flatMap(streamsNamedBy).find((stream) => stream >= 0 && !isListed(stream));
    if (unlisted !== undefined) {
      throw new RangeError(`Rule "${ruleId}" names stream ${unlisted}, which its instance does not list`);
    }
  }
}

function traitsOf(conditions: readonly CompiledCondition[]): RuleTraits {
  return {
    hasDeadband: conditions.some((each) => each.limits.deadband > 0),
    hasOwnTimes: conditions.some(hasOwnTimes),
    hasConstants: conditions.every(comparesWithConstants),
  };
}

/** Whether a condition depends on the held value of one stream only. */
function comparesWithConstants(condition: CompiledCondition): boolean {
  const { lowStream, highStream, list, calculation } = condition;
  return lowStream === LITERAL && highStream === LITERAL && list === null && calculation === null &&
    !hasOwnTimes(condition);
}

/** Whether each condition has a single limit, and each stream is compared once. */
function haveOneLimitEach(conditions: readonly CompiledCondition[]): boolean {
  return conditions.every(({ limits }) => Number.isNaN(limits.high)) &&
    new Set(conditions.map(({ stream }) => stream)).size === conditions.length;
}

/** Whether a condition can change without a sample, because of an age or a window. */
function hasOwnTimes(
  { maxAge, lowMaxAge, highMaxAge, list, calculation, window }: CompiledCondition,
): boolean {
  return window !== null || maxAge + lowMaxAge + highMaxAge > 0 ||
    list?.maxAges.some((each) => each > 0) === true ||
    calculation?.maxAges.some((each) => each > 0) === true;
}

/** The ids of a comparison's streams. Ids of time tags are negative. */
export function streamsNamedBy({ stream, calculation, of, operands, limit }: BoundComparison): number[] {
  const named = calculation?.parts.map((part) => part.stream) ?? [stream];
  if (of !== null) named.push(of);
  for (const operand of operands) if ("stream" in operand) named.push(operand.stream);
  if (limit !== undefined && "stream" in limit) named.push(limit.stream);
  return named;
}
