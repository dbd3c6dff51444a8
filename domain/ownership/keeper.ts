import { Sightings, type SightingsOptions } from "./sightings.ts";
import { mayTake, owes, type Spread } from "./spread.ts";
import type { OwnershipTime, OwnershipView } from "./types.ts";

export interface KeeperOptions extends SightingsOptions {
  /** This process. */
  id: string;
  partitions: number;
}

/** A partition that may be taken: over what stands there (null: nothing), with the epoch that it gets. */
export interface Taking {
  partition: number;
  over: string | null;
  epoch: number;
}

/** What one look at the store says to one process. */
export interface Decision {
  /** Its partitions, with the versionstamps of their epoch keys. */
  held: Map<number, string>;
  take: Taking[];
  giveBack: number[];
  /** The processes that live, this one among them. */
  live: Set<string>;
}

/** Decides for one process which partitions it holds, takes and gives back. Safety is not its matter: that is in the checks of every commit. */
export class Keeper {
  readonly #sightings: Sightings;

  constructor(readonly options: KeeperOptions) {
    this.#sightings = new Sightings(options);
  }

  look(view: OwnershipView, time: OwnershipTime): Decision {
    const { id } = this.options;
    const live = this.#sightings.look(view.processes, time).add(id);
    const held = this.#heldBy(id, view);
    const spread = this.#spread(view, live);
    const take = this.#free(view, live).slice(0, mayTake(spread, id));
    const giveBack = [...held.keys()].sort((a, b) => b - a).slice(0, owes(spread, id));
    return { held, take, giveBack, live };
  }

  #heldBy(id: string, { epochs }: OwnershipView): Map<number, string> {
    const mine = [...epochs].filter(([, { record }]) => record.holder === id);
    return new Map(mine.map(([partition, { versionstamp }]) => [partition, versionstamp]));
  }

  #spread({ epochs }: OwnershipView, live: ReadonlySet<string>): Spread {
    const held = new Map([...live].map((id) => [id, 0]));
    for (const { record: { holder } } of epochs.values()) {
      if (holder !== null && held.has(holder)) held.set(holder, held.get(holder)! + 1);
    }
    return { partitions: this.options.partitions, held };
  }

  /** From a place of its own on, so that several do not reach for the same ones. */
  #free({ epochs }: OwnershipView, live: ReadonlySet<string>): Taking[] {
    const { partitions, id } = this.options;
    const place = [...live].sort().indexOf(id);
    const from = Math.floor(place * partitions / live.size);
    return Array.from({ length: partitions }, (_, i): Taking[] => {
      const partition = (from + i) % partitions;
      const known = epochs.get(partition);
      const holder = known?.record.holder ?? null;
      if (holder !== null && live.has(holder)) return [];
      return [{ partition, over: known?.versionstamp ?? null, epoch: (known?.record.epoch ?? 0) + 1 }];
    }).flat();
  }
}
