import { FailureDetector, type FailureDetectorOptions } from "./failure_detector.ts";
import { claimable, type LeaseCounts, surplus } from "./lease_balance.ts";
import type { LeaseView, ObservedTime } from "./types.ts";

export interface LeaseElectorOptions extends FailureDetectorOptions {
  /** This process. */
  id: string;
  partitions: number;
}

/** A partition that may be taken: over what stands there (null: nothing), with the epoch that it gets. */
export interface LeaseClaim {
  partition: number;
  over: string | null;
  epoch: number;
}

/** What one look at the store says to one process. */
export interface LeaseDecision {
  /** Its partitions, with the versionstamps of their epoch keys. */
  held: Map<number, string>;
  take: LeaseClaim[];
  giveBack: number[];
  /** The processes that live, this one among them. */
  live: Set<string>;
}

/** Decides for one process which partitions it holds, takes and gives back. Safety is not its matter: that is in the checks of every commit. */
export class LeaseElector {
  readonly #sightings: FailureDetector;

  constructor(readonly options: LeaseElectorOptions) {
    this.#sightings = new FailureDetector(options);
  }

  look(view: LeaseView, time: ObservedTime): LeaseDecision {
    const { id } = this.options;
    const live = this.#sightings.look(view.processes, time).add(id);
    const held = this.#heldBy(id, view);
    const counts = this.#counts(view, live);
    const take = this.#free(view, live).slice(0, claimable(counts, id));
    const giveBack = [...held.keys()].sort((a, b) => b - a).slice(0, surplus(counts, id));
    return { held, take, giveBack, live };
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

  /** From a place of its own on, so that several do not reach for the same ones. */
  #free({ epochs }: LeaseView, live: ReadonlySet<string>): LeaseClaim[] {
    const { partitions, id } = this.options;
    const place = [...live].sort().indexOf(id);
    const from = Math.floor(place * partitions / live.size);
    return Array.from({ length: partitions }, (_, i): LeaseClaim[] => {
      const partition = (from + i) % partitions;
      const known = epochs.get(partition);
      const holder = known?.record.holder ?? null;
      if (holder !== null && live.has(holder)) return [];
      return [{ partition, over: known?.versionstamp ?? null, epoch: (known?.record.epoch ?? 0) + 1 }];
    }).flat();
  }
}
