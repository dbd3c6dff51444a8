import { EarlyWorkers, spawnShardWorker } from "./early_workers.ts";
import type { Andon, ServeOptions } from "./serve_options.ts";

export type { Andon, ServeOptions } from "./serve_options.ts";

/** Resolved at run time: otherwise its whole module graph would load before the first line runs. */
const SERVED = new URL("./served.ts", import.meta.url).href;

/** Opens the store, starts the actors and serves. Its modules load while the workers load theirs. */
export async function serve(options: ServeOptions): Promise<Andon> {
  using workers = earlyWorkers(options);
  const { startAndon }: typeof import("./served.ts") = await import(SERVED);
  return await startAndon(options, workers);
}

/** None when the store must be waited for, or a test supplies the workers. */
function earlyWorkers({ settings, leadership, workers }: ServeOptions): EarlyWorkers {
  const mayBeEarly = leadership !== "standby" && workers?.spawnWorker === undefined;
  return new EarlyWorkers(mayBeEarly ? settings.actorShards : 0, spawnShardWorker);
}
