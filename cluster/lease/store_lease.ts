import { unavailable } from "../../storage/store/deadline.ts";
import type { AcquireLease } from "../../storage/store/lease.ts";
import { Lease } from "./lease.ts";
import type { Processes } from "./processes.ts";

export interface StoreLeaseOptions {
  /** `standby` waits until no other process leads; `seize` takes the lease from the process that leads. */
  mode: "standby" | "seize";
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Called once, when the lease is not free at once. */
  onWaiting?: () => void;
  /** What this process sees of the others; absent where nobody stands by. */
  processes?: Processes;
}

const ID_BYTES = 8;
const WAITING_AFTER_MS = 1_000;
/** No other process waits for a seized store, so the records are read seldom, which saves requests. */
const SEIZED_TIMING = { leaseMs: 30_000, renewMs: 10_000, tickMs: 2_000 };

/** Makes this process the leader: the only one that writes to the store. */
export function storeLease(options: StoreLeaseOptions): AcquireLease {
  const { mode, signal, onWaiting = () => {}, processes } = options;
  return async (backend, { random, now, log }) => {
    if (signal?.aborted) throw unavailable("did not become available before the process ended");
    const lease = new Lease({
      backend,
      id: processes?.self ?? random(ID_BYTES).toHex(),
      processes,
      seize: mode === "seize",
      wallNow: now,
      random: () => random(1)[0]! / 256,
      log,
      timing: mode === "seize" ? SEIZED_TIMING : undefined,
    });
    const timer = setTimeout(onWaiting, WAITING_AFTER_MS);
    const stop = () => void lease.release();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const { check, lost } = await lease.acquired();
      log("info", "This process leads: it writes to the store", {});
      return {
        check,
        lost,
        isValid: () => lease.isValid(),
        processes: () => lease.live.length,
        release: () => lease.release(),
      };
    } catch (error) {
      await lease.release();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  };
}
