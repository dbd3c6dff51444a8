import { FailureDetector, type FailureDetectorOptions } from "./failure_detector.ts";
import { claimable, type LeaseCounts, surplus } from "./lease_balance.ts";
import type { LeaseView, ObservedTime } from "./types.ts";

export interface LeaseElectorOptions extends FailureDetectorOptions {
  /** This process. */
  id: string;
  partitions: number;
}

/** A partition to claim: the versionstamp of its epoch record (null: none) and the new epoch. */
export interface LeaseClaim {
  partition: number;
  over: string | null;
  epoch: number;
}

/** What one process does after one reading of the leases. */
export interface LeaseDecision {
  /** Its partitions with the versionstamps of their epoch records. */
  held: Map<number, string>;
  take: LeaseClaim[];
  release: number[];
  /** The live processes, this one included. */
  live: Set<string>;
}

/**
 * Decides which partitions a process holds, claims and releases. Safety does not depend on it: every commit
 * checks the epoch.
 */
export class LeaseElector {
  readonly #failureDetector: FailureDetector;

  constructor(readonly options: LeaseElectorOptions) {
    this.#failureDetector = new FailureDetector(options);
  }

  decide(view: LeaseView, time: ObservedTime): LeaseDecision {
    const { id } = this.options;
    const live = this.#failureDetector.observe(view.processes, time).add(id);
    const held = this.#heldBy(id, view);
    const counts = this.#counts(view, live);
    const take = this.#free(view, live).slice(0, claimable(counts, id));
    const release = [...held.keys()].sort((a, b) => b - a).slice(0, surplus(counts, id));
    return { held, take, release, live };
  }

  #heldBy(id: string, { epochs }: LeaseView): Map<number, string> {
    const mine = [...epochs].filter(([, { record }]) => record.holder === id);
    return new Map(mine.map(([partition, { versionstamp }]) => [partition, versionstamp]));
  }

  #counts({ epochs }: LeaseView, live: ReadonlySet<string>): LeaseCounts {
    const held = new Map([...live].map((id) => [id, 0]));
    for (const { record: { holder } } of epochs.values()) {
      if (holder !== null && held.has(holder)) held.set(holder, held.get(holder)! + 1);
    }
    return { partitions: this.options.partitions, held };
  }

  /** Each process starts at another partition, so that several do not claim the same ones. */
  #free({ epochs }: LeaseView, live: ReadonlySet<string>): LeaseClaim[] {
    const { partitions, id } = this.options;
    const rank = [...live].sort().indexOf(id);
    const from = Math.floor(rank * partitions / live.size);
    return Array.from({ length: partitions }, (_, i): LeaseClaim[] => {
      const partition = (from + i) % partitions;
      const known = epochs.get(partition);
      const holder = known?.record.holder ?? null;
      if (holder !== null && live.has(holder)) return [];
      return [{ partition, over: known?.versionstamp ?? null, epoch: (known?.record.epoch ?? 0) + 1 }];
    }).flat();
  }
}
