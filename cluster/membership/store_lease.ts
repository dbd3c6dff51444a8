import { unavailable } from "../../storage/store/deadline.ts";
import type { AcquireLease } from "../../storage/store/lease.ts";
import type { ClusterMembership } from "./cluster_membership.ts";
import { Leases } from "./leases.ts";

export interface StoreLeaseOptions {
  /** `standby` waits until no other process leads; `seize` takes the lease from the process that leads. */
  mode: "standby" | "seize";
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Called once, when the lease is not free at once. */
  onWaiting?: () => void;
  /** This process's membership; absent where requests are not forwarded. */
  membership?: ClusterMembership;
}

/** The whole store is one partition: its actors move together. */
const WHOLE = 0;
const PARTITIONS = 1;
const ID_BYTES = 8;
const WAITING_AFTER_MS = 1_000;
/** No other process waits for a seized store, so the records are read seldom, which saves requests. */
const SEIZED_TIMING = { leaseMs: 30_000, renewMs: 10_000, tickMs: 2_000 };

/** Makes this process the leader: the only one that writes to the store. */
export function storeLease(options: StoreLeaseOptions): AcquireLease {
  const { mode, signal, onWaiting = () => {}, membership } = options;
  return async (backend, { random, now, log }) => {
    if (signal?.aborted) throw unavailable("did not become available before the process ended");
    const leases = new Leases({
      backend,
      id: membership?.self ?? random(ID_BYTES).toHex(),
      membership,
      partitions: PARTITIONS,
      seize: mode === "seize",
      wallNow: now,
      random: () => random(1)[0] / 256,
      log,
      timing: mode === "seize" ? SEIZED_TIMING : undefined,
    });
    const timer = setTimeout(onWaiting, WAITING_AFTER_MS);
    const stop = () => void leases.release();
    signal?.addEventListener("abort", stop, { once: true });
    try {
      const { check, lost } = await leases.acquired(WHOLE);
      log("info", "This process leads: it writes to the store", {});
      return {
        check,
        lost,
        isValid: () => leases.isValid(),
        processes: () => leases.live.length,
        release: () => leases.release(),
      };
    } catch (error) {
      await leases.release();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", stop);
    }
  };
}
