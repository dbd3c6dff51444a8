import type { Ms } from "../../domain/shared/time.ts";
import type { LeaseView } from "./types.ts";

/** One process over the store, as another one sees it. */
export interface ClusterMember {
  id: string;
  /** Where it takes what is handed on to it; null: nowhere. */
  address: string | null;
  beat: number;
  /** How many partitions are its own. */
  partitions: number;
  /** The version of its program; null: it lends no workers. */
  program: string | null;
  /** Since when it is seen. */
  sinceMs: Ms;
  /** Since when its record stands unchanged, by the watcher's steady clock. */
  renewedMs: Ms;
}

/** The process that holds the store. */
export interface Leader {
  id: string;
  address: string;
  /** The newest renewal of it that was seen. */
  beat: number;
  /** Aborts once another one is seen in its place. */
  gone: AbortSignal;
}

/** A look is worth so long: after that others may have taken the store. As long as a lease. */
const FRESH_MS = 5_000;
/** Renewals are known for so long; what refers to an older one comes too late anyway. */
const KEPT_MS = 20_000;

/** What one process knows of the others over the same store. All times are of one steady clock, its own. */
export class ClusterMembership {
  readonly #issuedMs = new Map<number, Ms>();
  #known: ReadonlyMap<string, ClusterMember> = new Map();
  #leader: { id: string; gone: AbortController } | undefined;
  #lookedMs = -Infinity;
  #beat = 0;
  #isLeaving = false;
  #hasSaidSo = false;

  readonly address: string;
  readonly program: string;

  /** `address`: where this process takes what is handed on; `program`: its version. */
  constructor(readonly self: string, { address, program }: { address: string; program: string }) {
    this.address = address;
    this.program = program;
  }

  /** This process is about to end: from its next renewal on it lends no workers. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** It should not wait for its time to renew: there is something that the others do not know. */
  get hasNews(): boolean {
    return this.#isLeaving && !this.#hasSaidSo;
  }

  /** What this process's record says from now on. */
  renewing(nowMs: Ms): { beat: number; address: string; program?: string } {
    for (const [beat, issuedMs] of this.#issuedMs) {
      if (nowMs - issuedMs <= KEPT_MS) break;
      this.#issuedMs.delete(beat);
    }
    this.#issuedMs.set(++this.#beat, nowMs);
    const known = { beat: this.#beat, address: this.address };
    this.#hasSaidSo = this.#isLeaving;
    return this.#isLeaving ? known : { ...known, program: this.program };
  }

  /** How long ago this process began to write that renewal; undefined: not one that counts. */
  ageOf(beat: number, nowMs: Ms): Ms | undefined {
    const issuedMs = this.#issuedMs.get(beat);
    return issuedMs === undefined ? undefined : nowMs - issuedMs;
  }

  look(
    { processes, epochs }: LeaseView,
    { live, nowMs }: { live: ReadonlySet<string>; nowMs: Ms },
  ): void {
    const holders = [...epochs.values()].map(({ record }) => record.holder);
    const known = new Map<string, ClusterMember>();
    for (const [id, { beat = 0, address = null, program = null }] of processes) {
      const before = this.#known.get(id);
      if (!live.has(id)) continue;
      const renewedMs = before?.beat === beat ? before.renewedMs : nowMs;
      const partitions = holders.filter((holder) => holder === id).length;
      const sinceMs = before?.sinceMs ?? nowMs;
      known.set(id, { id, address, beat, partitions, program, sinceMs, renewedMs });
    }
    this.#known = known;
    this.#lookedMs = nowMs;
    this.#note(epochs.get(0)?.record.holder ?? null);
  }

  /** Who holds the store; undefined while nobody does, it cannot be reached, or the last look is too old. */
  leader(nowMs: Ms): Leader | undefined {
    if (this.#leader === undefined || nowMs - this.#lookedMs > FRESH_MS) return undefined;
    const { id, gone } = this.#leader;
    const known = this.#known.get(id);
    if (known === undefined || known.address === null) return undefined;
    return { id, address: known.address, beat: known.beat, gone: gone.signal };
  }

  /** Those that live, by their ids; none while the last look is too old. */
  members(nowMs: Ms): ClusterMember[] {
    if (nowMs - this.#lookedMs > FRESH_MS) return [];
    return [...this.#known.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  }

  #note(id: string | null): void {
    if (this.#leader?.id === id) return;
    this.#leader?.gone.abort();
    this.#leader = id === null ? undefined : { id, gone: new AbortController() };
  }
}
