import { sleep } from "../concurrency/sleep.ts";
import type { Log } from "../domain/shared/log.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";

/** A server that leads. */
interface Leading {
  address: string;
  /** Resolves when another process has taken the lease. */
  takenOver: Promise<void>;
  close(): Promise<void>;
}

export interface FailoverOptions {
  /** Waits for the lease, then serves. Rejects with UNAVAILABLE when the store is lost meanwhile. */
  lead(signal: AbortSignal): Promise<Leading>;
  /** Resolves when the process is asked to end. */
  stopped: Promise<void>;
  /** Closes the server within `deadlineMs`, and resolves with the exit code. */
  end(running: Leading[], deadlineMs?: Ms): Promise<number>;
  log: Log;
}

const RETRY_MS: Ms = 1_000;
/** Generous: a server that lost its lease closes slowly while the KV server hangs, and no client waits for it. */
const TAKEN_OVER_MS: Ms = 60_000;

/** Leads whenever this process holds the lease, and stands by otherwise. Resolves with the exit code. */
export async function serveWithFailover({ lead, stopped, end, log }: FailoverOptions): Promise<number> {
  const ending = new AbortController();
  const signal = stopped.then(() => ending.abort());
  for (;;) {
    const leading = await lead(ending.signal).catch((error) =>
      undefinedToRetry(error, { signal: ending.signal, log })
    );
    if (ending.signal.aborted) return await end(leading === undefined ? [] : [leading]);
    if (leading === undefined) {
      await Promise.race([signal, sleep(RETRY_MS)]);
      continue;
    }
    log("info", `Andon serves on ${leading.address}`);
    await Promise.race([signal, leading.takenOver]);
    const exitCode = await end([leading], ending.signal.aborted ? undefined : TAKEN_OVER_MS);
    if (ending.signal.aborted) return exitCode;
    log("warn", "Another process leads now; this one stands by");
  }
}

/** Undefined when the process ends or the store was lost meanwhile; any other error is thrown. */
function undefinedToRetry(error: unknown, { signal, log }: { signal: AbortSignal; log: Log }): undefined {
  if (signal.aborted) return undefined;
  if (!(error instanceof Refusal) || error.code !== "UNAVAILABLE") throw error;
  log("warn", "This process could not become the leader; trying again", { reason: error.message });
  return undefined;
}
