import { EarlyWorkers, spawnShardWorker } from "./early_workers.ts";
import type { Andon, ServeOptions } from "./serve_options.ts";

export type { Andon, ServeOptions } from "./serve_options.ts";

/** Named at run time: what a module may import belongs to its graph, which is read before its first line runs. */
const SERVED = new URL("./served.ts", import.meta.url).href;

/** Opens the store, starts the actors, and serves. Its own modules are loaded while the workers load theirs. */
export async function serve(options: ServeOptions): Promise<Andon> {
  using workers = earlyWorkers(options);
  const { startAndon }: typeof import("./served.ts") = await import(SERVED);
  return await startAndon(options, workers);
}

/** None where the store is yet to be waited for, or where somebody else makes them. */
function earlyWorkers({ settings, leadership, workers }: ServeOptions): EarlyWorkers {
  const mayBeEarly = leadership !== "standby" && workers?.spawnWorker === undefined;
  return new EarlyWorkers(mayBeEarly ? settings.actorShards : 0, spawnShardWorker);
}
