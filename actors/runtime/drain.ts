import type { ShardHost } from "./host.ts";
import { type Timers, within } from "./timers.ts";

/** The rest of the time is for unloading actors. */
const SETTLING_SHARE = 0.75;

/**
 * Ends the shards: waits until no message is left in or between them, unloads their actors, and closes them,
 * at the deadline at the latest. Never rejects.
 */
export async function drainHosts(
  hosts: readonly ShardHost[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  const startMs = timers.now();
  for (const host of hosts) host.beginClosing();
  await within(settled(hosts), { ms: deadlineMs * SETTLING_SHARE, timers });
  const closing = Promise.all(hosts.map((host) => host.close()));
  await within(closing, { ms: deadlineMs - (timers.now() - startMs), timers });
  for (const host of hosts) host.end();
}

/** Ends with a round in which no shard got a message after all had reported that they have no work. */
async function settled(hosts: readonly ShardHost[]): Promise<void> {
  for (let round = 1;; round++) {
    const underWay = await Promise.all(hosts.map((host) => host.settle(round)));
    if (underWay.every((count) => count() === 0)) return;
  }
}
