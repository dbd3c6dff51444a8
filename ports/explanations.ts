import type { Explained } from "../actors/evaluation/contract.ts";
import type { PastOrder, PastReading } from "../actors/explanation/contract.ts";
import type { Ticks } from "../domain/shared/time.ts";

/** Explains rules. */
export interface ExplanationPort {
  /** The explanation of an instance's rules now, or the state to begin from for a past time. */
  ask(instanceId: number, at: Ticks | null): Promise<Explained>;
  /** Evaluates a past time again. Refuses with UNAVAILABLE when the signal aborts, which stops the run. */
  past(order: PastOrder, signal: AbortSignal): Promise<PastReading>;
}
