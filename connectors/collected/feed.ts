import { batchSample, isUpsert, type SampleBatch } from "../../domain/sample/batch.ts";
import { BatchWriter } from "../../domain/sample/batch_writer.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ms, msFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import {
  type ChangeFeed,
  FeedExpired,
  type FeedOpening,
  type FeedPage,
  type FeedPosition,
  type SourceStream,
} from "../source.ts";
import type { CollectedAddress } from "./identity.ts";
import { repeatTimes, type Span, withRepeats } from "./repeats.ts";
import type { CollectedStore } from "./store.ts";
import type { StoredStream } from "./stream_table.ts";

/** A page ends with the write to disk that reaches so many samples. */
const PAGE_SAMPLES = 10_000;
const SUBSCRIPTION = "subscription";

export interface FeedOptions {
  store: CollectedStore;
  now: () => Ms;
}

/** A place in the feed: after an arrival, and after the repeats up to a time. */
interface Place {
  number: number;
  repeatedTo: Ticks;
}

/** What arrived, in the order of its writes to disk, with the repeats of values held. */
export class CollectedFeed implements ChangeFeed {
  /** Our ids by the name of the stream. */
  readonly #followed = new Map<string, number>();
  readonly #page = new BatchWriter();

  constructor(private readonly options: FeedOptions) {}

  open(streams: SourceStream[]): Promise<FeedOpening> {
    return this.options.store.read(() => {
      const { store: { database } } = this.options;
      this.#followed.clear();
      if (database.setting(SUBSCRIPTION) === undefined) {
        database.set(SUBSCRIPTION, this.options.store.newId());
      }
      const refused = this.#add(streams);
      return { subscription: database.setting(SUBSCRIPTION)!, cursor: this.#cursor(this.#end()), refused };
    });
  }

  change(position: FeedPosition, add: SourceStream[], remove: SourceStream[]): Promise<FeedOpening> {
    return this.options.store.read(() => {
      this.#placeOf(position);
      for (const { source } of remove) this.#followed.delete((source as CollectedAddress).stream);
      return { ...position, refused: this.#add(add) };
    });
  }

  read(position: FeedPosition): Promise<FeedPage> {
    return this.options.store.read(() => this.#read(this.#placeOf(position)));
  }

  leave(position: FeedPosition, remaining?: FeedPosition | null): Promise<void> {
    return this.options.store.read(() => {
      const { store: { database } } = this.options;
      if (remaining?.subscription === position.subscription) return;
      if (database.setting(SUBSCRIPTION) === position.subscription) database.set(SUBSCRIPTION, null);
    });
  }

  /** Streams that the store does not have are refused: they have nothing to feed. */
  #add(streams: readonly SourceStream[]): SourceStream[] {
    const { store } = this.options;
    return streams.filter(({ id, source }) => {
      const name = (source as CollectedAddress).stream;
      if (store.streams.get(name) === undefined) return true;
      this.#followed.set(name, id);
      return false;
    });
  }

  #read(from: Place): FeedPage {
    const { store, now } = this.options, sentAtMs = now();
    store.flush();
    const completeTo = Math.min(store.life.completeTo, ticksFromMs(sentAtMs));
    const arrivals = store.arrivals.after(from.number, PAGE_SAMPLES);
    const number = arrivals.at(-1)?.number ?? from.number;
    // Of an earlier arrival it is what was known then, so that a backlog is evaluated as it would have been.
    const reached = number === store.arrivals.last
      ? completeTo
      : Math.min(completeTo, arrivals.at(-1)!.completeTo);
    const to = { number, repeatedTo: Math.max(from.repeatedTo, reached) };
    for (const { batch } of arrivals) this.#addArrived(batch, from);
    this.#addRepeats({ from: from.repeatedTo, to: to.repeatedTo });
    const batch = this.#page.take(), cursor = this.#cursor(to);
    if (arrivals.length > 0 || batch.count > 0) return { batch, cursor, sentAtMs, complete: false, reached };
    const loss = store.life.loss();
    if (loss !== null) throw loss;
    return { batch, cursor, sentAtMs: msFromTicks(reached), complete: true, reached: Infinity };
  }

  #addArrived(batch: SampleBatch, { repeatedTo }: Place): void {
    const { store } = this.options;
    for (let row = 0; row < batch.count; row++) {
      if (!isUpsert(batch, row)) continue;
      const stream = store.streams.byKey(batch.streams[row]!);
      const id = stream && this.#followed.get(stream.name);
      if (id === undefined) continue;
      const sample = batchSample(batch, row);
      this.#page.add({ op: "upsert", stream: id, sample });
      if (sample.time < repeatedTo) this.#repeatAgain({ id, stream: stream!, sample, repeatedTo });
    }
  }

  /** A late sample changes the repeats after it, up to the next stored one. */
  #repeatAgain(
    { id, stream, sample, repeatedTo }: {
      id: number;
      stream: StoredStream;
      sample: Sample;
      repeatedTo: Ticks;
    },
  ): void {
    const { store } = this.options, span = { from: sample.time, to: repeatedTo };
    if (repeatTimes(span, store.life.repeating()).length === 0) return;
    const next = store.samples.next(stream, span)?.time ?? Infinity;
    const held = store.samples.at(stream, sample.time) ?? sample;
    this.#addHeld(id, { held, span: { from: sample.time, to: Math.min(repeatedTo, next - 1) } });
  }

  /** The repeats of a span, of all streams. */
  #addRepeats(span: Span): void {
    const { store } = this.options, times = repeatTimes(span, store.life.repeating());
    if (times.length === 0) return;
    for (const [name, id] of this.#followed) {
      const stream = store.streams.get(name);
      if (stream === undefined) continue;
      const last = store.samples.last(stream);
      if (last !== null && last.time <= span.from) this.#addHeld(id, { held: last, span });
      else this.#addBetween({ id, stream, span });
    }
  }

  #addHeld(id: number, { held, span }: { held: Sample; span: Span }): void {
    for (const time of repeatTimes(span, this.options.store.life.repeating())) {
      this.#page.add({ op: "upsert", stream: id, sample: { ...held, time } });
    }
  }

  /** Samples of the span come as arrivals; only what is repeated between them is added. */
  #addBetween({ id, stream, span }: { id: number; stream: StoredStream; span: Span }): void {
    const { samples, life } = this.options.store;
    const stored = samples.window(stream, span), known = new Set(stored.map(({ time }) => time));
    const held = samples.atOrBefore(stream, span.from);
    for (const sample of withRepeats(stored, { held, span, repeating: life.repeating() })) {
      if (!known.has(sample.time)) this.#page.add({ op: "upsert", stream: id, sample });
    }
  }

  #end(): Place {
    const { store, now } = this.options;
    const repeatedTo = Math.min(store.life.completeTo, ticksFromMs(now()));
    return { number: store.arrivals.last, repeatedTo };
  }

  #cursor({ number, repeatedTo }: Place): string {
    return `${this.options.store.database.id}/${number}/${repeatedTo}`;
  }

  #placeOf({ subscription, cursor }: FeedPosition): Place {
    const { store: { database, arrivals } } = this.options;
    const [id, number, repeatedTo] = cursor.split("/");
    if (database.setting(SUBSCRIPTION) !== subscription) throw new FeedExpired("The feed was left");
    if (id !== database.id) throw new FeedExpired("The position is of another store");
    if (!arrivals.knows(Number(number))) throw new FeedExpired("What arrived since the position was deleted");
    return { number: Number(number), repeatedTo: Number(repeatedTo) };
  }
}
