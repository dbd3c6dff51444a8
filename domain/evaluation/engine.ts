import type { BlindShare } from "../coverage/types.ts";
import { batchOp, batchSample, type SampleBatch } from "../sample/batch.ts";
import type { Ticks } from "../shared/time.ts";
import { blindInstances } from "./blind_rules.ts";
import { int32Rows } from "./columns.ts";
import { Deployments } from "./deployments.ts";
import { readSnapshot, writeSnapshot } from "./engine_snapshot.ts";
import { absorb, knownAt, unreadStream } from "./known_streams.ts";
import { type InstanceReading, readInstance } from "./reading.ts";
import { viewOfRule } from "./rule_view.ts";
import type { EngineSnapshot } from "./snapshot_types.ts";
import { type RuleState, ruleStates, setRuleStates } from "./rule_states.ts";
import { HELD, isOpen, NORMAL } from "./state_table.ts";
import { FALSE, TRUTH_NAMES } from "./truth.ts";
import type {
  DeployedInstance,
  KnownStream,
  LateSpan,
  OfferCounts,
  OnTruth,
  RuleStateView,
  Transition,
} from "./types.ts";

/** An instance that has been ended: its open events, and by rule id its last activations, oldest first. */
export interface Undeployed {
  open: { ruleIndex: number; ruleId: string; onset: Ticks }[];
  recentActivations: Record<string, Ticks[]>;
}

/**
 * Decides when the rules of deployed instances raise and close events. Deterministic: the same samples and commands
 * end in the same transitions, whatever the order of arrival. It knows no clock: time is what `advance` is told.
 *
 * What is to come has its place: a window operator is a code in `ConditionJudge` (its truth, its own instants in
 * `nextChange`) over younger samples kept by `StreamColumns`; a `SYS.TIME` tag is a stream row whose samples a third
 * source of instants yields beside `pending` and `timers` in `#nextInstant`. Late samples are told to `offer`'s
 * caller: a `Replay` judges them, and `takeOver` brings what came of it.
 */
export class Engine {
  readonly stats = { samples: 0, instants: 0, evaluations: 0, transitions: 0 };
  readonly #rows = new Deployments();
  #watermark: Ticks;
  /** The rules to judge at the present instant. */
  #touched = new Int32Array(0);
  #touchedCount = 0;

  /**
   * @param options `watermark`: up to where all has been judged (ticks); by default nothing has. `onTruth` hears of
   * every change of a rule's truth, which is UNKNOWN before the first.
   */
  constructor({ watermark = -Infinity, onTruth }: { watermark?: Ticks; onTruth?: OnTruth } = {}) {
    this.#watermark = watermark;
    if (onTruth !== undefined) this.#tellTruth(onTruth);
  }

  get watermark(): Ticks {
    return this.#watermark;
  }

  /** What is known of each stream of an instance at its deployment: judged or still waiting, at or before it. */
  known(instance: DeployedInstance): KnownStream[] {
    return instance.streams.map(({ id }) => knownAt(this.#rows, id, instance.deployedAt));
  }

  /**
   * Adds an instance and judges its deployment on `known`. A stream that `known` leaves out counts as unread.
   * The deployment must not lie before the watermark.
   * @throws {RangeError} if it is deployed already, or a rule has 0 or more than 50 comparisons, or names a stream
   * that the instance does not list.
   */
  deploy(instance: DeployedInstance, known: KnownStream[]): Transition[] {
    this.#rows.requireNew(instance);
    const at = instance.deployedAt, read = known.filter((each) => each.read);
    const out = read.flatMap((each) => this.firstRead(each, at));
    const owner = this.#rows.add(instance);
    for (const each of read) absorb(this.#rows, each, { upTo: at, watermark: this.#watermark });
    const knownOf = new Map(known.map((each) => [each.stream, each]));
    const held = instance.streams.map(({ id }) => knownOf.get(id) ?? unreadStream(id));
    return [...out, ...this.#judgeApart(owner.rows, { at, known: held })].sort(byTimeAndRule);
  }

  /** Ends an instance: drops its state and what waited for it alone. An unknown instance answers nothing. */
  undeploy(instanceId: number): Undeployed {
    const ended: Undeployed = { open: [], recentActivations: this.recentActivations(instanceId) };
    const owner = this.#rows.byId.get(instanceId);
    if (owner === undefined) return ended;
    const { rules } = this.#rows;
    owner.rows.forEach((row, ruleIndex) => {
      const ruleId = owner.ruleIds[ruleIndex];
      if (isOpen(rules.phaseOf(row))) ended.open.push({ ruleIndex, ruleId, onset: rules.onset[row] });
    });
    this.#rows.remove(owner);
    return ended;
  }

  /** By rule id, the last two activations of a deployed instance's rules, oldest first. */
  recentActivations(instanceId: number): Record<string, Ticks[]> {
    const owner = this.#rows.byId.get(instanceId);
    const recent = owner?.rows.map((row, index) =>
      [owner.ruleIds[index], this.#rows.rules.recentActivations(row)] as const
    );
    return Object.fromEntries((recent ?? []).filter(([, activations]) => activations.length > 0));
  }

  /**
   * The first read of a stream, whose history ended at `upTo`; later samples are offered, best before this call.
   * Every rule that names the stream is judged at its deployment or the watermark, whichever is later. Does nothing
   * for a stream that is read already or that no rule names.
   */
  firstRead(known: KnownStream, upTo: Ticks): Transition[] {
    const { streams, rules } = this.#rows;
    const row = streams.rowOf.get(known.stream);
    if (row === undefined || streams.read[row] === 1) return [];
    absorb(this.#rows, known, { upTo, watermark: this.#watermark });
    const judged = streams.subscribers[row].flatMap((rule) => {
      const at = Math.max(rules.deployedAt[rule], this.#watermark);
      return this.#judgeApart([rule], { at, known: at > this.#watermark ? this.#knownOfRule(rule, at) : [] });
    });
    return judged.sort(byTimeAndRule);
  }

  /** The streams (ids) that are bound and not read yet. */
  unread(): number[] {
    const { streams } = this.#rows;
    return [...streams.rowOf].filter(([, row]) => streams.read[row] === 0).map(([id]) => id);
  }

  /** The streams (ids) that any deployed rule names. */
  bound(): number[] {
    return [...this.#rows.streams.rowOf.keys()];
  }

  /**
   * Takes changes in, to be judged once the watermark reaches them. One of the same stream and time replaces the one
   * that waits; a removal takes it away, and counts as late as far as it reaches behind the watermark. `onLate` hears
   * of each change at or before the watermark.
   */
  offer(batch: SampleBatch, onLate?: (late: LateSpan) => void): OfferCounts {
    const counts: OfferCounts = { accepted: 0, late: 0, duplicate: 0, unbound: 0 };
    for (let i = 0; i < batch.count; i++) {
      const outcome = this.#offerRow(batch, i);
      counts[outcome]++;
      if (outcome === "late") onLate?.(this.#lateSpan(batch, i));
    }
    return counts;
  }

  /** Judges every instant up to and including `to`, in order of time, and raises the watermark to it. */
  advance(to: Ticks): Transition[] {
    const out: Transition[] = [];
    this.#rows.pending.order();
    for (let at = this.#nextInstant(); at <= to; at = this.#nextInstant()) this.#judgeInstant(at, out);
    this.#watermark = Math.max(this.#watermark, to);
    this.stats.transitions += out.length;
    return out;
  }

  /**
   * Closes an event by hand at the present watermark. Answers what its rule became: "held" until it has been FALSE,
   * without deadband, or "normal" where it is FALSE now; undefined when no event with that onset is open. Up to its
   * deployment's time a rule keeps the truth that was judged there, whatever has arrived since.
   */
  closeByHand(instanceId: number, ruleId: string, onset: Ticks): "normal" | "held" | undefined {
    const owner = this.#rows.byId.get(instanceId);
    const rule = owner?.rows[owner.ruleIds.indexOf(ruleId)];
    const { rules, judge } = this.#rows;
    if (rule === undefined || !isOpen(rules.phaseOf(rule)) || rules.onset[rule] !== onset) return undefined;
    const at = Math.max(rules.deployedAt[rule], this.#watermark);
    judge.unlatch(rule);
    if (at > rules.deployedAt[rule]) rules.truth[rule] = judge.truthOf(rule, at);
    rules.phase[rule] = rules.truth[rule] === FALSE ? NORMAL : HELD;
    this.#rows.arm(rule, at);
    return rules.phase[rule] === NORMAL ? "normal" : "held";
  }

  /** The states of an instance's rules, in their order; undefined when it is not deployed. */
  state(instanceId: number): RuleStateView[] | undefined {
    const owner = this.#rows.byId.get(instanceId);
    return owner?.rows.map((row, index) => viewOfRule(this.#rows.rules, row, owner.ruleIds[index]));
  }

  /** All that stands behind the states of an instance's rules; undefined when it is not deployed. */
  read(instanceId: number): InstanceReading | undefined {
    return readInstance(this.#rows, instanceId, this.#watermark);
  }

  /** The instances with rules whose truth is UNKNOWN at the watermark. */
  blind(): BlindShare[] {
    return blindInstances(this.#rows);
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
   * others are left to be deployed. Rows of instances not given are dropped.
   */
  static restore(snapshot: EngineSnapshot, instances: DeployedInstance[]): Engine {
    const engine = new Engine({ watermark: snapshot.watermark });
    readSnapshot(engine.#rows, snapshot, instances);
    return engine;
  }

  /** The states of a deployed instance's rules, but those that are simply NORMAL; undefined when it is not deployed. */
  statesOf(instanceId: number): RuleState[] | undefined {
    const owner = this.#rows.byId.get(instanceId);
    return owner === undefined ? undefined : ruleStates(this.#rows, owner, this.#watermark);
  }

  /** Goes on with the states that a replay up to the same watermark ended in. An unknown instance is left alone. */
  takeOver(instanceId: number, states: readonly RuleState[]): void {
    const owner = this.#rows.byId.get(instanceId);
    if (owner === undefined) return;
    setRuleStates(this.#rows, owner, states);
    for (const rule of owner.rows) this.#armAgain(rule);
  }

  /** Makes a stream hold exactly this, as judged; one that no rule names is left alone. Nothing is judged. */
  hold(known: KnownStream): void {
    const row = this.#rows.streams.rowOf.get(known.stream);
    if (row === undefined) return;
    this.#rows.streams.hold(known);
    for (const rule of this.#rows.streams.subscribers[row]) this.#armAgain(rule);
  }

  /** The deployment of an instance that `resume` was given as yet to be deployed. */
  deployAgain({ instanceId, deployedAt }: DeployedInstance, known: KnownStream[]): Transition[] {
    const owner = this.#rows.byId.get(instanceId);
    if (owner === undefined) return [];
    const { rules, streams } = this.#rows;
    for (const row of owner.rows) rules.deployedAt[row] = rules.since[row] = deployedAt;
    for (const each of known) if (each.read) streams.read[streams.boundRow(each.stream)] = 1;
    return this.#judgeApart(owner.rows, { at: deployedAt, known }).sort(byTimeAndRule);
  }

  /**
   * The first read of a stream that is held already, for one instance's rules. `known`: what was known of its streams
   * then, which counts where no instant but the deployment's has been judged.
   */
  firstReadAgain(
    instanceId: number,
    { stream, known }: { stream: number; known: KnownStream[] },
  ): Transition[] {
    const owner = this.#rows.byId.get(instanceId), row = this.#rows.streams.rowOf.get(stream);
    if (owner === undefined || row === undefined) return [];
    const { rules, streams } = this.#rows;
    streams.read[row] = 1;
    const named = owner.rows.filter((rule) => streams.subscribers[row].includes(rule));
    return named.flatMap((rule) => {
      const at = Math.max(rules.deployedAt[rule], this.#watermark);
      return this.#judgeApart([rule], { at, known: at === rules.deployedAt[rule] ? known : [] });
    }).sort(byTimeAndRule);
  }

  /**
   * An engine at a watermark: `states` are those of the rules of an instance that are not simply NORMAL, null for an
   * instance that is yet to be deployed (`deployAgain`). `held`: what each stream holds there.
   */
  static resume({ watermark, units, held }: {
    watermark: Ticks;
    units: readonly { instance: DeployedInstance; states: readonly RuleState[] | null }[];
    held: readonly KnownStream[];
  }): Engine {
    const engine = new Engine({ watermark }), rows = engine.#rows;
    for (const { instance, states } of units) {
      const deployedAt = states === null ? Infinity : instance.deployedAt;
      const owner = rows.add({ ...instance, deployedAt });
      if (states !== null) setRuleStates(rows, owner, states);
    }
    for (const known of held) if (rows.streams.rowOf.has(known.stream)) rows.streams.hold(known);
    for (const owner of rows.byId.values()) for (const rule of owner.rows) engine.#armAgain(rule);
    return engine;
  }

  #tellTruth(onTruth: OnTruth): void {
    const { rules, judge } = this.#rows;
    judge.onTruth = (rule, truth, at) => {
      const { instanceId } = rules.owner[rule];
      onTruth({ instanceId, ruleIndex: rules.ruleIndex[rule], truth: TRUTH_NAMES[truth], at });
    };
  }

  #armAgain(rule: number): void {
    this.#rows.arm(rule, Math.max(this.#rows.rules.deployedAt[rule], this.#watermark));
  }

  #lateSpan(batch: SampleBatch, i: number): LateSpan {
    const from = batch.times[i], to = batchOp(batch, i) === "removeWindow" ? batch.values[i] : from;
    return { stream: batch.streams[i], from, to: Math.min(to, this.#watermark) };
  }

  #offerRow(batch: SampleBatch, i: number): keyof OfferCounts {
    const { streams, pending } = this.#rows;
    const stream = streams.rowOf.get(batch.streams[i]);
    if (stream === undefined) return "unbound";
    const time = batch.times[i], op = batchOp(batch, i);
    if (op !== "upsert") {
      pending.remove(stream, { from: time, to: op === "remove" ? time : batch.values[i] });
      return time <= this.#watermark ? "late" : "accepted";
    }
    if (!(time > this.#watermark)) return "late";
    return pending.offer(stream, batchSample(batch, i), streams.typeOf(stream)) ? "accepted" : "duplicate";
  }

  #nextInstant(): Ticks {
    return Math.min(this.#rows.pending.nextTime(), this.#rows.timers.nextTime());
  }

  /** One instant: the samples of all streams, then each rule that they or a timer touch, once. */
  #judgeInstant(at: Ticks, out: Transition[]): void {
    const { pending, timers, judge } = this.#rows;
    this.stats.instants++;
    while (pending.nextTime() === at) this.#takeSample(pending.shift(), at);
    while (timers.nextTime() <= at) this.#takeTimer(timers.pop(), at);
    const from = out.length, instant = { at, initial: false };
    for (let i = 0; i < this.#touchedCount; i++) {
      judge.judge(this.#touched[i], instant, out);
      this.#rows.arm(this.#touched[i], at);
    }
    this.stats.evaluations += this.#touchedCount;
    this.#touchedCount = 0;
    if (out.length > from + 1) out.push(...out.splice(from).sort(byTimeAndRule));
  }

  /** A sample at or before a rule's deployment is no instant of it, but it does move the rule's ages. */
  #takeSample(entry: number, at: Ticks): void {
    const { pending, streams, rules } = this.#rows;
    const stream = pending.streamOf(entry);
    streams.take(stream, pending.samples, entry);
    this.stats.samples++;
    for (const rule of streams.subscribers[stream]) {
      if (at > rules.deployedAt[rule]) this.#touch(rule);
      else this.#rows.arm(rule, rules.deployedAt[rule]);
    }
  }

  /** A timer may have moved to later since it was set. Ticks are whole: `at - 1` leaves `at` itself in. */
  #takeTimer(rule: number, at: Ticks): void {
    const next = this.#rows.judge.nextTimer(rule, at - 1);
    if (next <= at) this.#touch(rule);
    else if (next < Infinity) this.#rows.timers.arm(rule, next);
  }

  #touch(rule: number): void {
    if (this.#rows.rules.touchedIn[rule] === this.stats.instants) return;
    this.#rows.rules.touchedIn[rule] = this.stats.instants;
    this.#touched = int32Rows(this.#touched, this.#touchedCount + 1);
    this.#touched[this.#touchedCount++] = rule;
  }

  #knownOfRule(rule: number, at: Ticks): KnownStream[] {
    const { streams, judge } = this.#rows;
    return [...judge.streamsOf(rule)].map((row) => knownAt(this.#rows, streams.id[row], at));
  }

  /** Judges rules outside the order of samples: on the held values, with `known` in place of them. */
  #judgeApart(rules: readonly number[], { at, known }: { at: Ticks; known: KnownStream[] }): Transition[] {
    const out: Transition[] = [];
    this.#rows.streams.whileHolding(known, () => {
      for (const rule of rules) this.#rows.judge.judge(rule, { at, initial: true }, out);
    });
    for (const rule of rules) this.#rows.arm(rule, at);
    this.stats.instants++;
    this.stats.evaluations += rules.length;
    this.stats.transitions += out.length;
    return out;
  }
}

function byTimeAndRule(a: Transition, b: Transition): number {
  return timeOf(a) - timeOf(b) || a.instanceId - b.instanceId || a.ruleIndex - b.ruleIndex;
}

/** When the transition was decided. */
function timeOf(transition: Transition): Ticks {
  switch (transition.kind) {
    case "opened":
      return transition.activatedAt;
    case "closed":
      return transition.closedAt;
    case "data_state":
      return transition.at;
  }
}
