import type { KvServer } from "../../tests/support/denokv.ts";
import { short } from "../harness/measure.ts";
import { cpuSeconds, LineProcess } from "../harness/processes.ts";

const SECONDS = 5, CLIENTS = [1, 2, 3];

/**
 * The throughput of a KV server with one, two and three clients: single sets, 64 under way each, and groups of
 * 64, 8 under way.
 */
export async function commitFigures(kv: KvServer): Promise<string[]> {
  const lines: string[] = [];
  for (const count of CLIENTS) {
    await using clients = new AsyncDisposableStack();
    const children = Array.from({ length: count }, (_, i) => clients.use(client(kv, `client ${i}`)));
    await Promise.all(children.map((child) => child.lineAfter("ready")));
    const single = await commitsOf(kv, { children, way: "single" });
    const grouped = await commitsOf(kv, { children, way: "grouped" });
    lines.push(
      `denokv, ${count} client process(es): ${rateText(single, "single commits")}; ` +
        `${rateText(grouped, "commits of 64 writes")}`,
    );
  }
  return lines;
}

function client(kv: KvServer, name: string): LineProcess {
  const file = new URL("kv_client.ts", import.meta.url).pathname;
  const args = ["run", "-A", "--no-check", "--unstable-kv", file, kv.url, name, String(SECONDS)];
  return new LineProcess(Deno.execPath(), { args, env: kv.environment() });
}

/** Commits per second of all clients, and per CPU second of the server. */
async function commitsOf(
  { pid }: KvServer,
  { children, way }: { children: readonly LineProcess[]; way: "single" | "grouped" },
): Promise<{ aSecond: number; aCpuSecond: number }> {
  if (pid === undefined) throw new Error("The KV server does not run");
  const before = cpuSeconds(pid);
  const counts = await Promise.all(children.map(async (child) => {
    await child.writeLine(way);
    return Number(await child.lineAfter(way));
  }));
  const commits = counts.reduce((sum, count) => sum + count, 0);
  return { aSecond: commits / SECONDS, aCpuSecond: commits / (cpuSeconds(pid) - before) };
}

function rateText({ aSecond, aCpuSecond }: { aSecond: number; aCpuSecond: number }, what: string): string {
  return `${short(aSecond)} ${what}/s, ${short(aCpuSecond)} a CPU second of the server`;
}
