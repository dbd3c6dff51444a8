import { startSimulator } from "../../connectors/simulator/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient } from "../../tests/support/andon_client.ts";
import { ADMIN_PASSWORD } from "../../tests/support/andon_process.ts";
import { ClusterHarness } from "../../tests/support/cluster_harness.ts";
import type { KvServer } from "../../tests/support/denokv.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { isLeading } from "../../tests/support/is_leading.ts";
import { connect, deployOn, limitTemplate } from "../../tests/support/simulated_plant.ts";
import { quantile } from "../harness/measure.ts";

const TIMES = 30, STREAMS = 16, DEADLINE_MS = 120_000, BETWEEN_MS = 20;

/**
 * Three processes with 16 instances: the leader is ended, 30 times each way. Reports when another one leads and
 * is ready, and the longest time without a successful command.
 */
export async function takeOverFigures(kv: KvServer): Promise<string[]> {
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
  const crash = await takeOvers("SIGKILL", { cluster, client });
  const leave = await takeOvers("SIGTERM", { cluster, client });
  return [lineOf("crash (SIGKILL)", crash), lineOf("leaving (SIGTERM)", leave)];
}

interface TakeOver {
  readyMs: Ms;
  silentMs: Ms;
}

async function takeOvers(
  signal: "SIGKILL" | "SIGTERM",
  { cluster, client }: { cluster: ClusterHarness; client: AndonClient },
): Promise<TakeOver[]> {
  const took: TakeOver[] = [];
  while (took.length < TIMES) {
    await cluster.allReady();
    const { leader, others } = await cluster.byRole();
    const beganMs = performance.now();
    let isReady = false;
    const silence = longestSilence(client, () => isReady);
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
async function longestSilence(client: AndonClient, isOver: () => boolean): Promise<Ms> {
  const beganMs = performance.now();
  let lastMs = beganMs, longestMs = 0;
  while (performance.now() - beganMs < DEADLINE_MS) {
    const isLast = isOver();
    const answer = await client.post("/api/packages", { name: crypto.randomUUID(), description: "" })
      .catch(() => null);
    const isDone = answer?.status === 201, nowMs = performance.now();
    if (isDone) [longestMs, lastMs] = [Math.max(longestMs, nowMs - lastMs), nowMs];
    if (isDone && isLast) return longestMs;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  throw new Error("No command is carried out any more");
}

function lineOf(what: string, took: readonly TakeOver[]): string {
  const of = (times: number[]) =>
    `p50 ${(quantile(times, 0.5) / 1000).toFixed(2)} s, p99 ${(quantile(times, 0.99) / 1000).toFixed(2)} s`;
  return `take-over after ${what}, ${took.length} times: ready ${of(took.map(({ readyMs }) => readyMs))}; ` +
    `longest time without a command carried out ${of(took.map(({ silentMs }) => silentMs))}`;
}
