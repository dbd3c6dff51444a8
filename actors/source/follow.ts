import type { SourceStream } from "../../connectors/source.ts";
import { isOfOtherPlant } from "../../domain/asset/address.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { keys } from "../../storage/keys.ts";
import { readFields } from "../../storage/writes/read_packed.ts";
import type { ActorContext } from "../runtime/types.ts";
import { sourceStream } from "./contract.ts";

/** Most first reads in one round, so that live reading never waits long. */
export const FIRST_READS_A_ROUND = 400;

/** From this many on, as at a start, reading all streams is faster than reading each. */
const MOST_READ_ALONE = 500;

/** The streams that are followed at the source, or wait for it. */
export interface StreamChanges {
  added: SourceStream[];
  removed: SourceStream[];
}

/** The streams followed at the source, the new ones, those that no shard needs any more, and those that are missing. */
export class Following {
  readonly #followed = new Map<number, SourceStream>();
  readonly #leaving = new Map<number, SourceStream>();
  /** Bound, but not yet followed at the source. */
  readonly #entering = new Set<number>();
  /** First reads that are due: the stream, and the shards that wait for it. */
  readonly #unread = new Map<number, Set<number>>();
  /** Bound, but missing at the source or of another plant. */
  readonly #missing = new Set<number>();
  /** Those of them of which the shards have not been told. */
  readonly #lost = new Set<number>();

  /** `plant`: of the configured source; null without one. `shardsOf`: the shards that need a stream. */
  constructor(
    private readonly context: ActorContext,
    private readonly given: { plant: string | null; shardsOf: (stream: number) => number[] },
  ) {}

  get size(): number {
    return this.#followed.size;
  }

  get unread(): number {
    return this.#unread.size;
  }

  stream(id: number): SourceStream | undefined {
    return this.#followed.get(id);
  }

  streams(): SourceStream[] {
    return [...this.#followed.values()];
  }

  isMissing(id: number): boolean {
    return this.#missing.has(id);
  }

  enter(stream: number): void {
    this.#leaving.delete(stream);
    if (!this.#followed.has(stream)) this.#entering.add(stream);
  }

  wantsRead(stream: number, shard: number): void {
    const shards = this.#unread.get(stream);
    if (shards === undefined) this.#unread.set(stream, new Set([shard]));
    else shards.add(shard);
  }

  leave(stream: number): void {
    this.#entering.delete(stream);
    this.#unread.delete(stream);
    this.#missing.delete(stream);
    this.#lost.delete(stream);
    const followed = this.#followed.get(stream);
    if (followed === undefined) return;
    this.#followed.delete(stream);
    this.#leaving.set(stream, followed);
  }

  /** What is stored of these streams has changed: it is read again with the next round. */
  changed(streams: readonly number[]): void {
    for (const id of streams) if (this.#followed.has(id) || this.#missing.has(id)) this.#entering.add(id);
  }

  /** Applies the streams added, changed and removed since the last call. A changed address is both. */
  async applyChanges(): Promise<StreamChanges> {
    const entering = [...this.#entering];
    const records = await readStreams(entering, this.context.store);
    const added: SourceStream[] = [], removed = [...this.#leaving.values()];
    for (const id of entering) {
      this.#entering.delete(id);
      const record = records.get(id), before = this.#followed.get(id);
      if (record === undefined || !this.#isThere(record)) {
        this.#lose(id);
        if (before !== undefined) removed.push(before);
        continue;
      }
      if (this.#missing.delete(id)) this.#find(id);
      const stream = sourceStream(record);
      if (before !== undefined && JSON.stringify(before) === JSON.stringify(stream)) continue;
      if (before !== undefined) removed.push(before);
      this.#followed.set(id, stream);
      added.push(stream);
    }
    this.#leaving.clear();
    return { added, removed };
  }

  /** Whether a stored stream is at the configured source. Without a source none is read anyway. */
  #isThere(stream: FollowedFields): boolean {
    return stream.gone === undefined && !isOfOtherPlant(stream, { plant: this.given.plant ?? undefined });
  }

  #lose(id: number): void {
    this.#followed.delete(id);
    this.#unread.delete(id);
    this.#missing.add(id);
    this.#lost.add(id);
  }

  /** A stream that is back: every shard that needs it waits for its first read. */
  #find(id: number): void {
    this.#lost.delete(id);
    for (const shard of this.given.shardsOf(id)) this.wantsRead(id, shard);
  }

  /** The streams of whose loss the shards have not been told. */
  lost(): number[] {
    return [...this.#lost];
  }

  lossReported(streams: readonly number[]): void {
    for (const id of streams) this.#lost.delete(id);
  }

  /** Puts back the streams of a failed change of the feed, so that it is tried again. */
  undo({ added, removed }: StreamChanges): void {
    for (const stream of added) {
      this.#followed.delete(stream.id);
      this.#entering.add(stream.id);
    }
    for (const stream of removed) this.#leaving.set(stream.id, stream);
  }

  dueReads(): { stream: SourceStream; shards: number[] }[] {
    const due: { stream: SourceStream; shards: number[] }[] = [];
    for (const [id, shards] of this.#unread) {
      const stream = this.#followed.get(id);
      if (stream !== undefined) due.push({ stream, shards: [...shards] });
      if (due.length === FIRST_READS_A_ROUND) break;
    }
    return due;
  }

  wasRead(stream: number): void {
    this.#unread.delete(stream);
  }

  get hasDue(): boolean {
    return this.#unread.size > 0 || this.#entering.size > 0 || this.#leaving.size > 0 || this.#lost.size > 0;
  }
}

const FOLLOWED_FIELDS = ["id", "source", "plant", "gone"] as const;
type FollowedFields = Pick<StreamRecord, typeof FOLLOWED_FIELDS[number]>;

/** Those that exist, by id. */
async function readStreams(
  ids: readonly number[],
  store: ActorContext["store"],
): Promise<Map<number, FollowedFields>> {
  if (ids.length > MOST_READ_ALONE) {
    const query = { noun: "stream", of: 1, rests: [0], fields: FOLLOWED_FIELDS } as const;
    const all = await readFields<StreamRecord, typeof FOLLOWED_FIELDS[number]>(store, query);
    return new Map(all.map((stream) => [stream.id, stream]));
  }
  const entries = await store.getMany<StreamRecord>(ids.map((id) => keys.stream(id)));
  return new Map(entries.flatMap((entry) => entry === undefined ? [] : [[entry.value.id, entry.value]]));
}

export function knownStream(stream: number, sample: Sample | null): KnownStream {
  return { stream, read: true, sample, good: sample?.quality === "good" ? sample : null };
}

/** The known sample of a stream, as a change. */
export function knownSamples({ stream, sample }: KnownStream): SampleChange[] {
  return sample === null ? [] : upserts(stream, [sample]);
}

export function upserts(stream: number, samples: readonly Sample[]): SampleChange[] {
  return samples.map((sample) => ({ op: "upsert", stream, sample }));
}
