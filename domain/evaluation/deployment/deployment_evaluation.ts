import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "./deployments.ts";
import type { Instants } from "../intake/instants.ts";
import { absorb, knownAt, unreadStream } from "../intake/known_streams.ts";
import { byTimeAndRule } from "../evaluating/transition_order.ts";
import type { DeployedInstance, KnownAhead, KnownStream, StreamPast, Transition } from "../types.ts";

/** See `Engine.firstReadAgain`. */
export interface FirstReadAgain {
  stream: number;
  known: KnownStream[];
  history: boolean;
}

/** See `Engine.firstRead`. */
export interface FirstReadOptions {
  ahead?: ReadonlyMap<number, KnownAhead>;
}

/** See `Engine.upgrade`. */
export interface UpgradeInput {
  at: Ticks;
  known: KnownStream[];
  pasts?: readonly StreamPast[];
}

/** Evaluates deployments and first reads: instants outside the order of samples. */
export class DeploymentEvaluation {
  constructor(
    private readonly rows: Deployments,
    private readonly instants: Instants,
    private readonly watermark: () => Ticks,
  ) {}

  /** See `Engine.deploy`. */
  deploy(
    instance: DeployedInstance,
    { known, pasts }: { known: KnownStream[]; pasts: readonly StreamPast[] },
  ): Transition[] {
    this.rows.requireNew(instance);
    const at = instance.deployedAt;
    return this.#begin(instance, { at, known, pasts, add: () => this.rows.add(instance).rows });
  }

  /** See `Engine.upgrade`. */
  upgrade(instance: DeployedInstance, { at, known, pasts = [] }: UpgradeInput): Transition[] {
    return this.#begin(instance, { at, known, pasts, add: () => this.rows.exchange(instance, at) });
  }

  /** See `Engine.upgradeAgain`. */
  upgradeAgain(instance: DeployedInstance, { at, known }: { at: Ticks; known: KnownStream[] }): Transition[] {
    if (!this.rows.instances.has(instance.instanceId)) return [];
    const { streams } = this.rows, added = this.rows.exchange(instance, at);
    for (const each of known) if (each.read) streams.read[streams.boundRow(each.stream)] = 1;
    this.markUnfilled(added, known);
    return this.instants.evaluateApart(added, { at, known }).sort(byTimeAndRule);
  }

  /** Adds rules (rows) by `add`, and evaluates them at an instant on what is known there. */
  #begin(
    { streams }: DeployedInstance,
    { at, known, pasts, add }: {
      at: Ticks;
      known: KnownStream[];
      pasts: readonly StreamPast[];
      add: () => readonly number[];
    },
  ): Transition[] {
    const read = known.filter((each) => each.read);
    const out = read.flatMap((each) => this.#readUnread(each, at));
    const rules = add();
    for (const each of read) absorb(this.rows, each, { upTo: at, watermark: this.watermark() });
    for (const past of pasts) this.rows.streams.historyOf(past.stream)?.fill(past);
    const knownOf = new Map(known.map((each) => [each.stream, each]));
    const held = streams.map(({ id }) => knownOf.get(id) ?? unreadStream(id));
    this.markUnfilled(rules, held);
    return [...out, ...this.instants.evaluateApart(rules, { at, known: held })].sort(byTimeAndRule);
  }

  /** A deployment may bring a stream that other rules wait for. Their windows still wait for the history. */
  #readUnread(known: KnownStream, upTo: Ticks): Transition[] {
    const row = this.rows.streams.rowOf.get(known.stream);
    if (row === undefined || this.rows.streams.read[row] === 1) return [];
    return this.#readNow(known, { row, upTo, rules: this.rows.waitingFor(row) });
  }

  /** Marks the windows of rules (rows) that wait for the history of streams that are unread or unfilled. */
  markUnfilled(rules: readonly number[], known: readonly KnownStream[]): void {
    for (const { stream, read, unfilled } of known) {
      if (read && unfilled !== true) continue;
      const row = this.rows.streams.boundRow(stream);
      for (const rule of rules) this.rows.setUnfilled(rule, row, true);
    }
  }

  /** See `Engine.firstRead`. */
  firstRead(known: KnownStream, { upTo, ahead }: { upTo: Ticks } & FirstReadOptions): Transition[] {
    const row = this.rows.streams.rowOf.get(known.stream);
    if (row === undefined) return [];
    const rules = this.rows.waitingFor(row);
    for (const rule of rules) this.rows.setUnfilled(rule, row, false);
    return this.#readNow(known, { row, upTo, rules, ahead });
  }

  /** See `Engine.lose`. `instanceId`: only the rules of this instance. */
  lose(stream: number, instanceId?: number): Transition[] {
    const { streams, instances, rules, screens } = this.rows, row = streams.rowOf.get(stream);
    if (row === undefined) return [];
    streams.lose(row);
    const isMeant = (rule: number) =>
      instanceId === undefined || instances.id[rules.owner[rule]!] === instanceId;
    const named = [...new Set(screens.limits.rulesOf(row))].filter(isMeant);
    return named.flatMap((rule) => {
      const at = Math.max(rules.deployedAt[rule]!, this.watermark());
      const known = at > this.watermark() ? this.#knownOfRule(rule, at) : [];
      return this.instants.evaluateApart([rule], { at, known });
    }).sort(byTimeAndRule);
  }

  #readNow(
    known: KnownStream,
    { row, upTo, rules, ahead }: { row: number; upTo: Ticks; rules: readonly number[] } & FirstReadOptions,
  ): Transition[] {
    const watermark = this.watermark();
    if (this.rows.streams.read[row] === 0) absorb(this.rows, known, { upTo, watermark });
    const evaluated = rules.flatMap((rule) => {
      const at = Math.max(this.rows.rules.deployedAt[rule]!, watermark);
      const held = at > watermark ? this.#knownAhead(rule, { at, ahead }) ?? this.#knownOfRule(rule, at) : [];
      return this.instants.evaluateApart([rule], { at, known: held });
    });
    return evaluated.sort(byTimeAndRule);
  }

  /** The streams of `ahead` for a rule. Streams that have not been read yet stay unread. */
  #knownAhead(rule: number, { at, ahead }: { at: Ticks } & FirstReadOptions): KnownStream[] | undefined {
    const { instances, rules, streams } = this.rows;
    const found = ahead?.get(instances.id[rules.owner[rule]!]!);
    if (found?.at !== at) return undefined;
    const isRead = (stream: number) => streams.read[streams.boundRow(stream)] === 1;
    return found.known.map((each) => isRead(each.stream) ? each : unreadStream(each.stream));
  }

  #knownOfRule(rule: number, at: Ticks): KnownStream[] {
    const { streams, evaluator } = this.rows;
    const named = [...evaluator.streamsOf(rule)].filter((row) => !streams.isTag(row));
    return named.map((row) => knownAt(this.rows, streams.id[row]!, at));
  }

  /** See `Engine.deployAgain`. */
  deployAgain({ instanceId, deployedAt }: DeployedInstance, known: KnownStream[]): Transition[] {
    const owner = this.rows.instances.get(instanceId);
    if (owner === undefined) return [];
    const { streams } = this.rows;
    for (const row of owner.rows) this.rows.setDeployedAt(row, deployedAt);
    for (const each of known) if (each.read) streams.read[streams.boundRow(each.stream)] = 1;
    this.markUnfilled(owner.rows, known);
    return this.instants.evaluateApart(owner.rows, { at: deployedAt, known }).sort(byTimeAndRule);
  }

  /** See `Engine.firstReadAgain`. */
  firstReadAgain(instanceId: number, { stream, known, history }: FirstReadAgain): Transition[] {
    const owner = this.rows.instances.get(instanceId), row = this.rows.streams.rowOf.get(stream);
    if (owner === undefined || row === undefined) return [];
    const { rules, streams, screens } = this.rows, named = screens.limits.rulesOf(row);
    const isMeant = (rule: number) => !history || this.rows.windowsOn(rule, row).length > 0;
    streams.read[row] = 1;
    const meant = owner.rows.filter((rule) => named.includes(rule) && isMeant(rule));
    for (const rule of meant) this.rows.setUnfilled(rule, row, false);
    return meant.flatMap((rule) => {
      const at = Math.max(rules.deployedAt[rule]!, this.watermark());
      return this.instants.evaluateApart([rule], { at, known: at === rules.deployedAt[rule] ? known : [] });
    }).sort(byTimeAndRule);
  }
}
