import { workerScopePort } from "./port.ts";
import { Shard, type ShardOptions } from "./shard.ts";
import { realTimers } from "./timers.ts";

export type ShardWorkerOptions = Omit<ShardOptions, "port" | "timers">;

/**
 * Serves one shard in a worker. Call it in the entry module before the first await, with `self`: the main
 * isolate's first message is posted while the module loads.
 */
export function serveShardWorker(scope: object, options: ShardWorkerOptions): void {
  new Shard({ ...options, port: workerScopePort(scope), timers: realTimers });
}
