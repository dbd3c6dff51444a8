import { batchSample } from "../../domain/sample/batch.ts";
import type { ArrivalQueue, QueuedPage, QueuedSample } from "../source.ts";
import type { CollectedStore } from "./store.ts";

/** The arrivals of a store as a queue: they wait until they were passed on. */
export class StoreQueue implements ArrivalQueue {
  constructor(private readonly store: CollectedStore) {}

  read(after: number | null, most: number): QueuedPage {
    const { arrivals, life } = this.store;
    this.store.flush();
    const upToMs = life.aliveTo, found = arrivals.after(after ?? arrivals.first - 1, most);
    const number = found.at(-1)?.number ?? after ?? arrivals.last;
    const samples = found.flatMap(({ batch }) =>
      Array.from({ length: batch.count }, (_, row): QueuedSample => {
        const { name, unit, path } = this.store.streams.byKey(batch.streams[row]!)!;
        return { stream: name, unit, path, sample: batchSample(batch, row) };
      })
    );
    return { number, samples, upToMs: number === arrivals.last ? upToMs : null };
  }

  remove(upTo: number): void {
    const { database, arrivals } = this.store;
    database.transaction(() => arrivals.remove(upTo));
  }

  fill(): ReturnType<ArrivalQueue["fill"]> {
    const { arrivals, database, mostBytes } = this.store;
    return {
      samples: arrivals.samples,
      oldestMs: arrivals.oldestMs(),
      share: database.usedBytes() / mostBytes,
    };
  }
}
