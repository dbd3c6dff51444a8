/**
 * `deno task proof:takeover [times=30]`: three processes with 16 instances over a KV server; needs denokv. The leader gets
 * SIGKILL, and then SIGTERM, so many times each. Prints when another one leads, and the longest time for which a client
 * that posts all the time got no command carried out; fails if that is longer than docs/cluster.md says.
 */
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { quantile } from "../../bench/harness/measure.ts";
import { AndonClient } from "../support/andon_client.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { ClusterHarness } from "../support/cluster_harness.ts";
import { findDenokv, KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { isLeading } from "../support/is_leading.ts";
import { postOnce } from "../support/post_once.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";

const TIMES = Number(Deno.args[0] ?? 30);
/** The p99 of the longest time without a command carried out. */
const MOST_MS = { SIGKILL: 12_000, SIGTERM: 4_000 } as const;
const STREAMS = 16, DEADLINE_MS = 120_000, BETWEEN_MS = 20;

const binary = findDenokv();
if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
await using kv = await KvServer.start(binary);
await using simulator = await startSimulator({
  now: Date.now,
  extraStreams: STREAMS,
  extraPeriodMs: 500,
  extraCycleSamples: 14,
});
await using cluster = await ClusterHarness.start(kv, { allow: new URL(simulator.baseUrl).host });
await using proxy = startProxy({ port: 0, processes: cluster.processes.map(({ baseUrl }) => baseUrl) });
const client = new AndonClient(proxy.url);
await client.signIn("admin", ADMIN_PASSWORD);
await connect(client, simulator);
const template = await limitTemplate(client);
for (let i = 0; i < STREAMS; i++) await deployOn(client, template, `Load.Bank0.S${i}`);
const tooLong: string[] = [];
for (const signal of ["SIGKILL", "SIGTERM"] as const) {
  const took = await takeOvers(signal), load = Deno.loadavg()[0].toFixed(0);
  console.log(`${lineOf(signal, took)} (load ${load})`);
  if (quantile(took.map(({ silentMs }) => silentMs), 0.99) > MOST_MS[signal]) tooLong.push(signal);
}
if (tooLong.length > 0) {
  throw new Error(`No command was carried out for too long after ${tooLong.join(" and ")}`);
}

interface TakeOver {
  readyMs: Ms;
  silentMs: Ms;
}

async function takeOvers(signal: "SIGKILL" | "SIGTERM"): Promise<TakeOver[]> {
  const took: TakeOver[] = [];
  while (took.length < TIMES) {
    await cluster.allReady();
    const { leader, others } = await cluster.byRole();
    const beganMs = performance.now();
    let isReady = false;
    const silence = longestSilence(() => isReady);
    Deno.kill(leader.pid, signal);
    await eventually(
      "another process leads",
      async () => (await Promise.all(others.map(isLeading))).includes(true),
      DEADLINE_MS,
    );
    isReady = true;
    const readyMs = performance.now() - beganMs;
    took.push({ readyMs, silentMs: await silence });
    await leader.stop();
    cluster.relaunch(leader);
  }
  return took;
}

/** Sends commands until one that was sent after `isOver` succeeds; returns the longest time without a success. */
async function longestSilence(isOver: () => boolean): Promise<Ms> {
  const beganMs = performance.now();
  let lastMs = beganMs, longestMs = 0;
  while (performance.now() - beganMs < DEADLINE_MS) {
    const isLast = isOver();
    const draft = { name: crypto.randomUUID(), description: "" };
    const isDone = await postOnce(client, "/api/packages", draft) === 201, nowMs = performance.now();
    if (isDone) [longestMs, lastMs] = [Math.max(longestMs, nowMs - lastMs), nowMs];
    if (isDone && isLast) return longestMs;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  throw new Error("No command is carried out any more");
}

function lineOf(what: string, took: readonly TakeOver[]): string {
  const of = (times: number[]) =>
    `p50 ${(quantile(times, 0.5) / 1000).toFixed(2)} s, p99 ${(quantile(times, 0.99) / 1000).toFixed(2)} s`;
  return `${what}, ${took.length} times: another one leads after ${
    of(took.map(({ readyMs }) => readyMs))
  }; ` +
    `longest time without a command carried out ${of(took.map(({ silentMs }) => silentMs))}`;
}
