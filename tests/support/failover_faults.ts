import { assertEquals } from "@std/assert";
import type { Ms } from "../../domain/shared/time.ts";
import type { KvServer } from "./denokv.ts";
import type { FailoverHarness } from "./failover_harness.ts";

export interface FaultContext {
  harness: FailoverHarness;
  kv: KvServer;
  random: () => number;
}

/** Causes and ends a fault; returns the time until another process led, if one had to. */
export type FailoverFault = (context: FaultContext) => Promise<Ms | undefined>;

const PAST_THE_LEASE_MS = 8_000;

const pause = (ms: Ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function killServing({ harness }: FaultContext): Promise<Ms> {
  const place = await harness.serving();
  await place.process.kill();
  const tookMs = await harness.takenOver(place);
  harness.launch(place);
  return tookMs;
}

async function someStandby({ harness, random }: FaultContext) {
  const others = harness.others(await harness.serving());
  return others[Math.floor(random() * others.length)];
}

async function killStandby(context: FaultContext): Promise<undefined> {
  const place = await someStandby(context);
  if (place === undefined) return;
  await place.process.kill();
  context.harness.launch(place);
}

async function stopStandby(context: FaultContext): Promise<undefined> {
  const place = await someStandby(context);
  if (place === undefined) return;
  // A process that was just launched does not handle signals yet.
  await place.process.ready("/readyz");
  assertEquals(await place.process.stop(), 0, "SIGTERM ends with exit code 0");
  context.harness.launch(place);
}

async function stopServing({ harness }: FaultContext): Promise<Ms> {
  const place = await harness.serving();
  const stopping = place.process.stop();
  const tookMs = await harness.takenOver(place);
  assertEquals(await stopping, 0, "SIGTERM ends with exit code 0");
  harness.launch(place);
  return tookMs;
}

async function freezeServing({ harness }: FaultContext): Promise<Ms> {
  const place = await harness.serving();
  Deno.kill(place.process.pid, "SIGSTOP");
  const tookMs = await harness.takenOver(place);
  await pause(Math.max(0, PAST_THE_LEASE_MS - tookMs));
  Deno.kill(place.process.pid, "SIGCONT");
  return tookMs;
}

async function freezeServingBriefly({ harness, random }: FaultContext): Promise<undefined> {
  const place = await harness.serving();
  Deno.kill(place.process.pid, "SIGSTOP");
  await pause(500 + 3_000 * random());
  Deno.kill(place.process.pid, "SIGCONT");
}

async function crashServer({ kv, random }: FaultContext): Promise<undefined> {
  await kv.crash();
  await pause(4_000 * random());
  await kv.revive();
}

async function freezeServer({ kv, random }: FaultContext): Promise<undefined> {
  kv.pause();
  await pause(500 + 9_000 * random());
  kv.resume();
}

async function cutServing({ harness, random }: FaultContext): Promise<undefined> {
  const { line } = await harness.serving();
  line.cut();
  await pause(9_000 * random());
  line.mend();
}

async function slowServing({ harness, random }: FaultContext): Promise<undefined> {
  const { line } = await harness.serving();
  line.slow(50 + 300 * random());
  await pause(3_000);
  line.mend();
}

export const FAILOVER_FAULTS: readonly (readonly [string, FailoverFault])[] = [
  ["SIGKILL of the leader", killServing],
  ["SIGKILL of a standby", killStandby],
  ["SIGTERM of the leader", stopServing],
  ["SIGTERM of a standby", stopStandby],
  ["SIGSTOP of the leader, past its lease", freezeServing],
  ["SIGSTOP of the leader, for a moment", freezeServingBriefly],
  ["SIGKILL of the KV server", crashServer],
  ["SIGSTOP of the KV server", freezeServer],
  ["the leader's connection is cut", cutServing],
  ["the leader's connection is slow", slowServing],
];
