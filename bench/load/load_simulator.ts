/**
 * The simulator of a load run: STREAMS plain streams, each with a sample every PERIOD_MS and a cycle of
 * CYCLE_SAMPLES.
 */
import { runSimulator } from "../../simulator/data_hub/main.ts";

await runSimulator({
  port: 0,
  now: Date.now,
  extraStreams: Number(Deno.env.get("STREAMS")),
  extraPeriodMs: Number(Deno.env.get("PERIOD_MS")),
  extraCycleSamples: Number(Deno.env.get("CYCLE_SAMPLES")),
});
