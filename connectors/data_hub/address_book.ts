import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { Misfit } from "../source.ts";
import type { Doubt } from "./decode.ts";
import { earlier, type OpenDoubt } from "./doubts.ts";
import { goesOnBy, signatureOf } from "./go_on.ts";
import { createReadings, type ReadingOf, type StreamReading } from "./readings.ts";
import type { DataHubAddress, DataHubStream } from "./stream_address.ts";

const MINUTE_MS: Ms = 60_000;
/** A type that was read again without a change is relied on for longer, up to an hour, to complete omitted values. */
const LONGEST_TRUST_MS: Ms = 60 * MINUTE_MS;

/** What is known of one Data Hub stream. Entries exist for streams with events that did not fit. */
interface Entry {
  /** As it was listed when it was last read; undefined before. */
  listed: readonly DataHubAddress[] | undefined;
  readAtMs: Ms;
  askedAtMs: Ms;
  /** How often in a row its type was read again without a change. */
  confirmed: number;
  streams: Map<number, Known>;
}

/** One of our streams of an entry. */
interface Known {
  stream: DataHubStream;
  address: DataHubAddress;
  reading: StreamReading;
  listed: readonly DataHubAddress[] | undefined;
  /** The form of the events that are read; null: the stream means something else. */
  form: string | null;
  /** The first sample that was returned as bad for want of knowledge, and whether such would count by the same type. */
  badSince: Ticks | null;
  hasBad: boolean;
  mayCount: boolean;
  /** The first sample that was completed since the type was last read. */
  assumedSince: Ticks | null;
}

export interface Learnt {
  atMs: Ms;
  /** Whether a changed stream is told with `takeMisfits` even when no sample of it was returned as bad. */
  tells: boolean;
}

/** How the streams are decoded: by their stored addresses, or by what the source lists of them now. */
export class AddressBook {
  readonly #entries = new Map<string, Entry>();
  readonly #pending = new Map<number, Misfit>();
  readonly #readings: ReadingOf = createReadings();
  /** Rises whenever a stream is decoded in another way. */
  version = 0;
  /** How often a listing of a stream was taken in, whether it had changed or not. */
  learnt = 0;

  constructor(private readonly now: () => Ms) {}

  readingOf(stream: DataHubStream): StreamReading {
    const entry = this.#entries.get(idOf(stream));
    return entry === undefined ? this.#readings(stream.source) : this.#known(entry, stream).reading;
  }

  /** The address by which a stream is decoded. */
  addressOf(stream: DataHubStream): DataHubAddress {
    const entry = this.#entries.get(idOf(stream));
    return entry === undefined ? stream.source : this.#known(entry, stream).address;
  }

  /** Whether it is known that the source lists another quantity under the stream's address. */
  hasOtherMeaning(stream: DataHubStream): boolean {
    const entry = this.#entries.get(idOf(stream));
    return entry !== undefined && this.#known(entry, stream).form === null;
  }

  /** Whether a doubtful sample counts, since the type was read lately. */
  accepts(stream: DataHubStream, { doubt, time }: { doubt: Doubt; time: Ticks | undefined }): boolean {
    const entry = this.#entries.get(idOf(stream));
    if (doubt === "misfit" || entry?.listed === undefined) return false;
    const isLately = doubt === "omitted"
      ? this.now() - entry.readAtMs <= Math.min(LONGEST_TRUST_MS, MINUTE_MS * 2 ** entry.confirmed)
      : this.now() - entry.askedAtMs <= MINUTE_MS;
    if (isLately) {
      const known = this.#known(entry, stream);
      known.assumedSince = earlier(known.assumedSince, time ?? null);
    }
    return isLately;
  }

  /** The streams of these, by their ids at the source, whose types may be read again now. */
  due(streams: Iterable<DataHubStream>): string[] {
    const ids = new Map(Array.from(streams, (stream) => [idOf(stream), stream.source.sdsStreamId]));
    return [...ids].flatMap(([id, sdsStreamId]) =>
      this.now() - (this.#entries.get(id)?.askedAtMs ?? -Infinity) >= MINUTE_MS ? [sdsStreamId] : []
    );
  }

  requested(sdsStreamId: string, atMs: Ms): void {
    this.#entry(sdsStreamId).askedAtMs = atMs;
  }

  /** Keeps what the source lists of a stream. Streams without an entry are decoded by their stored addresses. */
  learn(sdsStreamId: string, listed: readonly DataHubAddress[], learnt: Learnt): void {
    const entry = this.#entries.get(sdsStreamId.toLowerCase());
    if (entry === undefined) return;
    this.learnt++;
    const isSame = JSON.stringify(entry.listed) === JSON.stringify(listed);
    entry.confirmed = isSame ? entry.confirmed + 1 : 0;
    entry.readAtMs = learnt.atMs;
    if (!isSame) {
      entry.listed = listed;
      this.version++;
    }
    for (const known of entry.streams.values()) this.#tell(entry, known, learnt);
  }

  /** Keeps that these samples were returned as bad. `isRead`: the types were read for them, so they are bad for good. */
  keep(doubts: Iterable<OpenDoubt>, isRead: (sdsStreamId: string) => boolean): void {
    for (const { stream, since, mayCount } of doubts) {
      const known = this.#known(this.#entry(stream.source.sdsStreamId), stream);
      const pending = this.#pending.get(stream.id);
      if (isRead(idOf(stream))) {
        if (known.form === null && pending?.isKnown) pending.since = earlier(pending.since, since);
        continue;
      }
      known.hasBad = true;
      known.badSince = earlier(known.badSince, since);
      known.mayCount ||= mayCount;
      if (known.form !== null) this.#pend({ stream, since: known.badSince, isKnown: false });
    }
  }

  takeMisfits(): Misfit[] {
    const taken = [...this.#pending.values()];
    this.#pending.clear();
    return taken;
  }

  #pend({ stream, since, isKnown }: Misfit): void {
    const pending = this.#pending.get(stream.id);
    this.#pending.set(stream.id, {
      stream,
      since: earlier(pending?.since ?? null, since),
      isKnown: isKnown || pending?.isKnown === true,
    });
  }

  /** Tells of a stream that is decoded in another way, or of which samples that were bad count. */
  #tell(entry: Entry, known: Known, { tells }: Learnt): void {
    const isChanged = this.#renew(entry, known);
    const badSince = isChanged || known.mayCount ? known.badSince : null;
    const since = isChanged ? earlier(badSince, known.assumedSince) : badSince;
    if (this.#pending.get(known.stream.id)?.isKnown === false) this.#pending.delete(known.stream.id);
    if (since !== null || (isChanged && (tells || known.hasBad))) {
      this.#pend({ stream: known.stream, since, isKnown: true });
    }
    Object.assign(known, { badSince: null, assumedSince: null, hasBad: false, mayCount: false });
  }

  #known(entry: Entry, stream: DataHubStream): Known {
    const before = entry.streams.get(stream.id);
    if (before !== undefined && isAlike(before.stream.source, stream.source)) return before;
    const known: Known = {
      ...NOTHING_DOUBTED,
      stream,
      address: stream.source,
      reading: this.#readings(stream.source),
      listed: undefined,
      form: signatureOf(stream.source),
    };
    entry.streams.set(stream.id, known);
    const isChanged = this.#renew(entry, known);
    // What was read by the former address is read again by this one.
    const since = earlier(before?.badSince ?? null, before?.assumedSince ?? null);
    if (isChanged || since !== null) this.#pend({ stream, since, isKnown: true });
    return known;
  }

  /** Decodes a stream by what is listed now. Returns whether that differs from its stored address. */
  #renew(entry: Entry, known: Known): boolean {
    if (entry.listed === undefined || known.listed === entry.listed) return false;
    known.listed = entry.listed;
    const address = goesOnBy(known.stream.source, entry.listed), before = known.reading;
    known.address = address ?? known.stream.source;
    known.reading = this.#readings(known.address, { isLost: address === null });
    if (known.reading !== before) this.version++;
    const form = address === null ? null : signatureOf(address), isChanged = form !== known.form;
    known.form = form;
    return isChanged;
  }

  #entry(sdsStreamId: string): Entry {
    const id = sdsStreamId.toLowerCase();
    const entry = this.#entries.get(id) ??
      { listed: undefined, readAtMs: -Infinity, askedAtMs: -Infinity, confirmed: 0, streams: new Map() };
    this.#entries.set(id, entry);
    return entry;
  }
}

const NOTHING_DOUBTED = { badSince: null, hasBad: false, mayCount: false, assumedSince: null };

function isAlike(one: DataHubAddress, other: DataHubAddress): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function idOf({ source }: DataHubStream): string {
  return source.sdsStreamId.toLowerCase();
}
