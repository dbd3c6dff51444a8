import type { Ms } from "../../domain/shared/time.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { jittered, unavailable } from "./deadline.ts";
import type { Log } from "./options.ts";

export interface ReachOptions {
  /** Ends the waiting. */
  signal: AbortSignal;
  log: Log;
  random: () => number;
  /** The default is Deno's own. */
  open?: (url: string) => Promise<Deno.Kv>;
  againMs?: Ms;
}

const AGAIN_MS: Ms = 500;
/** What Deno says where no server answers, or a proxy in front of one. Else it answers, and refuses. */
const AWAY = /failed to connect to|responded with status 5\d\d/;

/**
 * Opens the store of a KV server; waits, for as long as it takes, for one that is away. UNAVAILABLE when the signal ends
 * it before; throws what a server says that refuses.
 */
export async function reachServer(url: string, options: ReachOptions): Promise<Deno.Kv> {
  const { signal, log, random, open = Deno.openKv, againMs = AGAIN_MS } = options;
  for (let isTold = false;;) {
    try {
      const kv = await openUnless(signal, () => open(url));
      if (isTold) log("info", "The KV server is there", {});
      return kv;
    } catch (error) {
      if (!(error instanceof TypeError) || !AWAY.test(error.message)) throw error;
      if (!isTold) log("warn", "The KV server is away; waiting for it", { reason: error.message });
      isTold = true;
    }
    await sleep(jittered(againMs, random));
  }
}

/** Nothing ends an opening: a handle that comes too late is closed. */
function openUnless(signal: AbortSignal, open: () => Promise<Deno.Kv>): Promise<Deno.Kv> {
  return new Promise((resolve, reject) => {
    const end = () => reject(unavailable("is not waited for any more"));
    if (signal.aborted) return end();
    signal.addEventListener("abort", end, { once: true });
    open().then((kv) => signal.aborted ? kv.close() : resolve(kv), reject)
      .finally(() => signal.removeEventListener("abort", end));
  });
}
