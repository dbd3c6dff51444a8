import { assertEquals } from "@std/assert";
import type { Ms } from "../../domain/shared/time.ts";
import type { KvServer } from "./denokv.ts";
import type { FailoverHarness } from "./failover_harness.ts";

export interface Struck {
  house: FailoverHarness;
  kv: KvServer;
  random: () => number;
}

/** Strikes and mends; answers how long it took until another process served, where one had to. */
export type FailoverFault = (struck: Struck) => Promise<Ms | undefined>;

const PAST_THE_LEASE_MS = 8_000;

const pause = (ms: Ms) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function killServing({ house }: Struck): Promise<Ms> {
  const place = await house.serving();
  await place.process.kill();
  const tookMs = await house.takenOver(place);
  house.launch(place);
  return tookMs;
}

async function oneThatStandsBy({ house, random }: Struck) {
  const others = house.others(await house.serving());
  return others[Math.floor(random() * others.length)];
}

async function killStandby(struck: Struck): Promise<undefined> {
  const place = await oneThatStandsBy(struck);
  if (place === undefined) return;
  await place.process.kill();
  struck.house.launch(place);
}

async function stopStandby(struck: Struck): Promise<undefined> {
  const place = await oneThatStandsBy(struck);
  if (place === undefined) return;
  assertEquals(await place.process.stop(), 0, "SIGTERM ends with exit code 0");
  struck.house.launch(place);
}

async function stopServing({ house }: Struck): Promise<Ms> {
  const place = await house.serving();
  const stopping = place.process.stop();
  const tookMs = await house.takenOver(place);
  assertEquals(await stopping, 0, "SIGTERM ends with exit code 0");
  house.launch(place);
  return tookMs;
}

async function freezeServing({ house }: Struck): Promise<Ms> {
  const place = await house.serving();
  Deno.kill(place.process.pid, "SIGSTOP");
  const tookMs = await house.takenOver(place);
  await pause(Math.max(0, PAST_THE_LEASE_MS - tookMs));
  Deno.kill(place.process.pid, "SIGCONT");
  return tookMs;
}

async function freezeServingBriefly({ house, random }: Struck): Promise<undefined> {
  const place = await house.serving();
  Deno.kill(place.process.pid, "SIGSTOP");
  await pause(500 + 3_000 * random());
  Deno.kill(place.process.pid, "SIGCONT");
}

async function crashServer({ kv, random }: Struck): Promise<undefined> {
  await kv.crash();
  await pause(4_000 * random());
  await kv.revive();
}

async function freezeServer({ kv, random }: Struck): Promise<undefined> {
  kv.pause();
  await pause(500 + 9_000 * random());
  kv.resume();
}

async function cutServing({ house, random }: Struck): Promise<undefined> {
  const { line } = await house.serving();
  line.cut();
  await pause(9_000 * random());
  line.mend();
}

async function slowServing({ house, random }: Struck): Promise<undefined> {
  const { line } = await house.serving();
  line.slow(50 + 300 * random());
  await pause(3_000);
  line.mend();
}

export const FAILOVER_FAULTS: readonly (readonly [string, FailoverFault])[] = [
  ["SIGKILL of the process that serves", killServing],
  ["SIGKILL of one that stands by", killStandby],
  ["SIGTERM of the process that serves", stopServing],
  ["SIGTERM of one that stands by", stopStandby],
  ["SIGSTOP of the process that serves, past its lease", freezeServing],
  ["SIGSTOP of the process that serves, for a moment", freezeServingBriefly],
  ["SIGKILL of the KV server", crashServer],
  ["SIGSTOP of the KV server", freezeServer],
  ["the line of the process that serves is cut", cutServing],
  ["the line of the process that serves is slow", slowServing],
];
