import { blindHourOf } from "../domain/coverage/blind_time.ts";
import { type CoverageFacts, coverageOf, HOUR_MS, hourOf } from "../domain/coverage/coverage.ts";
import { deployedSpans, knownSince } from "../domain/coverage/deployed.ts";
import { common, type Span, union, without } from "../domain/coverage/spans.ts";
import type { Coverage } from "../domain/coverage/types.ts";
import { sourceOfInstance } from "../domain/instance/source.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import type { Mutation } from "../domain/shared/commit.ts";
import { type Ms, msFromTicks, type Ticks } from "../domain/shared/time.ts";
import { type OutageLists, Outages } from "./outages.ts";
import { keys, MAIN_LANE, stateKeysOf } from "./keys.ts";
import type { Mirrors } from "./mirrors.ts";
import { type BlindTimeReport, RecentBlindHours } from "./recent_blind_hours.ts";
import type { NounContext } from "./write.ts";
import { BLIND_DAY_MS, type BlindHourValue, blockOf } from "./writes/blind_hours.ts";
import { bucketOf } from "./writes/event_index.ts";

/** The coverage of some deployed instances. */
export interface CoverageBounds {
  instances: number;
  lowest: number;
  mean: number;
}

export interface CoverageOfAll {
  /** Null: no instance is deployed. */
  bounds: CoverageBounds | null;
  /** Instances with a blind rule at present; one with a rule of bad quality counts as `badQuality`. */
  noData: number;
  badQuality: number;
}

/** A deployed instance that was without usable data in a span, although the source was there and Andon ran. */
export interface InstanceWithoutData {
  instance: InstanceRecord;
  noDataMs: number;
  badQualityMs: number;
}

/** Where data was missing in a span. */
export interface MissingData {
  /** The start of the span, a whole hour. */
  fromMs: number;
  /** When the source was lost, and when Andon did not run: oldest first, within the span. */
  lost: Span[];
  stopped: Span[];
  /** Those without data for a minute or more, the longest time first. */
  instances: InstanceWithoutData[];
}

/** The span that reads and lists cover; it is kept in memory. */
export const RECENT_HOURS = 24;
/** Shorter stops do not count: the watermark is some seconds behind the clock anyway. */
const SHORTEST_STOP_MS = 60_000;
/** Shorter times without data are not listed: a rule is without data until its first sample. */
const SHORTEST_SHOWN_MS = 60_000;
/** How long the figures of all instances are cached. */
const ALL_KEPT_MS = 10_000;

interface FirstStartValue {
  v: 1;
  at_ms: Ms;
}

/** By template and plant node; "" for instances without a node. */
type BoundsByTemplate = Map<number, Map<string, CoverageBounds>>;

/** The coverage of instances: recent hours from memory, earlier ones from the store. */
export class Coverages {
  #all: { madeMs: Ms; byTemplate: BoundsByTemplate; all: CoverageOfAll } | undefined;

  private constructor(
    readonly context: NounContext,
    readonly mirrors: Mirrors,
    private readonly sources: { hours: RecentBlindHours; away: Outages },
  ) {}

  static async open(context: NounContext, mirrors: Mirrors): Promise<Coverages> {
    const sinceMs = recentFrom(context.now());
    const hours = await RecentBlindHours.open(context.store, sinceMs);
    const away = await Outages.open(context, { mirrors, sinceMs });
    return new Coverages(context, mirrors, { hours, away });
  }

  /** Replaces a shard's previous report. */
  take(report: BlindTimeReport): void {
    this.sources.hours.take(report, recentFrom(this.context.now()));
  }

  /** The evaluation starts: the span since the last generation counts as a stop. Keeps the first start. */
  async began(): Promise<void> {
    await this.#keepFirstStart();
    const ids = [DEFAULT_SOURCE, ...this.mirrors.sources.list().map(({ id }) => id)];
    const pointers = await this.context.store.getMany<{ watermark: Ticks }>(
      ids.map((id) => stateKeysOf(id).generation()),
    );
    // One that goes on says that Andon ran, even if another source was lost.
    const watermark = Math.max(...pointers.map((pointer) => pointer?.value.watermark ?? -Infinity));
    if (!Number.isFinite(watermark)) return;
    const fromMs = msFromTicks(watermark), toMs = this.context.now();
    if (toMs - fromMs < SHORTEST_STOP_MS) return;
    const mutation: Mutation = { type: "set", key: keys.stopped(toMs), value: { v: 1, from_ms: fromMs } };
    await this.context.store.commit({ mutations: [mutation] }, MAIN_LANE);
  }

  /** The parts of a span in which Andon ran: after its first start, without its stops. */
  async running(span: Span): Promise<Span[]> {
    const first = await this.context.store.get<FirstStartValue>(keys.firstStart());
    const { stopped } = await this.sources.away.since(span.fromMs, span.toMs);
    const idle = first === undefined ? [] : [{ fromMs: -Infinity, toMs: first.value.at_ms }];
    return without(span, [...idle, ...stopped]);
  }

  /** A store that ran before this was recorded began with its first user. */
  async #keepFirstStart(): Promise<void> {
    const key = keys.firstStart();
    if (await this.context.store.get(key) !== undefined) return;
    const users = this.mirrors.users.list().map(({ created_at }) => Date.parse(created_at));
    const value: FirstStartValue = { v: 1, at_ms: Math.min(this.context.now(), ...users) };
    await this.context.store.commit({ mutations: [{ type: "set", key, value }] }, MAIN_LANE);
  }

  /** Coverage of the last 24 hours, from a whole hour on, for as long as the instance existed. */
  recent(instance: InstanceRecord): Coverage {
    const nowMs = this.context.now(), fromMs = recentFrom(nowMs);
    return this.#of(instance, { fromMs, nowMs, blindHours: this.sources.hours.of(instance.id, fromMs) });
  }

  /** Coverage since an instant, rounded down to the hour. */
  async since(instance: InstanceRecord, sinceMs: Ms): Promise<Coverage> {
    const nowMs = this.context.now(), fromMs = hourOf(sinceMs);
    const keptMs = Math.max(fromMs, recentFrom(nowMs));
    const past = await this.#storedHours(instance.id, { fromMs, toMs: keptMs });
    const blindHours = [...past, ...this.sources.hours.of(instance.id, keptMs)];
    const { lost, stopped } = await this.sources.away.since(fromMs, nowMs);
    return this.#of(instance, { fromMs, nowMs, blindHours, lost, stopped });
  }

  /**
   * Where data was missing since an instant of the last 24 hours, rounded down to the hour. `places`: only
   * instances at these plant nodes.
   */
  missing(sinceMs: Ms, places?: ReadonlySet<string>): MissingData {
    const nowMs = this.context.now(), fromMs = Math.max(hourOf(sinceMs), recentFrom(nowMs));
    const { lost, stopped } = this.sources.away.recent(nowMs);
    const within = (spans: readonly Span[]) => common(union(spans), [{ fromMs, toMs: nowMs }]);
    return {
      fromMs,
      lost: within(lost),
      stopped: within(stopped),
      instances: this.mirrors.instances.list()
        .filter(({ plant_node_floc_id: node }) => places === undefined || node !== null && places.has(node))
        .flatMap((instance) => this.#withoutData(instance, fromMs))
        .toSorted((a, b) => b.noDataMs + b.badQualityMs - a.noDataMs - a.badQualityMs),
    };
  }

  #withoutData(instance: InstanceRecord, sinceMs: Ms): InstanceWithoutData[] {
    if (!instance.is_deployed || !this.sources.hours.hasBlind(instance.id)) return [];
    const nowMs = this.context.now(), fromMs = Math.max(sinceMs, knownSince(instance));
    const { blind } = this.#of(instance, {
      fromMs,
      nowMs,
      blindHours: this.sources.hours.of(instance.id, sinceMs),
    });
    const lengthMs = Math.max(0, nowMs - fromMs);
    const noDataMs = Math.round(blind.no_data * lengthMs);
    const badQualityMs = Math.round(blind.bad_quality * lengthMs);
    return noDataMs + badQualityMs < SHORTEST_SHOWN_MS ? [] : [{ instance, noDataMs, badQualityMs }];
  }

  /**
   * Coverage of the deployed instances of some templates in the last 24 hours, cached for ten seconds; null:
   * none is deployed. `places`: only of instances at these plant nodes.
   */
  ofTemplates(templateIds: readonly number[], places?: ReadonlySet<string>): CoverageBounds | null {
    const { byTemplate } = this.#figures();
    const byNode = templateIds.flatMap((id) => [...byTemplate.get(id) ?? []]);
    return joined(byNode.flatMap(([node, bounds]) => places?.has(node) === false ? [] : [bounds]));
  }

  ofAll(): CoverageOfAll {
    return this.#figures().all;
  }

  #of(
    instance: InstanceRecord,
    facts: Omit<CoverageFacts, "deployed" | "lost" | "stopped"> & Partial<OutageLists>,
  ): Coverage {
    const { nowMs } = facts, source = sourceOfInstance(instance);
    const { lost, stopped } = { ...this.sources.away.recent(nowMs), ...facts };
    return coverageOf({
      ...facts,
      lost: lost.filter((span) => span.source === source),
      stopped,
      fromMs: Math.max(facts.fromMs, knownSince(instance)),
      deployed: deployedSpans(instance, nowMs),
    });
  }

  /** Reads one list per day: the hours in which any instance of the block was blind. */
  async #storedHours(instanceId: number, { fromMs, toMs }: { fromMs: Ms; toMs: Ms }) {
    const block = blockOf(instanceId);
    const found: ({ hourMs: Ms } & ReturnType<typeof blindHourOf>)[] = [];
    for (let dayMs = bucketOf(fromMs, BLIND_DAY_MS); dayMs < toMs; dayMs += BLIND_DAY_MS) {
      const prefix = keys.blindHour(dayMs, { block, hourMs: 0, shard: 0 }).slice(0, 3);
      const start = [...prefix, Math.max(fromMs, dayMs)];
      for (
        const { value } of await this.context.store.list<BlindHourValue>({
          prefix,
          start,
          end: [...prefix, toMs],
        })
      ) {
        const hour = blindHourOf(value, instanceId);
        if (hour !== undefined) found.push({ hourMs: value.hourMs, ...hour });
      }
    }
    return found.map(({ hourMs, noDataMs = 0, badQualityMs = 0 }) => ({ hourMs, noDataMs, badQualityMs }));
  }

  #figures() {
    const nowMs = this.context.now();
    if (this.#all === undefined || Math.abs(nowMs - this.#all.madeMs) >= ALL_KEPT_MS) {
      this.#all = { madeMs: nowMs, ...this.#counted() };
    }
    return this.#all;
  }

  #unimpaired(instance: InstanceRecord, known: Map<number, Coverage>): Coverage {
    const source = sourceOfInstance(instance), coverage = known.get(source) ?? this.recent(instance);
    known.set(source, coverage);
    return coverage;
  }

  /** Instances of a source that were deployed and never blind in the whole span share one coverage. */
  #counted() {
    const byTemplate: BoundsByTemplate = new Map();
    const nowMs = this.context.now(), fromMs = recentFrom(nowMs), fromIso = new Date(fromMs).toISOString();
    const unimpaired = new Map<number, Coverage>();
    for (const instance of this.mirrors.instances.list()) {
      if (!instance.is_deployed) continue;
      const isOld = (instance.deployment_date ?? "~") <= fromIso && !this.sources.hours.hasBlind(instance.id);
      const { share } = isOld ? this.#unimpaired(instance, unimpaired) : this.recent(instance);
      const { template_id, plant_node_floc_id: node } = instance;
      const byNode = byTemplate.get(template_id) ?? new Map<string, CoverageBounds>();
      const bounds = byNode.get(node ?? "") ?? { instances: 0, lowest: 1, mean: 0 };
      bounds.mean = (bounds.mean * bounds.instances + share) / (bounds.instances + 1);
      bounds.lowest = Math.min(bounds.lowest, share);
      bounds.instances++;
      byTemplate.set(template_id, byNode.set(node ?? "", bounds));
    }
    const all = {
      bounds: joined([...byTemplate.values()].flatMap((byNode) => [...byNode.values()])),
      ...this.sources.hours.blindNow(),
    };
    return { byTemplate, all };
  }
}

/** The recent span begins with a whole hour. */
function recentFrom(nowMs: Ms): Ms {
  return hourOf(nowMs - RECENT_HOURS * HOUR_MS);
}

function joined(all: readonly CoverageBounds[]): CoverageBounds | null {
  const instances = all.reduce((sum, each) => sum + each.instances, 0);
  if (instances === 0) return null;
  const sum = all.reduce((sum, { mean, instances }) => sum + mean * instances, 0);
  return { instances, lowest: Math.min(...all.map(({ lowest }) => lowest)), mean: sum / instances };
}
