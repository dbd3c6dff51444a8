import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { jittered, unavailable } from "./deadline.ts";

export interface ReachOptions {
  /** Ends the wait. */
  signal: AbortSignal;
  log: Log;
  random: () => number;
  /** The default is `Deno.openKv`. */
  open?: (url: string) => Promise<Deno.Kv>;
  againMs?: Ms;
}

const AGAIN_MS: Ms = 500;
/** Deno's errors when no server answers, or only a proxy in front of it. Any other error is the server's refusal. */
const UNREACHABLE = /failed to connect to|responded with status 5\d\d/;

/**
 * Opens the store of a KV server, and waits for an unreachable server without a limit. UNAVAILABLE when the
 * signal aborts; throws the server's refusal.
 */
export async function reachServer(url: string, options: ReachOptions): Promise<Deno.Kv> {
  const { signal, log, random, open = Deno.openKv, againMs = AGAIN_MS } = options;
  for (let isLogged = false;;) {
    try {
      const kv = await openUnless(signal, () => open(url));
      if (isLogged) log("info", "The KV server is reachable", {});
      return kv;
    } catch (error) {
      if (!(error instanceof TypeError) || !UNREACHABLE.test(error.message)) throw error;
      if (!isLogged) log("warn", "The KV server is unreachable; waiting for it", { reason: error.message });
      isLogged = true;
    }
    await sleep(jittered(againMs, random));
  }
}

/** An opening cannot be aborted, so a handle that arrives too late is closed. */
function openUnless(signal: AbortSignal, open: () => Promise<Deno.Kv>): Promise<Deno.Kv> {
  return new Promise((resolve, reject) => {
    const end = () => reject(unavailable("did not become available before the process ended"));
    if (signal.aborted) return end();
    signal.addEventListener("abort", end, { once: true });
    open().then((kv) => signal.aborted ? kv.close() : resolve(kv), reject)
      .finally(() => signal.removeEventListener("abort", end));
  });
}
