import type { ShardHost } from "./host.ts";
import { settleAndClose } from "./settling.ts";
import type { Timers } from "./timers.ts";

/**
 * Ends the shards: first until no message waits in any of them or between them, then their actors are put away,
 * then they are given up, at the deadline at the latest. Never rejects.
 */
export async function drainHosts(
  hosts: ShardHost[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  for (const host of hosts) host.beginClosing();
  await settleAndClose(hosts, { deadlineMs, timers });
  for (const host of hosts) host.end();
}
