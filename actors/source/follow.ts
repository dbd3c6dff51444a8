import type { SourceStream } from "../../connectors/source.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample, SampleChange } from "../../domain/sample/types.ts";
import { keys } from "../../storage/keys.ts";
import { readFields } from "../../storage/writes/read_packed.ts";
import type { ActorContext } from "../runtime/types.ts";

/** Most first reads in one round, so that live reading never waits long. */
export const FIRST_READS_A_ROUND = 400;

/** From this many on, as at a start, reading all streams is faster than reading each. */
const MOST_READ_ALONE = 500;

/** The streams followed at the source, the new ones, and those that no shard needs any more. */
export class Following {
  readonly #followed = new Map<number, SourceStream>();
  readonly #leaving = new Map<number, SourceStream>();
  /** Bound, but not yet followed at the source. */
  readonly #entering = new Set<number>();
  /** First reads that are due: the stream, and the shards that wait for it. */
  readonly #unread = new Map<number, Set<number>>();

  constructor(private readonly context: ActorContext) {}

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
    const followed = this.#followed.get(stream);
    if (followed === undefined) return;
    this.#followed.delete(stream);
    this.#leaving.set(stream, followed);
  }

  /** Applies the streams added and removed since the last call. */
  async turnOver(): Promise<{ added: SourceStream[]; removed: SourceStream[] }> {
    const entering = [...this.#entering];
    const added = await readStreams(entering, this.context.store);
    for (const id of entering) this.#entering.delete(id);
    for (const stream of added) this.#followed.set(stream.id, stream);
    const removed = [...this.#leaving.values()];
    this.#leaving.clear();
    return { added, removed };
  }

  /** Puts back the streams of a failed change of the feed, so that it is tried again. */
  undo({ added, removed }: { added: SourceStream[]; removed: SourceStream[] }): void {
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
    return this.#unread.size > 0 || this.#entering.size > 0 || this.#leaving.size > 0;
  }
}

/** Those that exist, in the order of the ids. */
async function readStreams(ids: readonly number[], store: ActorContext["store"]): Promise<SourceStream[]> {
  if (ids.length > MOST_READ_ALONE) {
    const wanted = { noun: "stream", of: 1, rests: [0], fields: ["id", "source"] } as const;
    const all = await readFields<StreamRecord, "id" | "source">(store, wanted);
    const byId = new Map(all.map((stream) => [stream.id, stream]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }
  const entries = await store.getMany<StreamRecord>(ids.map((id) => keys.stream(id)));
  return entries.flatMap((entry) =>
    entry === undefined ? [] : [{ id: entry.value.id, source: entry.value.source }]
  );
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
