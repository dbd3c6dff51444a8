import type { ShardHost } from "./host.ts";
import { type Timers, within } from "./timers.ts";

/** The rest of the time is kept for putting actors away. */
const SETTLING_SHARE = 0.75;

/**
 * Ends the shards: first until no message waits in any of them or between them, then their actors are put away,
 * then they are given up, at the deadline at the latest. Never rejects.
 */
export async function drainHosts(
  hosts: ShardHost[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  const startMs = timers.now();
  for (const host of hosts) host.beginClosing();
  await within(settleAll(hosts), { ms: deadlineMs * SETTLING_SHARE, timers });
  const closing = Promise.all(hosts.map((host) => host.close()));
  await within(closing, { ms: deadlineMs - (timers.now() - startMs), timers });
  for (const host of hosts) host.end();
}

/** A round ends it when nothing was on its way to any shard after all had reported to be without work. */
async function settleAll(hosts: ShardHost[]): Promise<void> {
  for (let round = 1;; round++) {
    const underWay = await Promise.all(hosts.map((host) => host.settle(round)));
    if (underWay.every((count) => count() === 0)) return;
  }
}
