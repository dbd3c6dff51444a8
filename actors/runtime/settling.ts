import { type Timers, within } from "./timers.ts";

/** The side of a shard that the main isolate has, as far as bringing it to rest goes. */
export interface Settling {
  /** Waits until the shard has no work. The answer counts the deliveries that were posted since it said so. */
  settle(round: number): Promise<() => number>;
  /** Puts the shard's actors away. */
  close(): Promise<void>;
}

/** The rest of the time is kept for putting actors away. */
const SETTLING_SHARE = 0.75;

/** First until no message waits in any shard or between them, then their actors are put away. Never rejects. */
export async function settleAndClose(
  shards: readonly Settling[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  const startMs = timers.now();
  await within(settleAll(shards), { ms: deadlineMs * SETTLING_SHARE, timers });
  const closing = Promise.all(shards.map((shard) => shard.close()));
  await within(closing, { ms: deadlineMs - (timers.now() - startMs), timers });
}

/** A round ends it when nothing was on its way to any shard after all had reported to be without work. */
async function settleAll(shards: readonly Settling[]): Promise<void> {
  for (let round = 1;; round++) {
    const underWay = await Promise.all(shards.map((shard) => shard.settle(round)));
    if (underWay.every((count) => count() === 0)) return;
  }
}
