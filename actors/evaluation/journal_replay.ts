import type { KnownStream, StreamPast } from "../../domain/evaluation/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { inOrder, joinedKnown, type JournalEntry, knownKey } from "./journal.ts";
import { RestoredPasts } from "./restored_pasts.ts";
import { UpgradesAhead } from "./upgrades_ahead.ts";

/** The streams that an instance was deployed without having (wholly) read, and where that stands in the sequence. */
export interface BlindDeployment {
  sequence: number;
  streams: ReadonlySet<number>;
}

export interface JournalReplayOptions {
  /** The watermark of the restored generation. */
  restoredAt: Ticks;
  upgradesAhead?: UpgradesAhead;
}

/** The commands of the journal that a restored shard has yet to repeat, and what they are repeated from. */
export class JournalReplay {
  readonly restoredAt: Ticks;
  readonly upgradesAhead: UpgradesAhead;
  /** In order. */
  readonly #entries: JournalEntry[] = [];
  /** What was known at deployments, upgrades and first reads, by `knownKey`. */
  readonly #known = new Map<string, KnownStream[]>();
  readonly #deployedBlind = new Map<number, BlindDeployment>();
  /** Samples offered meanwhile. */
  readonly #offered: SampleBatch[] = [];
  readonly #pasts = new RestoredPasts();

  constructor({ restoredAt, upgradesAhead = new UpgradesAhead() }: JournalReplayOptions) {
    this.restoredAt = restoredAt;
    this.upgradesAhead = upgradesAhead;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get isOver(): boolean {
    return this.#entries.length === 0;
  }

  /** Whether there is more to repeat than what people have ended. */
  get isRepeating(): boolean {
    return this.#entries.some(({ kind }) => kind !== "ended");
  }

  /** Takes an entry, as the last one or (`inOrder`) where it belongs. */
  add(entry: JournalEntry): void {
    const last = this.#entries.at(-1);
    this.#entries.push(entry);
    if (last !== undefined && inOrder(last, entry) > 0) this.#entries.sort(inOrder);
  }

  /** The next entry that took effect at or before a watermark. */
  takeUpTo(watermark: Ticks): JournalEntry | undefined {
    return this.#entries.length > 0 && this.#entries[0].watermark <= watermark
      ? this.#entries.shift()
      : undefined;
  }

  addKnown(entry: JournalEntry & { kind: "known" }): void {
    const key = knownKey(entry), known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, [...entry.known]);
    else known.push(...entry.known);
  }

  /** What was known at a deployment, an upgrade, or (`batch`) the first reads of that batch. */
  knownAt(at: Parameters<typeof knownKey>[0]): KnownStream[] | undefined {
    const parts = this.#known.get(knownKey(at));
    return parts === undefined ? undefined : joinedKnown(parts);
  }

  deployedWith(
    instanceId: number,
    { sequence, known }: { sequence: number; known: readonly KnownStream[] },
  ): void {
    const unread = known.filter(({ read, unfilled }) => !read || unfilled === true);
    const streams = new Set(unread.map(({ stream }) => stream));
    if (streams.size > 0) this.#deployedBlind.set(instanceId, { sequence, streams });
    else this.#deployedBlind.delete(instanceId);
  }

  deployedBlind(instanceId: number): BlindDeployment | undefined {
    return this.#deployedBlind.get(instanceId);
  }

  /** Samples offered during the replay: a stream that only a deployment to come binds is offered them again. */
  keepOffered(batch: SampleBatch): void {
    this.#offered.push(batch);
  }

  get offered(): readonly SampleBatch[] {
    return this.#offered;
  }

  keepPast(past: StreamPast): void {
    this.#pasts.keep(past);
  }

  /** What windows need of a stream's past at a watermark. */
  pastOf(stream: number, upTo: Ticks): StreamPast | undefined {
    return this.#pasts.asOf(stream, upTo, this.#offered);
  }
}
