import type { Ms } from "../../domain/shared/time.ts";
import type { ReadOptions } from "../source.ts";
import type { AddressBook } from "./address_book.ts";
import type { Counters } from "./counters.ts";
import { Doubts } from "./doubts.ts";
import type { Limits } from "./limits.ts";
import type { ReadListing } from "./listing_reader.ts";
import { planStream } from "./plan.ts";
import { Refusal } from "../../domain/shared/refusal.ts";

export interface SettlerOptions {
  book: AddressBook;
  readListing: ReadListing;
  counters: Counters;
  limits: Pick<Limits, "settleMs">;
  now: () => Ms;
}

/** Decodes the events of pages. */
export interface Settler {
  readonly book: AddressBook;
  /** Decodes a page; where events do not fit, again by what the source lists of their streams now. */
  decode<T>(page: (doubts: Doubts) => T, options: ReadOptions, given?: Decoded<T>): Promise<T>;
  /** For a first look at a page, see `Decoded`. */
  doubts(): Doubts;
}

/** A page that has been decoded, what was noticed, and how often the address book had learnt by then. */
export interface Decoded<T> {
  read: T;
  doubts: Doubts;
  learnt: number;
}

/** Streams read one by one for one page, of a service that cannot read them together. */
const MOST_SINGLES = 20;

export function createSettler(options: SettlerOptions): Settler {
  const { book, readListing, counters, limits, now } = options;
  /** By the id of a stream in lower case: the ids of those that could be read together with it, once that is known. */
  const asking = new Map<string, Promise<ReadonlySet<string>>>();
  const doubts = () => new Doubts((stream, doubt, time) => book.accepts(stream, { doubt, time }));

  /** Reads these streams; resolves to the ids of those that could be read. */
  async function read(ids: readonly string[], ask: ReadOptions): Promise<ReadonlySet<string>> {
    const atMs = now(), known = new Set<string>();
    for (const id of ids) book.requested(id, atMs);
    try {
      const { streams, findType } = await readListing(ids, { ...ask, singles: MOST_SINGLES });
      for (const id of ids) {
        const stream = streams.get(id.toLowerCase());
        if (stream === undefined) book.requested(id, -Infinity);
        if (stream === undefined || stream === null || stream instanceof Refusal) continue;
        const listed = planStream(stream, findType).planned.map(({ source }) => source);
        book.learn(id, listed, { atMs, tells: true });
        known.add(id.toLowerCase());
      }
    } catch {
      // What cannot be read stays bad, and is asked again.
      if (ask.signal?.aborted) { for (const id of ids) book.requested(id, -Infinity); }
    }
    return known;
  }

  function ask(ids: readonly string[], options: ReadOptions): void {
    if (ids.length === 0) return;
    const work = read(ids, options);
    for (const id of ids) asking.set(id.toLowerCase(), work);
    void work.finally(() => {
      for (const id of ids) asking.delete(id.toLowerCase());
    });
  }

  /**
   * Reads the streams of doubts again, as far as that is due. Resolves to the ids of those that could be read soon enough;
   * the others are told with `takeMisfits` once they have been read.
   */
  async function readAgain({ open }: Doubts, options: ReadOptions): Promise<Set<string>> {
    const streams = Array.from(open.values(), ({ stream }) => stream);
    ask(book.due(streams), options);
    const waiting = new Set(
      streams.flatMap(({ source }) => asking.get(source.sdsStreamId.toLowerCase()) ?? []),
    );
    const outcomes = await within(limits.settleMs, Promise.all(waiting)) ?? [];
    options.signal?.throwIfAborted();
    return new Set(outcomes.flatMap((known) => [...known]));
  }

  function keep({ unreadableTimes, impossibleTimes, open }: Doubts, read: ReadonlySet<string>): void {
    counters.unreadableTimes += unreadableTimes;
    counters.impossibleTimes += impossibleTimes;
    book.keep(open.values(), (id) => read.has(id));
  }

  return {
    book,
    doubts,
    async decode(page, options, given) {
      const first = given ?? decodeNow(page);
      const hasDoubts = first.doubts.open.size > 0;
      const again = hasDoubts ? await readAgain(first.doubts, options) : NONE;
      // Another page, or an inspection, may have settled the doubts meanwhile: that is told only once.
      const isSettled = again.size > 0 || (hasDoubts && first.learnt !== book.learnt);
      const last = isSettled ? decodeNow(page) : first;
      keep(last.doubts, again);
      return last.read;
    },
  };

  function decodeNow<T>(page: (doubts: Doubts) => T): Decoded<T> {
    const noticed = doubts(), { learnt } = book;
    return { read: page(noticed), doubts: noticed, learnt };
  }
}

/** Undefined when the work takes longer. */
async function within<T>(ms: Ms, work: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

const NONE: ReadonlySet<string> = new Set();
