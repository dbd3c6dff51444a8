import { AndonClient } from "../../tests/support/andon_client.ts";
import { ADMIN_PASSWORD } from "../../tests/support/andon_process.ts";
import { ClusterHarness } from "../../tests/support/cluster_harness.ts";
import type { KvServer } from "../../tests/support/denokv.ts";
import { short } from "../harness/measure.ts";
import { cpuSeconds } from "../harness/processes.ts";
import { requestsFor } from "../parts/http_load.ts";

const WARM_UP_MS = 3_000, MS = 8_000, CONNECTIONS = 24, CLERKS = 24;

/** Reads and commands per second over several processes, with connections and clerks spread evenly over them. */
export async function requestFigures(kv: KvServer, processes: number): Promise<string[]> {
  await using cluster = await ClusterHarness.start(kv, { processes, environment: { LOG_LEVEL: "error" } });
  const clients = cluster.processes.map(({ baseUrl }) => new AndonClient(baseUrl));
  await clients[0].signIn("admin", ADMIN_PASSWORD);
  const { data } = await clients[0].ok("POST", "/api/keys", { name: `reader ${processes}`, role: "admin" });
  const authorization = `Bearer ${data.key}`;
  await reads(cluster, { ms: WARM_UP_MS, authorization });
  const read = await withCpu(cluster, () => reads(cluster, { ms: MS, authorization }));
  const commanded = await withCpu(cluster, () => commands(cluster, authorization));
  return [
    `${processes} process(es): ${rateText(read, "reads")} over ${CONNECTIONS} connections; ` +
    `${rateText(commanded, "commands")} by ${CLERKS} clerks`,
  ];
}

interface Rate {
  aSecond: number;
  aCpuSecond: number;
}

/** Per second of the clock, and per CPU second of all processes, which a busy machine distorts less. */
async function withCpu(cluster: ClusterHarness, rate: () => Promise<number>): Promise<Rate> {
  const used = () => cluster.processes.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0);
  const before = used(), beganMs = performance.now();
  const aSecond = await rate();
  const seconds = (performance.now() - beganMs) / 1_000;
  return { aSecond, aCpuSecond: aSecond * seconds / (used() - before) };
}

function rateText({ aSecond, aCpuSecond }: Rate, what: string): string {
  return `${short(aSecond)} ${what}/s, ${short(aCpuSecond)} a CPU second`;
}

async function reads(
  cluster: ClusterHarness,
  { ms, authorization }: { ms: number; authorization: string },
): Promise<number> {
  const connections = CONNECTIONS / cluster.processes.length;
  const counts = await Promise.all(
    cluster.processes.map(({ port }) =>
      requestsFor(ms, { port, path: "/api/packages", headers: { authorization }, connections })
    ),
  );
  return counts.reduce((sum, count) => sum + count, 0) / (ms / 1_000);
}

/** Each clerk creates one package after another; a status other than 201 ends the bench. */
async function commands({ processes }: ClusterHarness, authorization: string): Promise<number> {
  const headers = { authorization, "content-type": "application/json" };
  const untilMs = performance.now() + MS;
  const counts = await Promise.all(Array.from({ length: CLERKS }, async (_, clerk) => {
    const url = `${processes[clerk % processes.length].baseUrl}/api/packages`;
    let count = 0;
    for (; performance.now() < untilMs; count++) {
      const body = JSON.stringify({ name: crypto.randomUUID(), description: "" });
      const answer = await fetch(url, { method: "POST", headers, body });
      const text = await answer.text();
      if (answer.status !== 201) throw new Error(`${answer.status} ${text}`);
    }
    return count;
  }));
  return counts.reduce((sum, count) => sum + count, 0) / (MS / 1_000);
}
