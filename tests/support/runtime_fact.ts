import type { ActorSystemOptions } from "../../actors/runtime/system.ts";
import type { RuntimeHarness } from "./runtime_harness.ts";

/** A fact that holds for shards at every location. */
export interface Fact {
  text: string;
  check: (harness: RuntimeHarness) => Promise<void>;
  options: Partial<ActorSystemOptions>;
}

export function fact(text: string, check: Fact["check"], options: Fact["options"] = {}): Fact {
  return { text, check, options };
}

/** What the actors of shard 0 did, without the turn that asks for it. */
export async function trace(harness: RuntimeHarness): Promise<string[]> {
  const steps = await harness.script("0:tracer").ask<string[]>({ name: "trace", answer: "trace" });
  return steps.filter((step) =>
    !step.endsWith("trace") && !step.endsWith("0:tracer") && !step.includes(" trace ")
  );
}

/** Everything that was sent to shard 0 before is in its mailboxes afterwards, and what could run has run. */
export async function roundTrips(harness: RuntimeHarness): Promise<void> {
  for (let trip = 0; trip < 5; trip++) await harness.script("0:tripper").ask({ name: "trip" });
}
