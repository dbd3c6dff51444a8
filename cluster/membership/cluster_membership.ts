import type { Ms } from "../../domain/shared/time.ts";
import type { LeaseView } from "./types.ts";

/** A process of the cluster, as another member sees it. */
export interface ClusterMember {
  id: string;
  /** Where it receives forwarded requests; null: nowhere. */
  address: string | null;
  beat: number;
  /** How many partition leases it holds. */
  partitions: number;
  /** The version of its program; null: it hosts no remote shards. */
  program: string | null;
  /** When it was first seen. */
  sinceMs: Ms;
  /** When its record last changed, by the observer's monotonic clock. */
  renewedMs: Ms;
}

/** The member that holds the lease on the store. */
export interface Leader {
  id: string;
  address: string;
  /** Its newest renewal that was seen. */
  beat: number;
  /** Aborts once another leader is seen. */
  gone: AbortSignal;
}

/** How long an observation is valid. As long as a lease: after that another member may lead. */
const FRESH_MS = 5_000;
/** How long renewals are remembered; a request that names an older one is too late anyway. */
const KEPT_MS = 20_000;

/** What a member knows of the cluster. All times are of its own monotonic clock. */
export class ClusterMembership {
  readonly #issuedMs = new Map<number, Ms>();
  #known: ReadonlyMap<string, ClusterMember> = new Map();
  #leader: { id: string; gone: AbortController } | undefined;
  #observedMs = -Infinity;
  #beat = 0;
  #isLeaving = false;
  #hasAnnouncedLeaving = false;

  readonly address: string;
  readonly program: string;

  /** `address`: where this process receives forwarded requests; `program`: its version. */
  constructor(readonly self: string, { address, program }: { address: string; program: string }) {
    this.address = address;
    this.program = program;
  }

  /** This process is about to end: from its next renewal on it hosts no remote shards. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** The record must be renewed at once: the others do not know yet that this member leaves. */
  get hasUnannouncedChange(): boolean {
    return this.#isLeaving && !this.#hasAnnouncedLeaving;
  }

  /** The contents of this process's next renewal. */
  renewal(nowMs: Ms): { beat: number; address: string; program?: string } {
    for (const [beat, issuedMs] of this.#issuedMs) {
      if (nowMs - issuedMs <= KEPT_MS) break;
      this.#issuedMs.delete(beat);
    }
    this.#issuedMs.set(++this.#beat, nowMs);
    const known = { beat: this.#beat, address: this.address };
    this.#hasAnnouncedLeaving = this.#isLeaving;
    return this.#isLeaving ? known : { ...known, program: this.program };
  }

  /** How long ago this process began to write a renewal; undefined when it is unknown or too old. */
  ageOf(beat: number, nowMs: Ms): Ms | undefined {
    const issuedMs = this.#issuedMs.get(beat);
    return issuedMs === undefined ? undefined : nowMs - issuedMs;
  }

  /** Takes in a reading of the leases. `live` are the members that the failure detector counts as alive. */
  observe(
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
    this.#observedMs = nowMs;
    this.#setLeader(epochs.get(0)?.record.holder ?? null);
  }

  /** The leader; undefined while there is none, it has no address, or the last observation is too old. */
  leader(nowMs: Ms): Leader | undefined {
    if (this.#leader === undefined || nowMs - this.#observedMs > FRESH_MS) return undefined;
    const { id, gone } = this.#leader;
    const known = this.#known.get(id);
    if (known === undefined || known.address === null) return undefined;
    return { id, address: known.address, beat: known.beat, gone: gone.signal };
  }

  /** The live members, by id; none while the last observation is too old. */
  members(nowMs: Ms): ClusterMember[] {
    if (nowMs - this.#observedMs > FRESH_MS) return [];
    return [...this.#known.values()].sort((a, b) => a.id < b.id ? -1 : 1);
  }

  #setLeader(id: string | null): void {
    if (this.#leader?.id === id) return;
    this.#leader?.gone.abort();
    this.#leader = id === null ? undefined : { id, gone: new AbortController() };
  }
}
