import { startSimulator } from "../../connectors/simulator/server.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AndonProcess } from "../../tests/support/andon_process.ts";
import { ClusterHarness } from "../../tests/support/cluster_harness.ts";
import type { KvServer } from "../../tests/support/denokv.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { readingsOf } from "../../tests/support/metrics_text.ts";
import { connect, deployOn, limitTemplate } from "../../tests/support/simulated_plant.ts";
import { quantile } from "../harness/measure.ts";

const TIMES = 10, STREAMS = 12, SHARDS = 6;
const OBSERVED_MS = 10_000, BETWEEN_MS = 30, DEADLINE_MS = 120_000;
const SETTLED_SECONDS = 3;

/**
 * Three processes with six shards: a follower with two of them gets SIGTERM, ten times. Reports the evaluation
 * lag within 10 s after that, and just before.
 */
export async function leavingFigures(kv: KvServer): Promise<string[]> {
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: STREAMS,
    extraPeriodMs: 300,
    extraCycleSamples: 14,
  });
  const environment = { ACTOR_SHARDS: String(SHARDS) };
  await using cluster = await ClusterHarness.start(kv, {
    allow: new URL(simulator.baseUrl).host,
    environment,
  });
  const { leader, others: [, first] } = await cluster.byRole();
  const client = await leader.client();
  await connect(client, simulator);
  const template = await limitTemplate(client);
  for (let i = 0; i < STREAMS; i++) await deployOn(client, template, `Load.Bank0.S${i}`);
  const before: number[] = [], worst: number[] = [];
  for (let leaving = first; worst.length < TIMES; leaving = cluster.relaunch(leaving)) {
    await eventually("two shards run in each", () => isSettled(leader), DEADLINE_MS);
    before.push(lagOf(await metricsOf(leader)));
    const ended = leaving.stop();
    worst.push(await longestLag(leader, OBSERVED_MS));
    await ended;
  }
  return [
    `a follower leaves (SIGTERM), ${TIMES} times: lag ${of(before)}, then ${of(worst)}`,
  ];
}

const lagOf = (metrics: Map<string, number>) => metrics.get("andon_source_lag_seconds") ?? NaN;

async function metricsOf({ baseUrl }: AndonProcess): Promise<Map<string, number>> {
  return readingsOf(await (await fetch(`${baseUrl}/metrics`)).text());
}

async function isSettled(leader: AndonProcess): Promise<boolean> {
  const metrics = await metricsOf(leader);
  const shards = [...metrics].filter(([series]) => series.startsWith("andon_process_shards{"));
  return shards.length === 3 && shards.every(([, count]) => count === SHARDS / 3) &&
    lagOf(metrics) < SETTLED_SECONDS;
}

async function longestLag(leader: AndonProcess, ms: Ms): Promise<number> {
  let longest = 0;
  for (const untilMs = performance.now() + ms; performance.now() < untilMs;) {
    longest = Math.max(longest, lagOf(await metricsOf(leader)));
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
  }
  return longest;
}

function of(seconds: number[]): string {
  return `p50 ${quantile(seconds, 0.5).toFixed(2)} s, most ${Math.max(...seconds).toFixed(2)} s`;
}
