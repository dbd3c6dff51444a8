import { Refusal } from "../domain/shared/refusal.ts";
import { endInTime } from "./ending.ts";
import { type Andon, serve, type ServeOptions } from "./serve.ts";
import { untilSignal } from "./signals.ts";

const RETRY_MS = 1_000;
/** Nobody waits for one that was taken over: it may close slowly where the KV server hangs too. */
const TAKEN_OVER_MS = 60_000;

/**
 * Several processes over one store: one serves, the others stand by. One that was taken over stands by again. Answers
 * the exit code once a signal has come.
 */
export async function serveInTurn(options: ServeOptions): Promise<number> {
  const { log } = options;
  const ending = new AbortController();
  const signal = untilSignal().then(() => ending.abort());
  for (;;) {
    const andon = await served({ ...options, ownership: "stand_by", signal: ending.signal });
    if (ending.signal.aborted) return await endInTime(andon === undefined ? [] : [andon]);
    if (andon === undefined) {
      await Promise.race([signal, pause(RETRY_MS)]);
      continue;
    }
    log("info", `Andon serves on ${andon.address}`);
    await Promise.race([signal, andon.storage.store.takenOver]);
    const exitCode = await endInTime([andon], ending.signal.aborted ? undefined : TAKEN_OVER_MS);
    if (ending.signal.aborted) return exitCode;
    log("warn", "Another process has taken over; this one stands by");
  }
}

/** Undefined when a signal came while it stood by, or the store went away while it was taken over. */
async function served(options: ServeOptions): Promise<Andon | undefined> {
  try {
    return await serve(options);
  } catch (error) {
    if (options.signal?.aborted) return undefined;
    if (!(error instanceof Refusal) || error.code !== "UNAVAILABLE") throw error;
    options.log("warn", "The store could not be taken over; trying again", { reason: error.message });
    return undefined;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
