import {
  type DataSource,
  FeedExpired,
  type FeedOpening,
  type FeedPosition,
  FeedRefused,
  type SourceStream,
} from "../../connectors/data_hub/contract.ts";
import type { SourceSettings } from "../../domain/configuration/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { BindingChange, Restored } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { mapConcurrent } from "./concurrent.ts";
import { SourceCorrections } from "./corrections.ts";
import { Following, knownSamples, knownStream, upserts } from "./follow.ts";
import { Generations } from "./generations.ts";
import { GoneStreams } from "./gone_streams.ts";
import { Router } from "./router.ts";
import { Shards } from "./shards.ts";
import { READS_AT_ONCE, readSlice, type Slice } from "./window_slice.ts";

/** Samples further ahead of the clock than this are counted: somebody's clock is wrong. */
const AHEAD_SECONDS = 60;

/** A feed that always has more is left now and then: bindings change, and generations are due. */
const LONGEST_ROUND_MS = 1_000;
/** With nothing to read, the connection is looked at so often, and often enough to see that it is lost. */
const IDLE_TEST_MS = 60_000;

export interface RunOptions {
  context: ActorContext;
  settings: SourceSettings | null;
  source: DataSource | null;
  generationMs: number;
}

/**
 * One run of the source, from a start to the next: reads the feed (or polls), hands samples to the shards, raises the
 * watermark as evaluation.md section 4 says, and stores generations. Its steps follow one another, never side by side.
 */
export class SourceRun {
  readonly router = new Router();
  readonly following: Following;
  readonly shards: Shards;
  readonly corrections: SourceCorrections;
  readonly #generations: Generations;
  readonly #gone: GoneStreams;
  mode: "feed" | "poll" | null = null;
  watermark: Ticks;
  generation = 0;
  lastAnswerMs: Ms | null = null;
  ahead = 0;
  /** More is there to be read than the last round could take in. */
  isBehind = false;
  #position: FeedPosition | null = null;
  /** Streams that the feed does not tell of: they are read by windows. */
  #refused: SourceStream[] = [];
  #gap = new Set<number>();
  #lastGenerationMs: Ms;
  /** False once a shard left a step unanswered: it may have judged further than the watermark says. */
  #sound = true;

  constructor(readonly options: RunOptions) {
    const { context } = options;
    this.following = new Following(context);
    this.shards = new Shards(context, {
      router: this.router,
      onBinding: (shard, change) => this.#rebind(shard, change),
    });
    this.#generations = new Generations(context);
    this.#gone = new GoneStreams(context);
    const streamOf = (id: number) => this.following.stream(id);
    this.corrections = new SourceCorrections({ context, shards: this.shards, gone: this.#gone, streamOf });
    this.watermark = ticksFromMs(context.now()) - this.#wait();
    this.#lastGenerationMs = context.now();
  }

  /** Restores every shard from the pointed generation. The first start stores one: what follows is replayed from it. */
  async restore(): Promise<void> {
    const pointer = await this.#generations.pointer();
    await this.#generations.sweep(pointer);
    if (pointer !== null) this.watermark = pointer.watermark;
    const maxAgeSeconds = this.options.settings?.maxAgeSeconds ?? 0;
    const correctionHorizonHours = this.options.settings?.correctionHorizonHours ?? 0;
    const given = { watermark: this.watermark, maxAgeSeconds, correctionHorizonHours };
    const restored = await this.shards.restore(pointer, given);
    restored.forEach((answer, shard) => {
      this.#takeRestored(answer, shard);
      if (answer.correcting) this.shards.correcting.add(shard);
    });
    this.generation = Math.max(0, ...restored.map((answer) => answer.newestGeneration));
    this.#position = pointer?.position ?? null;
    if (this.#position === null) this.#gap = new Set(this.router.streams());
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

  /** A shard's rules began or ceased to name a stream. */
  #rebind(shard: number, { stream, bound }: BindingChange): void {
    if (!bound) {
      if (this.router.unbind(stream, shard)) this.following.leave(stream);
      return;
    }
    this.router.bind(stream, shard);
    this.following.enter(stream);
    this.following.wantsRead(stream, shard);
  }

  /** Reads once to the end of what the source has, and stores a generation when one is due. */
  async round(): Promise<void> {
    const { source } = this.options;
    if (source !== null) await this.#follow(source);
    if (source === null || this.following.size === 0) await this.#silence();
    else if (this.mode === "feed") await this.#readFeed(source);
    else await this.#poll(source);
    if (source !== null) await this.corrections.round(source);
    await this.#storeWhenDue();
  }

  async #storeWhenDue(): Promise<void> {
    const { context, generationMs } = this.options;
    if (context.now() - this.#lastGenerationMs >= generationMs) await this.store();
  }

  /** Nothing is bound: time alone moves on. Without a source nothing is judged while something is bound. */
  async #silence(): Promise<void> {
    const { source, context } = this.options;
    if (source !== null && context.now() - (this.lastAnswerMs ?? -Infinity) > this.#idleTestMs()) {
      await source.test();
      this.#answered();
    }
    if (this.router.streams().length > 0) return;
    await this.#judge([], ticksFromMs(this.options.context.now()) - this.#wait());
  }

  async #follow(source: DataSource): Promise<void> {
    const change = await this.following.turnOver();
    try {
      await this.#feedFollows(source, change);
    } catch (error) {
      this.following.undo(change);
      throw error;
    }
    await this.#readGap(source);
    await this.#firstReads(source);
  }

  async #feedFollows(source: DataSource, change: Awaited<ReturnType<Following["turnOver"]>>): Promise<void> {
    if (this.options.settings?.changeFeed === "off") this.mode = "poll";
    if (this.following.size === 0) return await this.#leaveFeed(source);
    if (this.mode === "poll") return;
    if (this.mode === null || this.#position === null) return await this.#openFeed(source);
    if (change.added.length + change.removed.length === 0) return;
    await this.#onFeed(async () => {
      this.#take(await source.feed.change(this.#positionNow(), change.added, change.removed));
    });
  }

  /** Nobody names a stream any more: the source need not keep changes for us. */
  async #leaveFeed(source: DataSource): Promise<void> {
    if (this.mode !== "feed" || this.#position === null) return;
    await source.feed.leave(this.#position);
    this.mode = null;
    this.#position = null;
    this.#refused = [];
  }

  #take({ signupId, bookmark, refused }: FeedOpening): void {
    this.#position = { signupId, bookmark };
    this.#refused = refused;
    if (refused.length === 0) return;
    const streams = refused.slice(0, 10).map(({ source }) => source.sdsStreamId);
    this.options.context.log("warn", "The change feed does not take some streams; polling them", {
      count: refused.length,
      streams,
    });
  }

  /** Our signup as it was keeps the bookmark of the generation; with a new one, what came meanwhile is a gap. */
  async #openFeed(source: DataSource): Promise<void> {
    try {
      const before = this.#position;
      const opened = await source.feed.open(this.following.streams());
      this.#take(opened);
      if (opened.signupId === before?.signupId) this.#position = before;
      else if (before !== null) this.#gap = new Set(this.router.streams());
      this.mode = "feed";
    } catch (error) {
      if (!(error instanceof FeedRefused)) throw error;
      this.options.context.log("warn", "The source refuses the change feed; polling instead");
      this.mode = "poll";
      this.#gap.clear();
    }
  }

  /** The bookmark is gone: a new signup, and the gap since the watermark by windows. */
  async #loseFeed(source: DataSource): Promise<void> {
    this.options.context.log("warn", "The change feed's bookmark has expired; reading the gap by windows");
    this.#position = null;
    this.#gap = new Set(this.router.streams());
    await this.#openFeed(source);
  }

  async #onFeed<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof FeedExpired) || this.options.source === null) throw error;
      await this.#loseFeed(this.options.source);
      return undefined;
    }
  }

  /** Where the feed stands; null while there is none. */
  get position(): FeedPosition | null {
    return this.#position;
  }

  #positionNow(): FeedPosition {
    if (this.#position === null) throw new TypeError("The change feed is not open");
    return this.#position;
  }

  /**
   * What bound streams missed, slice by slice, those of the newest alarms first, before anything else is read. What has
   * come since the feed was opened comes by the feed: until then the watermark follows the slices, if all streams are
   * in them.
   */
  async #readGap(source: DataSource): Promise<void> {
    const { context } = this.options;
    const openedAt = ticksFromMs(context.now());
    const to = this.#newestReadable();
    const isWhole = this.router.streams().every((stream) => this.#gap.has(stream));
    for (let from = this.watermark; this.#gap.size > 0;) {
      const streams = await this.#newestAlarmsFirst(this.#gap);
      const slice = await this.#slice(source, { streams, from, to });
      await this.#judge(slice.changes, isWhole ? Math.min(slice.upTo, openedAt - this.#wait()) : null);
      from = slice.upTo;
      if (from >= to) this.#gap.clear();
      else if (isWhole) await this.#storeWhenDue();
    }
  }

  async #newestAlarmsFirst(wanted: ReadonlySet<number>): Promise<SourceStream[]> {
    const streams = new Map(
      this.following.streams().filter((stream) => wanted.has(stream.id)).map((stream) => [stream.id, stream]),
    );
    const order = [...await this.shards.alarmedStreams(), ...streams.keys()];
    return [...new Set(order)].flatMap((id) => streams.get(id) ?? []);
  }

  async #firstReads(source: DataSource): Promise<void> {
    const due = this.shards.replaying ? [] : this.following.dueReads();
    if (due.length === 0) return;
    const upTo = this.watermark;
    const newest = this.#newestReadable();
    const reads = await mapConcurrent(due, READS_AT_ONCE, async ({ stream, shards }) => ({
      shards,
      known: knownStream(stream.id, await this.#gone.read(stream, source.atOrBefore(stream, upTo))),
      later: upserts(stream.id, await this.#gone.read(stream, source.window(stream, upTo, newest)) ?? []),
    }));
    this.#answered();
    this.shards.show(reads.flatMap(({ known, later }) => [...knownSamples(known), ...later]));
    for (let shard = 0; shard < this.options.context.shards; shard++) {
      const mine = reads.filter((read) => read.shards.includes(shard));
      const later = mine.flatMap((read) => read.later);
      const known = mine.map((read) => read.known);
      if (known.length > 0) await this.shards.firstReads(shard, { known, later, upTo });
    }
    for (const { stream } of due) this.following.wasRead(stream.id);
  }

  async #readFeed(source: DataSource): Promise<void> {
    const polledTo = await this.#pollRefused(source);
    const untilMs = this.options.context.now() + LONGEST_ROUND_MS;
    do {
      const page = await this.#onFeed(() => source.feed.read(this.#positionNow()));
      if (page === undefined) return;
      this.#answered();
      const reached = Math.min(page.reached, ticksFromMs(page.sentAtMs), polledTo);
      await this.#judge(page.changes, reached - this.#wait());
      this.#position = { ...this.#positionNow(), bookmark: page.bookmark };
      this.isBehind = !page.complete;
    } while (this.isBehind && this.options.context.now() < untilMs);
  }

  /** Answers how far the streams are known that the feed does not tell of. */
  async #pollRefused(source: DataSource): Promise<Ticks> {
    if (this.#refused.length === 0) return Infinity;
    const sentAt = ticksFromMs(this.options.context.now());
    const slice = await this.#sinceWatermark(source, this.#refused);
    await this.#judge(slice.changes, null);
    return Math.min(sentAt, slice.upTo);
  }

  /** What is not in the first slice is read by the next round, which is due at once. */
  async #poll(source: DataSource): Promise<void> {
    const streams = this.following.streams();
    const sentAt = ticksFromMs(this.options.context.now());
    const slice = await this.#sinceWatermark(source, streams);
    if (this.#gone.areAll(streams)) await source.test();
    this.#answered();
    await this.#judge(slice.changes, Math.min(slice.upTo, sentAt - this.#wait()));
    this.isBehind = slice.upTo < sentAt;
  }

  #sinceWatermark(source: DataSource, streams: SourceStream[]): Promise<Slice> {
    return this.#slice(source, { streams, from: this.watermark, to: this.#newestReadable() });
  }

  #slice(
    source: DataSource,
    { streams, from, to }: { streams: SourceStream[]; from: Ticks; to: Ticks },
  ): Promise<Slice> {
    const answered = () => this.#answered();
    return readSlice(source, streams, { from, to, work: "gaps", gone: this.#gone, answered });
  }

  /** The watermark never goes back. Samples ahead of the clock wait in the shards until it comes to them. */
  async #judge(changes: SampleChange[], watermark: Ticks | null): Promise<void> {
    this.ahead += this.#countAhead(changes);
    const next = watermark === null ? null : Math.max(watermark, this.watermark);
    this.#sound = false;
    await this.shards.judge(changes, next);
    this.#sound = true;
    if (next !== null) this.watermark = next;
  }

  /** A window ends ahead of the clock: the source's own may run before ours, and the feed tells nothing twice. */
  #newestReadable(): Ticks {
    return ticksFromMs(this.options.context.now()) + ticksOfSeconds(AHEAD_SECONDS);
  }

  #countAhead(changes: SampleChange[]): number {
    const horizon = this.#newestReadable();
    return changes.filter((change) => change.op === "upsert" && change.sample.time > horizon).length;
  }

  /** From now on no generation is stored: nobody knows what the shards have judged. */
  doubt(): void {
    this.#sound = false;
  }

  /** A barrier through every shard, then the pointer. */
  async store(): Promise<void> {
    if (!this.#sound) return;
    const { context } = this.options;
    // A number is used once: a shard that took the barrier writes its journal under it, whatever the others answer.
    const generation = ++this.generation;
    const stored = await this.shards.barrier(generation);
    this.#lastGenerationMs = context.now();
    if (stored.some((answer) => answer.chunks < 0)) return;
    const position = this.#gap.size > 0 ? null : this.#position;
    const pointer = { v: 1 as const, generation, watermark: this.watermark, position };
    await this.#generations.point({ ...pointer, shards: context.shards }, stored);
  }

  #answered(): void {
    this.lastAnswerMs = this.options.context.now();
  }

  #idleTestMs(): Ms {
    const lostMs = 1000 * (this.options.settings?.sourceLostSeconds ?? Infinity);
    return Math.min(IDLE_TEST_MS, lostMs / 2);
  }

  #wait(): number {
    const { settings } = this.options;
    if (settings === null) return 0;
    if (settings.waitSeconds !== null) return ticksOfSeconds(settings.waitSeconds);
    if (settings.region === "simulator") return ticksOfSeconds(1);
    return ticksOfSeconds(this.mode === "poll" ? settings.pollSeconds + 5 : 10);
  }
}
