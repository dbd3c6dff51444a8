import type { BlindShare } from "../coverage/types.ts";
import type { SampleBatch } from "../sample/batch.ts";
import { PlantClock } from "../shared/plant_clock.ts";
import type { Ticks } from "../shared/time.ts";
import { blindInstances } from "./evaluating/blind_rules.ts";
import { Deployments } from "./deployment/deployments.ts";
import { type DeployedInstances, readSnapshot } from "./snapshot/engine_snapshot.ts";
import {
  DeploymentEvaluation,
  type FirstReadAgain,
  type FirstReadOptions,
  type UpgradeInput,
} from "./deployment/deployment_evaluation.ts";
import { Instants } from "./intake/instants.ts";
import { knownForDeployment, unreadStream } from "./intake/known_streams.ts";
import { offerTo } from "./intake/offers.ts";
import { type InstanceReading, readInstance } from "./evaluating/reading.ts";
import { viewOfRule } from "./evaluating/rule_view.ts";
import type { EngineSnapshot } from "./snapshot/snapshot_types.ts";
import { type RuleState, ruleStates, setRuleStates } from "./state/rule_states.ts";
import { HELD, isOpen, NORMAL } from "./state/state_table.ts";
import { FALSE, TRUTH_NAMES } from "./evaluating/truth.ts";
import type {
  DeployedInstance,
  KnownStream,
  LateSpan,
  OfferCounts,
  OnTruth,
  RuleStateView,
  StreamPast,
  StreamReach,
  Transition,
  Undeployed,
} from "./types.ts";
import { writeSnapshot } from "./snapshot/written_snapshot.ts";

export interface EngineOptions {
  watermark?: Ticks;
  timeZone?: string;
  standardFrom?: Ticks;
  onTruth?: OnTruth;
}

/** The state from which an engine continues; see `Engine.resume`. */
export interface ResumedEngine extends Pick<EngineOptions, "timeZone" | "standardFrom"> {
  watermark: Ticks;
  units: readonly {
    instance: DeployedInstance;
    states: readonly RuleState[] | null;
    unfilled?: ReadonlySet<number>;
    /** The instance after each upgrade still to come. */
    later?: readonly DeployedInstance[];
  }[];
  held: readonly KnownStream[];
  pasts?: readonly StreamPast[];
}

/**
 * Decides when the rules of deployed instances open and close events: from samples and commands alone, without a
 * clock, and whatever the order of arrival. Window histories (`StreamHistory`) are not part of a snapshot: `fill`
 * reads them back. A `Replay` evaluates late samples; `takeOver`, `hold` and `fill` apply its result.
 */
export class Engine {
  readonly #rows: Deployments;
  readonly #instants: Instants;
  readonly #deployments: DeploymentEvaluation;
  #watermark: Ticks;

  /**
   * @param options `watermark`: everything up to it is evaluated (ticks); by default nothing is. `timeZone`: of the
   * plant. `standardFrom`: up to it the standard before the newest is in force; by default the newest is everywhere.
   * `onTruth` receives every change of a rule's truth, which starts as UNKNOWN.
   * @throws {RangeError} if the time zone does not exist.
   */
  constructor(
    { watermark = -Infinity, timeZone = "UTC", standardFrom = -Infinity, onTruth }: EngineOptions = {},
  ) {
    this.#watermark = watermark;
    this.#rows = new Deployments({ watermark, clock: new PlantClock(timeZone), standardFrom });
    this.#instants = new Instants(this.#rows);
    this.#deployments = new DeploymentEvaluation(this.#rows, this.#instants, () => this.#watermark);
    if (onTruth !== undefined) this.#reportTruth(onTruth);
  }

  get stats(): Readonly<Instants["stats"]> {
    return this.#instants.stats;
  }

  get watermark(): Ticks {
    return this.#watermark;
  }

  /** The newest samples of an instance's streams at its deployment, or at `at`, evaluated or waiting. */
  known(instance: DeployedInstance, at: Ticks = instance.deployedAt): KnownStream[] {
    return knownForDeployment(this.#rows, instance, at);
  }

  /**
   * Adds an instance and evaluates its deployment, at or after the watermark, on `known`. A stream missing in `known`
   * counts as unread. `pasts`: the history of its windows, unless the engine has it.
   * @throws {RangeError} if it is deployed, or a rule has no or more than 50 comparisons or names an unlisted stream.
   */
  deploy(
    instance: DeployedInstance,
    known: KnownStream[],
    { pasts = [] }: { pasts?: readonly StreamPast[] } = {},
  ): Transition[] {
    return this.#deployments.deploy(instance, { known, pasts });
  }

  /**
   * Changes an instance to the rules of another version at an instant after the watermark. Rules that began
   * before it continue; new ones begin as at a deployment. Removed rules emit no transition. Throws as
   * `deploy` does.
   */
  upgrade(instance: DeployedInstance, options: UpgradeInput): Transition[] {
    return this.#deployments.upgrade(instance, options);
  }

  /**
   * Removes an instance with its state and waiting samples. Returns an empty result for an unknown instance.
   */
  undeploy(instanceId: number): Undeployed {
    const ended: Undeployed = { open: [], recentActivations: this.recentActivations(instanceId) };
    const owner = this.#rows.instances.get(instanceId);
    if (owner === undefined) return ended;
    const { rules } = this.#rows;
    owner.rows.forEach((row, ruleIndex) => {
      const ruleId = owner.ruleIds[ruleIndex]!;
      if (isOpen(rules.phaseOf(row))) {
        ended.open.push({ ruleIndex, ruleId, onset: rules.times.read(row).onset });
      }
    });
    this.#rows.remove(owner);
    return ended;
  }

  /**
   * By rule id, the last two activations of an instance's rules that can still count for chattering, oldest
   * first.
   */
  recentActivations(instanceId: number): Record<string, Ticks[]> {
    const owner = this.#rows.instances.get(instanceId);
    const recent = owner?.rows.map((row, index) =>
      [owner.ruleIds[index], this.#rows.rules.times.recentActivations(row, this.#watermark)] as const
    );
    return Object.fromEntries((recent ?? []).filter(([, activations]) => activations.length > 0));
  }

  /**
   * The first read of a stream, up to `upTo`: call `fill` before it, and best `offer` later samples too. Evaluates the
   * rules that wait for it, at their deployment or the watermark, whichever is later. `ahead`: by instance, what was
   * known at a deployment after the watermark, instead of the waiting samples.
   */
  firstRead(known: KnownStream, upTo: Ticks, { ahead }: FirstReadOptions = {}): Transition[] {
    return this.#deployments.firstRead(known, { upTo, ahead });
  }

  /**
   * The source no longer has the stream: it is unread until its next first read. Evaluates its rules, or those of one
   * instance, at their deployment or the watermark, whichever is later.
   */
  lose(stream: number, instanceId?: number): Transition[] {
    return this.#deployments.lose(stream, instanceId);
  }

  /** The ids of streams without their first read, or without the history that windows need. */
  unread(): number[] {
    const { streams } = this.#rows;
    return [...streams.rowOf].filter(([, row]) => streams.read[row] === 0 || streams.unfilled[row]! > 0)
      .map(([id]) => id);
  }

  /** The instances that wait for a stream's first read. `history`: they only wait for its history. */
  waitingFor(stream: number): { instances: Set<number>; history: boolean } {
    const row = this.#rows.streams.rowOf.get(stream), { instances, rules: { owner } } = this.#rows;
    const rules = row === undefined ? [] : this.#rows.waitingFor(row);
    const isRead = row !== undefined && this.#rows.streams.read[row] === 1;
    return { instances: new Set(rules.map((rule) => instances.id[owner[rule]!]!)), history: isRead };
  }

  /**
   * How far back from the watermark the windows on each stream reach. Streams without a window are left out.
   */
  reaches(streams: readonly number[] = this.bound()): StreamReach[] {
    return streams.flatMap((stream) => {
      const history = this.#rows.streams.historyOf(stream);
      return history === null ? [] : [{ stream, reach: history.reach }];
    });
  }

  /**
   * Replaces the history of a stream up to the watermark. Evaluates nothing; no effect on a stream without
   * windows.
   */
  fill(past: StreamPast): void {
    const row = this.#rows.streams.rowOf.get(past.stream);
    if (row === undefined) return;
    this.#rows.streams.history[row]?.fill(past);
    for (const rule of this.#rows.screens.limits.rulesOf(row)) this.#armAgain(rule);
  }

  /** The history that `fill` would take at this watermark; undefined when no window uses the stream. */
  past(stream: number): StreamPast | undefined {
    return this.#rows.streams.historyOf(stream)?.past(stream, this.#watermark);
  }

  /** Whether a window may still use a sample at or before `touched`. */
  remembers(stream: number, touched: Ticks): boolean {
    const history = this.#rows.streams.historyOf(stream);
    return history !== null && !history.isClearOf(touched, this.#watermark);
  }

  /** The ids of the streams that deployed rules name. */
  bound(): number[] {
    return [...this.#rows.streams.rowOf.keys()].filter((stream) => stream >= 0);
  }

  /**
   * Accepts changes, which are evaluated when the watermark reaches them. A change replaces a waiting one of
   * the same stream and time; a removal removes it, and its part at or before the watermark is late. `onLate`
   * receives each change at or before the watermark.
   */
  offer(batch: SampleBatch, onLate?: (late: LateSpan) => void): OfferCounts {
    return offerTo(this.#rows, batch, { watermark: this.#watermark, onLate });
  }

  /** Evaluates every instant up to and including `to`, in order of time, and raises the watermark to it. */
  advance(to: Ticks): Transition[] {
    const out = this.#instants.advance(to);
    this.#watermark = Math.max(this.#watermark, to);
    if (Number.isFinite(this.#watermark)) this.#rows.tags.position = this.#watermark;
    this.#rows.rules.times.tidy(this.#rows.rules.phase, this.#watermark);
    return out;
  }

  /**
   * Closes an open event by hand at the watermark; undefined when no event with that onset is open. The rule
   * becomes "normal" when its conditions are FALSE without deadband, else "held" until they are. Up to its
   * deployment a rule keeps the truth evaluated there.
   */
  closeByHand(instanceId: number, ruleId: string, onset: Ticks): "normal" | "held" | undefined {
    const owner = this.#rows.instances.get(instanceId);
    const rule = owner?.rows[owner.ruleIds.indexOf(ruleId)];
    const { rules, evaluator } = this.#rows;
    if (rule === undefined || !isOpen(rules.phaseOf(rule))) return undefined;
    if (rules.times.read(rule).onset !== onset) return undefined;
    const at = Math.max(rules.deployedAt[rule]!, this.#watermark);
    evaluator.unlatch(rule);
    rules.phase[rule] = HELD;
    if (at > rules.deployedAt[rule]!) rules.truth[rule] = evaluator.truthOf(rule, at);
    if (rules.truth[rule] === FALSE) rules.phase[rule] = NORMAL;
    this.#rows.arm(rule, at);
    return rules.phase[rule] === NORMAL ? "normal" : "held";
  }

  has(instanceId: number): boolean {
    return this.#rows.instances.has(instanceId);
  }

  /** The states of an instance's rules, in their order; undefined when it is not deployed. */
  state(instanceId: number): RuleStateView[] | undefined {
    const owner = this.#rows.instances.get(instanceId);
    return owner?.rows.map((row, index) => viewOfRule(this.#rows.rules, row, owner.ruleIds[index]!));
  }

  /** The state of an instance's rules with everything it depends on; undefined when it is not deployed. */
  read(instanceId: number): InstanceReading | undefined {
    return readInstance(this.#rows, instanceId, this.#watermark);
  }

  /** The instances with rules whose truth is UNKNOWN at the watermark. */
  blind(): BlindShare[] {
    return blindInstances(this.#rows, this.#watermark);
  }

  /** The evaluated samples held for a stream; undefined when no rule names it. */
  held(stream: number): KnownStream | undefined {
    const row = this.#rows.streams.rowOf.get(stream);
    if (row === undefined) return undefined;
    return this.#rows.streams.read[row] === 1 ? this.#rows.streams.holdingOf(row) : unreadStream(stream);
  }

  /** The whole state except the configuration, as plain data. Includes waiting samples. */
  snapshot(): EngineSnapshot {
    return writeSnapshot(this.#rows, this.#watermark);
  }

  /**
   * Restores an engine from a snapshot, for those of the instances that it contains with the same deployment.
   * State of other instances is dropped. Windows are UNKNOWN until `fill` provides their history (`reaches`).
   */
  static restore(
    snapshot: EngineSnapshot,
    instances: readonly DeployedInstance[],
    options: Pick<EngineOptions, "timeZone" | "standardFrom"> = {},
  ): Engine {
    const steps = Engine.restoring(snapshot, { instances }, options);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** As `restore`, in steps of some milliseconds. */
  static *restoring(
    snapshot: EngineSnapshot,
    deployed: DeployedInstances,
    { timeZone, standardFrom }: Pick<EngineOptions, "timeZone" | "standardFrom"> = {},
  ): Generator<undefined, Engine> {
    const engine = new Engine({ watermark: snapshot.watermark, timeZone, standardFrom });
    yield* readSnapshot(engine.#rows, snapshot, deployed);
    return engine;
  }

  /**
   * The states of an instance's rules, without those that are simply NORMAL; undefined when it is not
   * deployed.
   */
  statesOf(instanceId: number): RuleState[] | undefined {
    const owner = this.#rows.instances.get(instanceId);
    return owner === undefined ? undefined : ruleStates(this.#rows, owner, this.#watermark);
  }

  /**
   * Replaces an instance's states with those of a replay up to the same watermark. Ignores unknown instances.
   */
  takeOver(instanceId: number, states: readonly RuleState[]): void {
    const owner = this.#rows.instances.get(instanceId);
    if (owner === undefined) return;
    setRuleStates(this.#rows, owner, states);
    for (const rule of owner.rows) this.#armAgain(rule);
  }

  /**
   * Replaces the evaluated samples held for a stream. Evaluates nothing. Ignores a stream that no rule names
   * or that has not been read.
   */
  hold(known: KnownStream): void {
    const { streams } = this.#rows, row = streams.rowOf.get(known.stream);
    if (row === undefined || streams.read[row] === 0) return;
    streams.hold(known);
    for (const rule of this.#rows.screens.limits.rulesOf(row)) this.#armAgain(rule);
  }

  /** Deploys an instance that `resume` got as not yet deployed. */
  deployAgain(instance: DeployedInstance, known: KnownStream[]): Transition[] {
    return this.#deployments.deployAgain(instance, known);
  }

  /** Upgrades an instance of `resume` or `deployAgain`; all its streams are bound already. */
  upgradeAgain(instance: DeployedInstance, options: { at: Ticks; known: KnownStream[] }): Transition[] {
    return this.#deployments.upgradeAgain(instance, options);
  }

  /**
   * The first read of a stream that is held already, for the rules of one instance. `known`: the samples of
   * its streams known then, which count unless an instant after the deployment has been evaluated. `history`:
   * only the history was read.
   */
  firstReadAgain(instanceId: number, read: FirstReadAgain): Transition[] {
    return this.#deployments.firstReadAgain(instanceId, read);
  }

  /**
   * An engine at a watermark. `states`: an instance's rules that are not simply NORMAL; null before its
   * deployment (`deployAgain`). `unfilled`: streams whose history its windows wait for. `held`: the samples
   * held at the watermark; `pasts`: the history.
   */
  static resume({ watermark, units, held, pasts, timeZone, standardFrom }: ResumedEngine): Engine {
    const engine = new Engine({ watermark, timeZone, standardFrom }), rows = engine.#rows;
    for (const { instance, states, unfilled, later = [] } of units) {
      const deployedAt = states === null ? Infinity : instance.deployedAt;
      const owner = rows.add({ ...instance, deployedAt });
      if (states !== null) setRuleStates(rows, owner, states);
      const waits = [...unfilled ?? []].map((stream) => ({
        ...unreadStream(stream),
        unfilled: true as const,
      }));
      engine.#deployments.markUnfilled(owner.rows, waits);
      for (const each of later) rows.remember(each);
    }
    for (const past of pasts ?? []) engine.fill(past);
    for (const known of held) if (rows.streams.rowOf.has(known.stream)) rows.streams.hold(known);
    for (const owner of rows.instances.values()) for (const rule of owner.rows) engine.#armAgain(rule);
    return engine;
  }

  #reportTruth(onTruth: OnTruth): void {
    const { instances, rules, evaluator } = this.#rows;
    evaluator.onTruth = (rule, truth, at) => {
      const owner = rules.owner[rule]!, ruleIndex = instances.indexOfRule(owner, rule);
      onTruth({ instanceId: instances.id[owner]!, ruleIndex, truth: TRUTH_NAMES[truth], at });
    };
  }

  #armAgain(rule: number): void {
    this.#rows.arm(rule, Math.max(this.#rows.rules.deployedAt[rule]!, this.#watermark));
  }
}
