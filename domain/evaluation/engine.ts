import type { BlindShare } from "../coverage/types.ts";
import type { SampleBatch } from "../sample/batch.ts";
import { PlantClock } from "../shared/plant_clock.ts";
import type { Ticks } from "../shared/time.ts";
import { blindInstances } from "./judging/blind_rules.ts";
import { Deployments } from "./deployment/deployments.ts";
import { type DeployedInstances, readSnapshot } from "./snapshot/engine_snapshot.ts";
import {
  DeploymentEvaluation,
  type FirstReadAgain,
  type FirstReadOptions,
  type UpgradeGiven,
} from "./deployment/deployment_evaluation.ts";
import { Instants } from "./intake/instants.ts";
import { knownForDeployment, unreadStream } from "./intake/known_streams.ts";
import { offerTo } from "./intake/offers.ts";
import { type InstanceReading, readInstance } from "./judging/reading.ts";
import { viewOfRule } from "./judging/rule_view.ts";
import type { EngineSnapshot } from "./snapshot/snapshot_types.ts";
import { type RuleState, ruleStates, setRuleStates } from "./state/rule_states.ts";
import { HELD, isOpen, NORMAL } from "./state/state_table.ts";
import { FALSE, TRUTH_NAMES } from "./judging/truth.ts";
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
  onTruth?: OnTruth;
}

/** Where an engine is to go on from: see `Engine.resume`. */
export interface ResumedEngine {
  timeZone?: string;
  watermark: Ticks;
  units: readonly {
    instance: DeployedInstance;
    states: readonly RuleState[] | null;
    unfilled?: ReadonlySet<number>;
    /** As it is after the upgrades that are to come. */
    later?: readonly DeployedInstance[];
  }[];
  held: readonly KnownStream[];
  pasts?: readonly StreamPast[];
}

/**
 * Decides when the rules of deployed instances raise and close events. Deterministic: the same samples and commands
 * end in the same transitions, whatever the order of arrival. It knows no clock: time is what `advance` is told.
 *
 * What windows look at stands in memory as far back as they reach (`StreamHistory`), and is no part of a snapshot: it is
 * read from the source again and given by `fill`. Late samples are told to `offer`'s caller: a `Replay` judges them, and
 * `takeOver`, `hold` and `fill` bring what came of it.
 */
export class Engine {
  readonly #rows: Deployments;
  readonly #instants: Instants;
  readonly #entrance: DeploymentEvaluation;
  #watermark: Ticks;

  /**
   * @param options `watermark`: up to where all has been judged (ticks); by default nothing has. `timeZone`: the plant's.
   * `onTruth` hears of every change of a rule's truth, which is UNKNOWN before the first.
   * @throws {RangeError} if there is no such zone.
   */
  constructor({ watermark = -Infinity, timeZone = "UTC", onTruth }: EngineOptions = {}) {
    this.#watermark = watermark;
    this.#rows = new Deployments({ watermark, clock: new PlantClock(timeZone) });
    this.#instants = new Instants(this.#rows);
    this.#entrance = new DeploymentEvaluation(this.#rows, this.#instants, () => this.#watermark);
    if (onTruth !== undefined) this.#tellTruth(onTruth);
  }

  get stats(): Readonly<Instants["stats"]> {
    return this.#instants.stats;
  }

  get watermark(): Ticks {
    return this.#watermark;
  }

  /** What is known of each stream of an instance at its deployment, or `at`: judged or still waiting, at or before it. */
  known(instance: DeployedInstance, at: Ticks = instance.deployedAt): KnownStream[] {
    return knownForDeployment(this.#rows, instance, at);
  }

  /**
   * Adds an instance and judges its deployment on `known`. A stream that `known` leaves out counts as unread. The
   * deployment must not lie before the watermark. `pasts`: what its windows look at, where the engine does not have it.
   * @throws {RangeError} if it is deployed already, or a rule has 0 or more than 50 comparisons, or names a stream
   * that the instance does not list.
   */
  deploy(
    instance: DeployedInstance,
    known: KnownStream[],
    { pasts = [] }: { pasts?: readonly StreamPast[] } = {},
  ): Transition[] {
    return this.#entrance.deploy(instance, { known, pasts });
  }

  /**
   * Goes over to the rules of another version at an instant after the watermark: those that began before it go on as
   * they are, the others begin there as at a deployment. Of what is no more nothing is told. Throws as `deploy` does.
   */
  upgrade(instance: DeployedInstance, given: UpgradeGiven): Transition[] {
    return this.#entrance.upgrade(instance, given);
  }

  /** Ends an instance: drops its state and what waited for it alone. An unknown instance answers nothing. */
  undeploy(instanceId: number): Undeployed {
    const ended: Undeployed = { open: [], recentActivations: this.recentActivations(instanceId) };
    const owner = this.#rows.instances.get(instanceId);
    if (owner === undefined) return ended;
    const { rules } = this.#rows;
    owner.rows.forEach((row, ruleIndex) => {
      const ruleId = owner.ruleIds[ruleIndex];
      if (isOpen(rules.phaseOf(row))) {
        ended.open.push({ ruleIndex, ruleId, onset: rules.times.read(row).onset });
      }
    });
    this.#rows.remove(owner);
    return ended;
  }

  /** By rule id, the last two activations of a deployed instance's rules that bear on chattering, oldest first. */
  recentActivations(instanceId: number): Record<string, Ticks[]> {
    const owner = this.#rows.instances.get(instanceId);
    const recent = owner?.rows.map((row, index) =>
      [owner.ruleIds[index], this.#rows.rules.times.recentActivations(row, this.#watermark)] as const
    );
    return Object.fromEntries((recent ?? []).filter(([, activations]) => activations.length > 0));
  }

  /**
   * The first read of a stream, whose history ended at `upTo`; later samples are offered, best before this call, and
   * what windows look at is given by `fill` before it. Every rule that waits for it is judged at its deployment or the
   * watermark, whichever is later; `ahead`, by instance, tells what was known at a deployment that is still to come,
   * in place of what waits. Does nothing for a stream that no rule waits for.
   */
  firstRead(known: KnownStream, upTo: Ticks, { ahead }: FirstReadOptions = {}): Transition[] {
    return this.#entrance.firstRead(known, { upTo, ahead });
  }

  /** The streams (ids) whose first read, or that of the history that windows look at, is yet to come. */
  unread(): number[] {
    const { streams } = this.#rows;
    return [...streams.rowOf].filter(([, row]) => streams.read[row] === 0 || streams.unfilled[row] > 0)
      .map(([id]) => id);
  }

  /** The instances that wait for a stream's first read; `history`: it is that of its history alone. */
  waitingFor(stream: number): { instances: Set<number>; history: boolean } {
    const row = this.#rows.streams.rowOf.get(stream), { instances, rules: { owner } } = this.#rows;
    const rules = row === undefined ? [] : this.#rows.waitingFor(row);
    const isRead = row !== undefined && this.#rows.streams.read[row] === 1;
    return { instances: new Set(rules.map((rule) => instances.id[owner[rule]])), history: isRead };
  }

  /** How far back from the watermark the windows on streams reach; those without a window are left out. */
  reaches(streams: readonly number[] = this.bound()): StreamReach[] {
    return streams.flatMap((stream) => {
      const history = this.#rows.streams.historyOf(stream);
      return history === null ? [] : [{ stream, reach: history.reach }];
    });
  }

  /**
   * What a stream held up to the watermark, in place of what is known of that time; of a stream without a window it
   * tells nothing. Nothing is judged.
   */
  fill(past: StreamPast): void {
    const row = this.#rows.streams.rowOf.get(past.stream);
    if (row === undefined) return;
    this.#rows.streams.history[row]?.fill(past);
    for (const rule of this.#rows.screens.limits.rulesOf(row)) this.#armAgain(rule);
  }

  /** What `fill` would give to an engine at the same watermark; undefined: no window looks at the stream. */
  past(stream: number): StreamPast | undefined {
    return this.#rows.streams.historyOf(stream)?.past(stream, this.#watermark);
  }

  /** Whether a window may still see something at or before `touched`. */
  remembers(stream: number, touched: Ticks): boolean {
    const history = this.#rows.streams.historyOf(stream);
    return history !== null && !history.isClearOf(touched, this.#watermark);
  }

  /** The streams (ids) that any deployed rule names. */
  bound(): number[] {
    return [...this.#rows.streams.rowOf.keys()].filter((stream) => stream >= 0);
  }

  /**
   * Takes changes in, to be judged once the watermark reaches them. One of the same stream and time replaces the one
   * that waits; a removal takes it away, and counts as late as far as it reaches behind the watermark. `onLate` hears
   * of each change at or before the watermark.
   */
  offer(batch: SampleBatch, onLate?: (late: LateSpan) => void): OfferCounts {
    return offerTo(this.#rows, batch, { watermark: this.#watermark, onLate });
  }

  /** Judges every instant up to and including `to`, in order of time, and raises the watermark to it. */
  advance(to: Ticks): Transition[] {
    const out = this.#instants.advance(to);
    this.#watermark = Math.max(this.#watermark, to);
    if (Number.isFinite(this.#watermark)) this.#rows.tags.position = this.#watermark;
    this.#rows.rules.times.tidy(this.#rows.rules.phase, this.#watermark);
    return out;
  }

  /**
   * Closes an event by hand at the present watermark. Answers what its rule became: "held" until it has been FALSE,
   * without deadband, or "normal" where it is FALSE now; undefined when no event with that onset is open. Up to its
   * deployment's time a rule keeps the truth that was judged there, whatever has arrived since.
   */
  closeByHand(instanceId: number, ruleId: string, onset: Ticks): "normal" | "held" | undefined {
    const owner = this.#rows.instances.get(instanceId);
    const rule = owner?.rows[owner.ruleIds.indexOf(ruleId)];
    const { rules, judge } = this.#rows;
    if (rule === undefined || !isOpen(rules.phaseOf(rule))) return undefined;
    if (rules.times.read(rule).onset !== onset) return undefined;
    const at = Math.max(rules.deployedAt[rule], this.#watermark);
    judge.unlatch(rule);
    if (at > rules.deployedAt[rule]) rules.truth[rule] = judge.truthOf(rule, at);
    rules.phase[rule] = rules.truth[rule] === FALSE ? NORMAL : HELD;
    this.#rows.arm(rule, at);
    return rules.phase[rule] === NORMAL ? "normal" : "held";
  }

  has(instanceId: number): boolean {
    return this.#rows.instances.has(instanceId);
  }

  /** The states of an instance's rules, in their order; undefined when it is not deployed. */
  state(instanceId: number): RuleStateView[] | undefined {
    const owner = this.#rows.instances.get(instanceId);
    return owner?.rows.map((row, index) => viewOfRule(this.#rows.rules, row, owner.ruleIds[index]));
  }

  /** All that stands behind the states of an instance's rules; undefined when it is not deployed. */
  read(instanceId: number): InstanceReading | undefined {
    return readInstance(this.#rows, instanceId, this.#watermark);
  }

  /** The instances with rules whose truth is UNKNOWN at the watermark. */
  blind(): BlindShare[] {
    return blindInstances(this.#rows, this.#watermark);
  }

  /** What is held of a stream as judged; undefined when no rule names it. */
  held(stream: number): KnownStream | undefined {
    const row = this.#rows.streams.rowOf.get(stream);
    if (row === undefined) return undefined;
    return this.#rows.streams.read[row] === 1 ? this.#rows.streams.holdingOf(row) : unreadStream(stream);
  }

  /** The whole state but the configuration, as plain data; what waits is included. */
  snapshot(): EngineSnapshot {
    return writeSnapshot(this.#rows, this.#watermark);
  }

  /**
   * The engine of a snapshot, with the given instances as far as the snapshot holds them (the same deployment);
   * others are left to be deployed. Rows of instances not given are dropped. What windows look at (`reaches`) is to be
   * given by `fill`: until then they are UNKNOWN.
   */
  static restore(
    snapshot: EngineSnapshot,
    instances: readonly DeployedInstance[],
    options: Pick<EngineOptions, "timeZone"> = {},
  ): Engine {
    const steps = Engine.restoring(snapshot, { instances }, options);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /** The same in steps, of some milliseconds each. */
  static *restoring(
    snapshot: EngineSnapshot,
    deployed: DeployedInstances,
    { timeZone }: Pick<EngineOptions, "timeZone"> = {},
  ): Generator<undefined, Engine> {
    const engine = new Engine({ watermark: snapshot.watermark, timeZone });
    yield* readSnapshot(engine.#rows, snapshot, deployed);
    return engine;
  }

  /** The states of a deployed instance's rules, but those that are simply NORMAL; undefined when it is not deployed. */
  statesOf(instanceId: number): RuleState[] | undefined {
    const owner = this.#rows.instances.get(instanceId);
    return owner === undefined ? undefined : ruleStates(this.#rows, owner, this.#watermark);
  }

  /** Goes on with the states that a replay up to the same watermark ended in. An unknown instance is left alone. */
  takeOver(instanceId: number, states: readonly RuleState[]): void {
    const owner = this.#rows.instances.get(instanceId);
    if (owner === undefined) return;
    setRuleStates(this.#rows, owner, states);
    for (const rule of owner.rows) this.#armAgain(rule);
  }

  /**
   * Makes a stream hold exactly this, as judged; one that no rule names, or that is yet to be read, is left alone. Nothing
   * is judged.
   */
  hold(known: KnownStream): void {
    const { streams } = this.#rows, row = streams.rowOf.get(known.stream);
    if (row === undefined || streams.read[row] === 0) return;
    streams.hold(known);
    for (const rule of this.#rows.screens.limits.rulesOf(row)) this.#armAgain(rule);
  }

  /** The deployment of an instance that `resume` was given as yet to be deployed. */
  deployAgain(instance: DeployedInstance, known: KnownStream[]): Transition[] {
    return this.#entrance.deployAgain(instance, known);
  }

  /** The upgrade of an instance that `resume` was given, or that `deployAgain` deployed; all its streams are bound. */
  upgradeAgain(instance: DeployedInstance, given: { at: Ticks; known: KnownStream[] }): Transition[] {
    return this.#entrance.upgradeAgain(instance, given);
  }

  /**
   * The first read of a stream that is held already, for one instance's rules. `known`: what was known of its streams
   * then, which counts where no instant but the deployment's has been judged. `history`: it was that of its history
   * alone.
   */
  firstReadAgain(instanceId: number, read: FirstReadAgain): Transition[] {
    return this.#entrance.firstReadAgain(instanceId, read);
  }

  /**
   * An engine at a watermark: `states` are those of the rules of an instance that are not simply NORMAL, null for an
   * instance that is yet to be deployed (`deployAgain`); of the streams in `unfilled` its windows wait for the history.
   * `held`: what each stream holds there; `pasts`: what it held before.
   */
  static resume({ watermark, units, held, pasts, timeZone }: ResumedEngine): Engine {
    const engine = new Engine({ watermark, timeZone }), rows = engine.#rows;
    for (const { instance, states, unfilled, later = [] } of units) {
      const deployedAt = states === null ? Infinity : instance.deployedAt;
      const owner = rows.add({ ...instance, deployedAt });
      if (states !== null) setRuleStates(rows, owner, states);
      const waits = [...unfilled ?? []].map((stream) => ({
        ...unreadStream(stream),
        unfilled: true as const,
      }));
      engine.#entrance.markUnfilled(owner.rows, waits);
      for (const each of later) rows.remember(each);
    }
    for (const past of pasts ?? []) engine.fill(past);
    for (const known of held) if (rows.streams.rowOf.has(known.stream)) rows.streams.hold(known);
    for (const owner of rows.instances.values()) for (const rule of owner.rows) engine.#armAgain(rule);
    return engine;
  }

  #tellTruth(onTruth: OnTruth): void {
    const { instances, rules, judge } = this.#rows;
    judge.onTruth = (rule, truth, at) => {
      const owner = rules.owner[rule], ruleIndex = instances.indexOfRule(owner, rule);
      onTruth({ instanceId: instances.id[owner], ruleIndex, truth: TRUTH_NAMES[truth], at });
    };
  }

  #armAgain(rule: number): void {
    this.#rows.arm(rule, Math.max(this.#rows.rules.deployedAt[rule], this.#watermark));
  }
}
