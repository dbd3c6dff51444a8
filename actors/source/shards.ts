import type { StreamRecord } from "../../domain/asset/types.ts";
import { batchBuffers, packBatch, type SampleBatch, upsertsOf } from "../../domain/sample/batch.ts";
import { horizonAt } from "../../domain/sample/source_time.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { KnownStream, StreamPast, StreamReach } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import {
  type AlarmedStream,
  type BindingChange,
  type Corrected,
  type CorrectionRead,
  type CorrectionStep,
  EVALUATION,
  evaluationId,
  type EvaluationMessage,
  type EvaluationResult,
  type GenerationPointer,
  type ReadPast,
  type Restored,
  type Stored,
} from "../evaluation/contract.ts";
import type { ActorContext, Ref } from "../runtime/types.ts";
import { LIVE_SAMPLES, ownSource } from "./contract.ts";
import type { Router } from "./router.ts";

const EVALUATE_DEADLINE_MS = 60_000;

export interface ShardsOptions {
  router: Router;
  onBinding: (shard: number, change: BindingChange) => void;
}

/** The evaluation shards of the source. A step ends when every shard has committed it. */
export class Shards {
  /** Up to here all shards have evaluated; never goes back. */
  watermark: Ticks = -Infinity;
  /** False once a shard left a step unanswered: it may have evaluated beyond the watermark. */
  isSound = true;
  readonly #refs: ReadonlyMap<number, Ref<EvaluationMessage>>;
  late = 0;
  samples = 0;
  /** The shards that have corrections to make. */
  readonly correcting = new Set<number>();
  #beyond = 0;
  /** Some shard still has to repeat commands of an earlier run. */
  replaying = false;

  constructor(private readonly context: ActorContext, private readonly options: ShardsOptions) {
    const shards = Array.from({ length: context.shards }, (_, shard) => shard), source = ownSource(context);
    this.#refs = new Map(
      shards.map((shard) => [shard, context.ref(EVALUATION, evaluationId({ source, shard }))]),
    );
  }

  restore(
    pointer: GenerationPointer | null,
    given: { watermark: Ticks; maxAgeSeconds: number; correctionHorizonHours: number },
  ): Promise<Map<number, Restored>> {
    this.replaying = true;
    return this.#askAll({
      type: "restore",
      pointer,
      watermark: given.watermark,
      sourceMaxAgeSeconds: given.maxAgeSeconds,
      correctionHorizonHours: given.correctionHorizonHours,
    });
  }

  /**
   * Sends samples to the shards that need them; given a watermark, every shard then evaluates up to it. Samples ahead
   * of the clock wait in the shards until it reaches them.
   */
  async evaluate(batch: SampleBatch, upTo: Ticks | null): Promise<void> {
    const watermark = upTo === null ? null : Math.max(upTo, this.watermark);
    this.isSound = false;
    await this.#evaluate(batch, watermark);
    this.isSound = true;
    if (watermark !== null) this.watermark = watermark;
  }

  async #evaluate(batch: SampleBatch, watermark: Ticks | null): Promise<void> {
    const { router } = this.options;
    const parts = new Map(this.shards.map((shard) => [shard, router.part(batch, shard)]));
    const samples = upsertsOf(batch);
    this.samples += samples.count;
    this.#show(samples);
    const evaluated = await Promise.all([...this.#refs].map(async ([shard, ref]) => {
      const batch = parts.get(shard) ?? null;
      if (batch === null && watermark === null) return false;
      const answer = await this.#send(ref, { batch, watermark });
      this.late += answer.late;
      this.#beyond += answer.beyondHorizon;
      this.#noteCorrecting(shard, answer.correcting);
      for (const change of answer.bindings) this.options.onBinding(shard, change);
      return answer.replaying;
    }));
    if (watermark !== null) this.replaying = evaluated.includes(true);
  }

  #send(
    ref: Ref<EvaluationMessage>,
    part: { batch: SampleBatch | null; watermark: Ticks | null },
  ): Promise<EvaluationResult> {
    const transfer = part.batch === null ? [] : batchBuffers(part.batch) as ArrayBuffer[];
    return ref.ask<EvaluationResult>({ type: "samples", ...part }, {
      deadlineMs: EVALUATE_DEADLINE_MS,
      transfer,
    });
  }

  /** Publishes samples as the live values of their streams. */
  show(samples: readonly SampleChange[]): void {
    this.#show(packBatch(samples));
  }

  /** Transfers the batch. */
  #show(batch: SampleBatch): void {
    if (batch.count > 0) this.context.publish(LIVE_SAMPLES, batch, batchBuffers(batch) as ArrayBuffer[]);
  }

  /** A window ends ahead of the clock, since the source's clock may be ahead of ours. */
  newestReadable(): Ticks {
    return horizonAt(this.context.now());
  }

  /** Fills the windows of a restored shard. */
  async fill(shard: number, pasts: StreamPast[]): Promise<void> {
    await this.#ref(shard).ask({ type: "fill", pasts }, { deadlineMs: EVALUATE_DEADLINE_MS });
  }

  /** How far back a shard's windows reach, by stream. */
  reaches(shard: number, streams: number[]): Promise<StreamReach[]> {
    return this.#ref(shard).ask({ type: "reaches", streams }, { deadlineMs: EVALUATE_DEADLINE_MS });
  }

  /** Sends a shard its first reads: later samples first, so that nothing between the read and the feed is missed. */
  async firstReads(
    shard: number,
    given: { known: KnownStream[]; pasts: ReadPast[]; later: SampleChange[]; upTo: Ticks },
  ): Promise<void> {
    const ref = this.#ref(shard);
    if (given.later.length > 0) await this.#send(ref, { batch: packBatch(given.later), watermark: null });
    const { known: reads, pasts, upTo } = given;
    await ref.ask({ type: "first_read", reads, pasts, upTo }, { deadlineMs: EVALUATE_DEADLINE_MS });
  }

  /** Tells the shards the present names of streams. */
  async rename(records: readonly StreamRecord[]): Promise<void> {
    const streams = records.map(({ id, stream_name }) => ({ id, stream_name }));
    await this.#askAll({ type: "renamed", streams });
  }

  /** Tells the shards which streams the source no longer has. False when one of them is still `replaying`. */
  async lose(streams: readonly number[], shardsOf: (stream: number) => number[]): Promise<boolean> {
    const byShard = new Map<number, number[]>();
    for (const stream of streams) {
      for (const shard of shardsOf(stream)) byShard.set(shard, [...byShard.get(shard) ?? [], stream]);
    }
    const answers = await Promise.all(
      [...byShard].map(([shard, streams]) =>
        this.#ref(shard).ask<EvaluationResult>({ type: "lost", streams }, {
          deadlineMs: EVALUATE_DEADLINE_MS,
        })
      ),
    );
    return answers.every(({ replaying }) => !replaying);
  }

  /** The streams of active events, those of the newest first. */
  async alarmedStreams(): Promise<number[]> {
    const alarmed = [...(await this.#askAll<AlarmedStream[]>({ type: "alarmed" })).values()].flat();
    alarmed.sort((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time));
    return alarmed.map(({ stream }) => stream);
  }

  /** Sends what a correction step asked for; returns the next step, null when there is none now. */
  async correct(shard: number, read: CorrectionRead | null): Promise<CorrectionStep | null> {
    const transfer = read === null ? [] : batchBuffers(read.batch) as ArrayBuffer[];
    const answer = await this.#ref(shard).ask<Corrected>({ type: "correct", read }, {
      deadlineMs: EVALUATE_DEADLINE_MS,
      transfer,
    });
    this.#noteCorrecting(shard, answer.correcting);
    return answer.step;
  }

  #noteCorrecting(shard: number, isCorrecting: boolean): void {
    if (isCorrecting) this.correcting.add(shard);
    else this.correcting.delete(shard);
  }

  /** How many changes came too late to be evaluated, since the last call. */
  takeBeyond(): number {
    const count = this.#beyond;
    this.#beyond = 0;
    return count;
  }

  async forget(): Promise<void> {
    await this.#askAll({ type: "forget" });
  }

  snapshot(generation: number): Promise<Map<number, Stored>> {
    return this.#askAll({ type: "snapshot", generation });
  }

  /** Their numbers. */
  get shards(): number[] {
    return [...this.#refs.keys()];
  }

  #ref(shard: number): Ref<EvaluationMessage> {
    const ref = this.#refs.get(shard);
    if (ref === undefined) throw new RangeError(`There is no shard ${shard}`);
    return ref;
  }

  /** The answers by shard. */
  async #askAll<A>(message: EvaluationMessage): Promise<Map<number, A>> {
    const deadlineMs = EVALUATE_DEADLINE_MS;
    const requests = [...this.#refs].map(async ([shard, ref]) =>
      [shard, await ref.ask<A>(message, { deadlineMs })] as const
    );
    return new Map(await Promise.all(requests));
  }
}
