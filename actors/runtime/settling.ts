import { type Timers, within } from "./timers.ts";

/** The shard operations needed to quiesce it. */
export interface Settling {
  /** Waits until the shard has no work. Resolves with the number of deliveries posted since it reported that. */
  settle(round: number): Promise<() => number>;
  /** Unloads the shard's actors. */
  close(): Promise<void>;
}

/** The rest of the time is for unloading actors. */
const SETTLING_SHARE = 0.75;

/** Waits until no message is left in or between the shards, then unloads their actors. Never rejects. */
export async function settleAndClose(
  shards: readonly Settling[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  const startMs = timers.now();
  await within(settleAll(shards), { ms: deadlineMs * SETTLING_SHARE, timers });
  const closing = Promise.all(shards.map((shard) => shard.close()));
  await within(closing, { ms: deadlineMs - (timers.now() - startMs), timers });
}

/** Ends with a round in which no shard got a message after all had reported that they have no work. */
async function settleAll(shards: readonly Settling[]): Promise<void> {
  for (let round = 1;; round++) {
    const underWay = await Promise.all(shards.map((shard) => shard.settle(round)));
    if (underWay.every((count) => count() === 0)) return;
  }
}
