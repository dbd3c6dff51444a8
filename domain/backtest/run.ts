import type { UnitWarning } from "../instance/schema.ts";
import { unitWarnings } from "../instance/unit_warnings.ts";
import { Engine } from "../evaluation/engine.ts";
import {
  deployedAt,
  type KnownStream,
  type OnTruth,
  type StreamPast,
  type Transition,
} from "../evaluation/types.ts";
import type { EventRecord } from "../event/types.ts";
import { batchSample, type SampleBatch } from "../sample/batch.ts";
import { isoFromTicks, type Ms, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import { EventLog } from "./event_log.ts";
import { figuresOf, RuleLog } from "./rule_log.ts";
import { SeriesFilling } from "./series.ts";
import type {
  BacktestEvent,
  BacktestLimits,
  BacktestOrder,
  BacktestProgress,
  BacktestResult,
  BacktestRuleFigures,
} from "./types.ts";

interface RunInput {
  /** The held samples of the streams at `from`. */
  held: readonly KnownStream[];
  /** The history that windows need at `from`. */
  pasts?: readonly StreamPast[];
  /** The time zone of the plant. */
  timeZone?: string;
  limits: Pick<BacktestLimits, "events" | "buckets">;
  nowMs: Ms;
}

/**
 * One backtest. It runs the same engine as the live evaluation: deployed at `from` on the samples held there,
 * then fed and advanced slice by slice. It stores nothing.
 */
export class BacktestRun {
  readonly #engine: Engine;
  readonly #events: EventLog;
  /** By the index of the instance in the order, then by rule. */
  readonly #rules: RuleLog[][];
  readonly #indexOf: Map<number, number>;
  readonly #series = new Map<number, SeriesFilling>();
  samples = 0;

  constructor(private readonly order: BacktestOrder, private readonly input: RunInput) {
    const { units, from } = order;
    this.#indexOf = new Map(units.map(({ deployment }, i) => [deployment.instance.instanceId, i]));
    this.#rules = units.map(({ deployment }) => deployment.instance.rules.map(() => new RuleLog(from)));
    this.#events = new EventLog({
      limit: input.limits.events,
      nowMs: input.nowMs,
      timeZone: input.timeZone ?? "UTC",
    });
    const onTruth: OnTruth = ({ instanceId, ruleIndex, truth, at }) =>
      this.#rules[this.#indexOf.get(instanceId)!]![ruleIndex]!.truth(truth, at);
    this.#engine = new Engine({ watermark: from, timeZone: input.timeZone, onTruth });
    this.#openSeries();
    this.#deploy();
  }

  get watermark(): Ticks {
    return this.#engine.watermark;
  }

  get evaluations(): number {
    return this.#engine.stats.evaluations;
  }

  /**
   * Takes samples above the watermark, each stream's in order of time, up to the time of the next `advance`.
   */
  offer(batch: SampleBatch): void {
    this.samples += batch.count;
    this.#engine.offer(batch);
    if (this.#series.size === 0) return;
    for (let i = 0; i < batch.count; i++) this.#series.get(batch.streams[i]!)?.add(batchSample(batch, i));
  }

  /** Evaluates every instant up to and including `to`. */
  advance(to: Ticks): void {
    this.#take(this.#engine.advance(to));
  }

  progress(): BacktestProgress {
    const { from, to } = this.order, { watermark } = this;
    return {
      judged_to: isoFromTicks(watermark),
      share: (watermark - from) / (to - from),
      samples: this.samples,
      events: this.#events.total,
    };
  }

  /** The events as records. Their ids have no meaning outside the run. */
  records(): EventRecord[] {
    return this.#events.records();
  }

  /** The records with the totals of the run. */
  recorded(missing: ReadonlySet<number>) {
    return {
      records: this.records(),
      truncated: this.#events.truncated,
      samples: this.samples,
      evaluations: this.evaluations,
      missing_streams: this.#missing(missing),
    };
  }

  #missing(missing: ReadonlySet<number>): string[] {
    return this.order.streams.filter(({ id }) => missing.has(id)).map((stream) => stream.stream_name);
  }

  result(missing: ReadonlySet<number>): BacktestResult {
    const { order } = this, rules = this.#ruleFigures();
    return {
      from: isoFromTicks(order.from),
      to: isoFromTicks(order.to),
      samples: this.samples,
      evaluations: this.evaluations,
      summary: figuresOf(rules, this.#spanSeconds()),
      rules,
      events: this.records().map((record) => this.#eventOf(record)),
      truncated: this.#events.truncated,
      series: [...this.#series.values()].map((one) => one.series()),
      series_left_out: order.streams.length - this.#series.size,
      missing_streams: this.#missing(missing),
      warnings: this.#warnings(),
    };
  }

  /** Each once, though several instances may have it. */
  #warnings(): UnitWarning[] {
    const byId = new Map(this.order.streams.map((stream) => [stream.id, stream]));
    const rules = this.order.units.flatMap(({ deployment }) => deployment.instance.rules);
    const all = unitWarnings(rules, (id) => byId.get(id));
    return [...new Map(all.map((one) => [`${one.rule_id}/${one.text}`, one])).values()];
  }

  #openSeries(): void {
    const { order: { streams, from, to, points }, input: { held, limits } } = this;
    if (points === 0) return;
    const heldOf = new Map(held.map((known) => [known.stream, known.sample]));
    for (const stream of streams.slice(0, Math.floor(limits.buckets / points))) {
      const input = { span: { from, to, points }, held: heldOf.get(stream.id) ?? null };
      this.#series.set(stream.id, new SeriesFilling(stream, input));
    }
  }

  #deploy(): void {
    const heldOf = new Map(this.input.held.map((known) => [known.stream, known]));
    for (const { deployment: { instance } } of this.order.units) {
      const ids = new Set(instance.streams.map(({ id }) => id));
      const known = [...ids].flatMap((id) => heldOf.get(id) ?? []);
      const pasts = this.input.pasts?.filter(({ stream }) => ids.has(stream));
      const deployed = { ...deployedAt(instance, this.order.from), recentActivations: {} };
      this.#take(this.#engine.deploy(deployed, known, { pasts }));
    }
  }

  #take(transitions: readonly Transition[]): void {
    for (const transition of transitions) {
      const index = this.#indexOf.get(transition.instanceId)!;
      this.#events.take(transition, this.order.units[index]!.deployment);
      const rule = this.#rules[index]![transition.ruleIndex]!;
      if (transition.kind === "opened") rule.opened(transition);
      else if (transition.kind === "closed") rule.closed(transition.endAt);
    }
  }

  #ruleFigures(): BacktestRuleFigures[] {
    const spanSeconds = this.#spanSeconds();
    return this.order.units.flatMap(({ instanceId, deployment: { record, written } }, index) =>
      this.#rules[index]!.map((log, i): BacktestRuleFigures => ({
        instance_id: instanceId,
        template_instance: instanceId === null ? null : record.instance_name,
        rule_id: written[i]!.rule_id,
        rule_name: written[i]!.rule_name,
        ...figuresOf([log.totals(this.order.to)], spanSeconds),
      }))
    );
  }

  #spanSeconds(): number {
    return (this.order.to - this.order.from) / TICKS_PER_SECOND;
  }

  #eventOf(record: EventRecord): BacktestEvent {
    const { instanceId } = this.order.units[this.#indexOf.get(record.instance_id)!]!;
    return {
      event_name: record.event_name,
      event_description: record.event_description,
      severity: record.severity,
      is_active: record.is_active,
      start_time: record.start_time,
      activated_at: record.activated_at,
      end_time: record.end_time,
      closed_at: record.closed_at,
      close_reason: record.close_reason,
      enrichment: record.enrichment,
      category: record.category,
      rule_id: record.rule_id,
      plant_node_floc_id: record.plant_node_floc_id,
      data_state: record.data_state,
      flags: record.flags,
      trigger: record.trigger,
      opened_by: record.opened_by ?? null,
      template_instance: instanceId === null ? null : record.template_instance,
      instance_id: instanceId,
    };
  }
}
