import type { KnownStream, StreamPast } from "../../domain/evaluation/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { inOrder, joinedKnown, type JournalEntry, knownKey } from "./journal.ts";
import { RestoredPasts } from "./restored_pasts.ts";
import { PendingUpgrades } from "./pending_upgrades.ts";

/** The streams not (completely) read at an instance's deployment, and the sequence of that deployment. */
export interface BlindDeployment {
  sequence: number;
  streams: ReadonlySet<number>;
}

export interface JournalReplayOptions {
  /** The watermark of the restored generation. */
  restoredAt: Ticks;
  pendingUpgrades?: PendingUpgrades;
}

/** The journal commands that a restored shard must repeat, and the samples they need. */
export class JournalReplay {
  readonly restoredAt: Ticks;
  readonly pendingUpgrades: PendingUpgrades;
  /** Ordered by `inOrder`. */
  readonly #entries: JournalEntry[] = [];
  /** The samples known at deployments, upgrades and first reads, by `knownKey`. */
  readonly #known = new Map<string, KnownStream[]>();
  readonly #deployedBlind = new Map<number, BlindDeployment>();
  /** Samples offered during the replay. */
  readonly #offered: SampleBatch[] = [];
  readonly #pasts = new RestoredPasts();

  constructor({ restoredAt, pendingUpgrades = new PendingUpgrades() }: JournalReplayOptions) {
    this.restoredAt = restoredAt;
    this.pendingUpgrades = pendingUpgrades;
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  get isFinished(): boolean {
    return this.#entries.length === 0;
  }

  /** Whether entries other than closes by people remain. */
  get isRepeating(): boolean {
    return this.#entries.some(({ kind }) => kind !== "ended");
  }

  /** Adds an entry at its position. */
  add(entry: JournalEntry): void {
    const last = this.#entries.at(-1);
    this.#entries.push(entry);
    if (last !== undefined && inOrder(last, entry) > 0) this.#entries.sort(inOrder);
  }

  /** The next entry that took effect at or before a watermark. */
  takeUpTo(watermark: Ticks): JournalEntry | undefined {
    const [next] = this.#entries;
    return next !== undefined && next.watermark <= watermark ? this.#entries.shift() : undefined;
  }

  addKnown(entry: JournalEntry & { kind: "known" }): void {
    const key = knownKey(entry), known = this.#known.get(key);
    if (known === undefined) this.#known.set(key, [...entry.known]);
    else known.push(...entry.known);
  }

  /** The samples known at a deployment, an upgrade, or (`batch`) the first reads of that batch. */
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

  /** Keeps samples for streams that only a later entry binds; they are offered again then. */
  keepOffered(batch: SampleBatch): void {
    this.#offered.push(batch);
  }

  get offered(): readonly SampleBatch[] {
    return this.#offered;
  }

  keepPast(past: StreamPast): void {
    this.#pasts.keep(past);
  }

  /** The past of a stream that windows need at a watermark. */
  pastOf(stream: number, upTo: Ticks): StreamPast | undefined {
    return this.#pasts.asOf(stream, upTo, this.#offered);
  }
}
