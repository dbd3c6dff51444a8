import { failureFacts } from "./runtime_failure_facts.ts";
import { gateFacts } from "./runtime_gate_facts.ts";
import { withRuntimeHarness } from "./runtime_harness.ts";
import { lifeFacts } from "./runtime_life_facts.ts";
import { messageFacts } from "./runtime_message_facts.ts";
import { turnFacts } from "./runtime_turn_facts.ts";

/** The behaviour that every location of shards must have; `where` names the location in the tests. */
export function runtimeSuite(where: string, shards: number): void {
  for (
    const { text, check, options } of [turnFacts, failureFacts, gateFacts, messageFacts, lifeFacts].flat()
  ) {
    Deno.test(`${where}: ${text}`, async () => {
      await withRuntimeHarness({ ...options, shards }, check);
    });
  }
}
