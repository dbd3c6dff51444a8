import type { ShardHost } from "./host.ts";
import { settleAndClose } from "./settling.ts";
import type { Timers } from "./timers.ts";

/**
 * Ends the shards: waits until no message is left in or between them, unloads their actors, and closes them,
 * at the deadline at the latest. Never rejects.
 */
export async function drainHosts(
  hosts: ShardHost[],
  { deadlineMs, timers }: { deadlineMs: number; timers: Timers },
): Promise<void> {
  for (const host of hosts) host.beginClosing();
  await settleAndClose(hosts, { deadlineMs, timers });
  for (const host of hosts) host.end();
}
