import type { DataSource, FeedPosition, SourceIdentity, SourceStream } from "../../connectors/source.ts";
import { plantText } from "../../domain/asset/address.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { packBatch, type SampleBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, TICKS_PER_MS, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { BindingChange, Restored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { LISTING_CHANGED, ownSource } from "./contract.ts";
import { SourceCorrections } from "./corrections.ts";
import { FeedAhead } from "./feed_ahead.ts";
import { FeedWay } from "./feed_way.ts";
import { FirstReads } from "./first_reads.ts";
import { FormerFeeds } from "./former_feeds.ts";
import { Following } from "./follow.ts";
import { Gap } from "./gap.ts";
import { Generations, positionOf, storedPosition } from "./generations.ts";
import { MissingStreams } from "./missing_streams.ts";
import { MisfitReads } from "./misfit_reads.ts";
import { Router } from "./router.ts";
import { LateDataReconciliation } from "./late_data_reconciliation.ts";
import { Shards } from "./shards.ts";
import { SuspectReports } from "./suspect_reports.ts";
import { readSlice, type Slice } from "./window_slice.ts";

/** Reading a feed that always has more is interrupted after this, for changed bindings and due generations. */
const LONGEST_ROUND_MS = 1_000;
/** With nothing to read, the connection is checked this often, and often enough to notice its loss. */
const IDLE_TEST_MS = 60_000;

export interface RunOptions {
  context: ActorContext;
  settings: SourceSettings | null;
  /** What of the source its streams are at; null without settings. */
  place: SourceIdentity["place"] | null;
  source: DataSource | null;
  generationMs: number;
  /** The shortest piece of the past of polled streams that is checked again. */
  reconciliationMs?: Ms;
}

/**
 * One run of the source, from one start to the next: reads the feed or polls, sends samples to the shards, raises the
 * watermark (evaluation.md section 4) and stores generations. Its steps never overlap, except
 * that the feed is read ahead while a page is evaluated.
 */
export class SourceRun {
  readonly router = new Router();
  readonly following: Following;
  readonly shards: Shards;
  readonly corrections: SourceCorrections;
  /** Of a store that had several feeds. */
  readonly former: FormerFeeds;
  readonly #gap: Gap;
  readonly #way: FeedWay;
  readonly #generations: Generations;
  readonly #missing: MissingStreams;
  readonly #suspects: SuspectReports;
  readonly #misfits: MisfitReads;
  readonly #firstReads: FirstReads;
  readonly #past: LateDataReconciliation;
  generation = 0;
  lastAnswerMs: Ms | null = null;
  /** The last round could not read everything. */
  isBehind = false;
  #lastGenerationMs: Ms;
  #listing = 0;

  constructor(readonly options: RunOptions) {
    const { context, settings } = options, { router } = this, now = () => context.now();
    const shardsOf = (stream: number) => router.shardsOf(stream);
    const following = this.following = new Following(context, { plant: plantOf(options), shardsOf });
    const shards = this.shards = new Shards(context, {
      router,
      onBinding: (shard, change) => this.#rebind(shard, change),
    });
    const gap = this.#gap = new Gap({ router, following, shards, now });
    this.#way = new FeedWay({ context, following, gap, isEnabled: settings?.changeFeed !== "off" });
    shards.watermark = ticksFromMs(now()) - this.#wait();
    this.#generations = new Generations(context);
    this.former = new FormerFeeds(context);
    this.#suspects = new SuspectReports(context);
    const missing = this.#missing = new MissingStreams(context, ({ id }) => this.#suspects.missing(id));
    this.corrections = new SourceCorrections({
      context,
      name: settings?.name ?? "",
      shards,
      missing,
      streamOf: (id: number) => following.stream(id),
    });
    this.#misfits = new MisfitReads({
      suspects: this.#suspects,
      streamOf: (id) => following.stream(id),
      readAgain: (source, stream, since) => this.#readAgain(source, stream, since),
    });
    const answered = () => this.#answered();
    this.#firstReads = new FirstReads({ shards, following, missing, answered });
    this.#past = new LateDataReconciliation({
      context,
      shards,
      missing,
      settings,
      place: options.place,
      unitMs: options.reconciliationMs,
    });
    this.#lastGenerationMs = now();
  }

  get mode(): "feed" | "poll" | null {
    return this.#way.mode;
  }

  get watermark(): Ticks {
    return this.shards.watermark;
  }

  /** How far the watermark stays behind the clock when nothing is wrong. */
  get expectedLagMs(): Ms {
    return this.#wait() / TICKS_PER_MS + 1000 * (this.options.settings?.pollSeconds ?? 0);
  }

  /** The feed's position; null while there is no feed. */
  get position(): FeedPosition | null {
    return this.#way.position;
  }

  /**
   * Restores every shard from the pointed generation; `requested` is called meanwhile. The first start stores one:
   * what follows is replayed from it.
   */
  async restore(requested: () => void = () => {}): Promise<void> {
    const pointer = await this.#generations.pointer();
    if (pointer !== null) {
      this.shards.watermark = pointer.watermark;
      this.former.restore(pointer);
    }
    const maxAgeSeconds = this.options.settings?.maxAgeSeconds ?? 0;
    const correctionHorizonHours = this.options.settings?.correctionHorizonHours ?? 0;
    const given = { watermark: this.watermark, maxAgeSeconds, correctionHorizonHours };
    const [restored] = await Promise.all([
      this.shards.restore(pointer, given),
      Promise.all([this.#past.restore(this.watermark), this.#generations.sweep(pointer)]).then(requested),
    ]);
    for (const [shard, answer] of restored) {
      this.#takeRestored(answer, shard);
      this.#firstReads.restored(shard, answer);
      if (answer.correcting) this.shards.correcting.add(shard);
      this.generation = Math.max(this.generation, answer.newestGeneration);
    }
    this.#way.position = positionOf(pointer?.position ?? null);
    if (this.position === null) this.#gap.open();
    if (pointer === null) await this.store();
  }

  #takeRestored(answer: Restored, shard: number): void {
    for (const stream of answer.bound) {
      this.router.bind(stream, shard);
      this.following.enter(stream);
    }
    for (const stream of answer.unread) this.following.wantsRead(stream, shard);
    for (const stream of answer.sinceGeneration) this.#gap.add(stream);
  }

  /** A shard's rules began or stopped to name a stream. */
  #rebind(shard: number, { stream, bound }: BindingChange): void {
    if (!bound) {
      if (this.router.unbind(stream, shard)) this.following.leave(stream);
      return;
    }
    this.router.bind(stream, shard);
    this.following.enter(stream);
    this.following.wantsRead(stream, shard);
  }

  /** Reads once to the end of the source's data, and stores a generation when one is due. */
  async round(): Promise<void> {
    const { source } = this.options;
    if (source !== null) await this.#follow(source);
    if (source === null || this.following.size === 0) await this.#silence();
    else if (this.mode === "feed") await this.#readFeed(source);
    else await this.#poll(source);
    if (source !== null) {
      await this.#misfits.round(source);
      await this.corrections.round(source);
      await this.#past.round(source, this.#way.polled);
      this.#suspects.publish();
      this.#publishListing(source);
    }
    await this.#storeWhenDue();
  }

  /** Of a source that knows when its list of streams changes. */
  #publishListing(source: DataSource): void {
    const version = source.streamsVersion?.();
    if (version === undefined || version === this.#listing) return;
    this.#listing = version;
    const { context } = this.options;
    context.publish(LISTING_CHANGED, ownSource(context));
  }

  async #storeWhenDue(): Promise<void> {
    const { context, generationMs } = this.options;
    if (context.now() - this.#lastGenerationMs >= generationMs) await this.store();
  }

  /** With nothing bound to follow only time passes. Without a source nothing is evaluated while streams are bound. */
  async #silence(): Promise<void> {
    const { source, context } = this.options;
    if (source !== null && context.now() - (this.lastAnswerMs ?? -Infinity) > this.#idleTestMs()) {
      await source.test();
      this.#answered();
    }
    if (this.router.streams().some((id) => source === null || !this.following.isMissing(id))) return;
    await this.#evaluateChanges([], ticksFromMs(context.now()) - this.#wait());
  }

  async #follow(source: DataSource): Promise<void> {
    const change = await this.following.applyChanges();
    await this.#tellLost();
    try {
      await this.#way.follow(source, change);
    } catch (error) {
      this.following.undo(change);
      throw error;
    }
    await this.#firstReads.fill(source);
    await this.#readFormer(source);
    await this.#gap.read({
      slice: (request) => this.#slice(source, request),
      evaluate: (changes, watermark) => this.#evaluateChanges(changes, watermark),
      wait: this.#wait(),
      between: () => this.#storeWhenDue(),
    });
    // Below the floor a shard may be ahead of what a first read would tell it.
    if (this.former.areReachedBy(this.watermark)) await this.#firstReads.round(source);
  }

  /** Before the gap: the new subscription is active, so nothing arrives between. */
  async #readFormer(source: DataSource): Promise<void> {
    const { former, watermark } = this;
    if (!former.arePending) return;
    if (this.mode === "feed") {
      await former.read(source, { watermark, evaluate: (batch) => this.#evaluate(batch, null) });
      this.#answered();
    } else former.replaced();
    await former.leave(source, this.position);
  }

  /** A shard that still repeats commands of an earlier run hears of it in a later round. */
  async #tellLost(): Promise<void> {
    const { following, shards } = this, lost = following.lost();
    if (lost.length === 0) return;
    const isTaken = await shards.lose(lost, (stream) => this.router.shardsOf(stream));
    if (isTaken) following.lossReported(lost);
  }

  async #readAgain(source: DataSource, stream: SourceStream, since: Ticks): Promise<void> {
    const to = this.shards.newestReadable();
    for (let from = since - 1; from < to;) {
      const slice = await this.#slice(source, { streams: [stream], from, to });
      await this.#evaluateChanges(slice.changes, null);
      from = slice.upTo;
    }
  }

  async #readFeed(source: DataSource): Promise<void> {
    const polledTo = await this.#pollRefused(source);
    const { context } = this.options, untilMs = context.now() + LONGEST_ROUND_MS;
    const mayRead = () => context.now() < untilMs;
    const ahead = new FeedAhead({ read: (position) => source.feed.read(position), mayRead });
    do {
      const page = await ahead.take() ?? await this.#way.read(source);
      if (page === undefined) return;
      this.#answered();
      if (!page.complete) ahead.readOn(this.#way.after(page));
      const reached = Math.min(page.reached, ticksFromMs(page.sentAtMs), polledTo);
      await this.#evaluate(page.batch, reached - this.#wait());
      this.#way.wentOn(page);
      this.isBehind = !page.complete;
    } while (this.isBehind && (ahead.hasMore || mayRead()));
  }

  /** Returns up to when the streams without a feed are known. */
  async #pollRefused(source: DataSource): Promise<Ticks> {
    const { polled } = this.#way;
    if (polled.length === 0) return Infinity;
    const sentAt = ticksFromMs(this.options.context.now());
    const slice = await this.#sinceWatermark(source, polled);
    await this.#evaluateChanges(slice.changes, null);
    return Math.min(sentAt, slice.upTo);
  }

  /** The next round, due at once, reads what the first slice does not hold. */
  async #poll(source: DataSource): Promise<void> {
    const { polled } = this.#way;
    const sentAt = ticksFromMs(this.options.context.now());
    const slice = await this.#sinceWatermark(source, polled);
    if (this.#missing.areAll(polled)) await source.test();
    this.#answered();
    await this.#evaluateChanges(slice.changes, Math.min(slice.upTo, sentAt - this.#wait()));
    this.isBehind = slice.upTo < sentAt;
  }

  #sinceWatermark(source: DataSource, streams: SourceStream[]): Promise<Slice> {
    return this.#slice(source, { streams, from: this.watermark, to: this.shards.newestReadable() });
  }

  async #slice(
    source: DataSource,
    { streams, from, to }: { streams: SourceStream[]; from: Ticks; to: Ticks },
  ): Promise<Slice> {
    const answered = () => this.#answered();
    const missing = this.#missing;
    const slice = await readSlice(source, streams, { from, to, work: "gaps", missing, answered });
    const polled = new Set(this.#way.polled.map(({ id }) => id));
    return this.#past.read(streams.filter(({ id }) => polled.has(id)), from, slice);
  }

  #evaluateChanges(changes: SampleChange[], watermark: Ticks | null): Promise<void> {
    return this.#evaluate(packBatch(changes), watermark);
  }

  async #evaluate(batch: SampleBatch, watermark: Ticks | null): Promise<void> {
    const before = this.watermark;
    await this.shards.evaluate(batch, watermark);
    this.#past.evaluated(this.#way.polled, before);
  }

  /** Stores no generation from now on: the state of the shards is unknown. */
  doubt(): void {
    this.shards.isSound = false;
  }

  /** A snapshot of every shard, then the pointer. */
  async store(): Promise<void> {
    if (!this.shards.isSound) return;
    const { context } = this.options;
    // A number is used once: a shard that stored the snapshot writes its journal under it, whatever the others answer.
    const generation = ++this.generation;
    await this.#past.store();
    const stored = await this.shards.snapshot(generation);
    this.#lastGenerationMs = context.now();
    if ([...stored.values()].some((answer) => answer.chunks < 0)) return;
    const position = storedPosition(this.#gap.isOpen ? null : this.position);
    const merged = this.former.at(this.watermark);
    const pointer = {
      v: 1 as const,
      generation,
      watermark: this.watermark,
      position,
      shards: context.shards,
    };
    await this.#generations.point(merged === undefined ? pointer : { ...pointer, merged }, stored);
    if (position !== null) this.former.replaced();
  }

  #answered(): void {
    this.lastAnswerMs = this.options.context.now();
  }

  #idleTestMs(): Ms {
    const lostMs = 1000 * (this.options.settings?.sourceLostSeconds ?? Infinity);
    return Math.min(IDLE_TEST_MS, lostMs / 2);
  }

  #wait(): number {
    return waitOf(this.options.settings, this.mode);
  }
}

/** How far the watermark stays behind the clock, in ticks. */
function waitOf(settings: SourceSettings | null, mode: SourceRun["mode"]): number {
  if (settings === null) return 0;
  if (settings.waitSeconds !== null) return ticksOfSeconds(settings.waitSeconds);
  return ticksOfSeconds(mode === "poll" ? settings.pollSeconds + 5 : 10);
}

/** The plant of the configured source; null without one. */
export function plantOf({ settings, place }: RunOptions): string | null {
  return settings === null || place === null ? null : plantText(settings.kind, place);
}
