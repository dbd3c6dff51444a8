import type { Neighbours } from "../../domain/ownership/neighbours.ts";
import type { KvBackend } from "../store/backend.ts";
import { unavailable } from "../store/deadline.ts";
import type { Log } from "../store/options.ts";
import { type Fence, Ownership } from "./ownership.ts";

export interface OwnOptions {
  /** `stand_by` waits until no other process holds the store; `seize` takes it from who does. */
  mode: "stand_by" | "seize";
  /** Ends the waiting. */
  signal?: AbortSignal;
  /** Told once when it has to wait. */
  onWaiting?: () => void;
  /** This process among the others; absent where none hands anything on. */
  neighbours?: Neighbours;
}

/** A store in this process's hands. */
export interface Owned extends Fence {
  /** How many processes live over the store, this one and those that stand by. */
  processes(): number;
  /** False while another process may have taken it. */
  isSure(): boolean;
  /** Gives it back, once the last write is settled. */
  leave(): Promise<void>;
}

/** The whole store is one partition: its actors move together. */
const WHOLE = 0;
const PARTITIONS = 1;
const ID_BYTES = 8;
const WAITING_AFTER_MS = 1_000;
/** Nobody waits for a seized store: whoever comes takes it. What is looked at less often costs less there. */
const SEIZED_TIMING = { leaseMs: 30_000, renewMs: 10_000, tickMs: 2_000 };

/** Waits until the store is this process's, for as long as it takes. UNAVAILABLE when the signal ends it before. */
export async function own(
  backend: KvBackend,
  { mode, signal, onWaiting = () => {}, neighbours }: OwnOptions,
  { random, now, log }: { random: (bytes: number) => Uint8Array; now: () => number; log: Log },
): Promise<Owned> {
  if (signal?.aborted) throw unavailable("is not waited for any more");
  const ownership = new Ownership({
    ...{
      backend,
      id: neighbours?.self ?? random(ID_BYTES).toHex(),
      neighbours,
      partitions: PARTITIONS,
      seize: mode === "seize",
    },
    ...{ wallNow: now, random: () => random(1)[0] / 256, log },
    timing: mode === "seize" ? SEIZED_TIMING : undefined,
  });
  const timer = setTimeout(onWaiting, WAITING_AFTER_MS);
  const stop = () => void ownership.leave();
  signal?.addEventListener("abort", stop, { once: true });
  try {
    const { check, lost } = await ownership.holding(WHOLE);
    log("info", "This process holds the store", {});
    return {
      ...{ check, lost, isSure: () => ownership.isSure(), leave: () => ownership.leave() },
      processes: () => ownership.live.length,
    };
  } catch (error) {
    await ownership.leave();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}
