/**
 * A GET with session, rate limit and all headers, of the whole process, against the same response from plain
 * Hono.
 */
import { AndonClient } from "../../tests/support/andon_client.ts";
import { alternately, medianRatio, spread } from "../harness/measure.ts";
import { cpuSeconds, spawnDeno } from "../harness/processes.ts";
import type { Row } from "../harness/row.ts";
import { startAndon } from "../parts/andon.ts";
import { PASSWORD } from "../parts/child_settings.ts";
import { type Load, requestsFor } from "../parts/http_load.ts";

const SLICE_MS = 1_500, CONNECTIONS = 64, ROUNDS = 9;
const HEADERS = [
  "content-security-policy",
  "ratelimit",
  "ratelimit-policy",
  "x-request-id",
  "x-frame-options",
];

export default {
  async figures() {
    const dataDir = await Deno.makeTempDir();
    const andon = await startAndon({ dataDir, environment: { RATE_LIMIT_DEFAULT: "1000000" } });
    const client = new AndonClient(andon.address);
    await client.signIn("admin", PASSWORD);
    await client.ok("POST", "/api/packages", { name: "Bench", description: "" });
    const path = "/api/packages/1";
    const { headers, body } = await client.get(path);
    const isWhole = HEADERS.every((name) => headers.has(name));
    const hono = spawnDeno(new URL("../parts/hono_server.ts", import.meta.url), {
      args: [JSON.stringify(body)],
    });
    const bare: Load = { port: Number(await hono.lineAfter("ready")), path, connections: CONNECTIONS };
    const ours: Load = {
      port: Number(new URL(andon.address).port),
      path,
      connections: CONNECTIONS,
      headers: { cookie: client.cookie },
    };
    const speeds = await alternately({
      andon: () => perCpuSecond(andon.child.pid, ours),
      hono: () => perCpuSecond(hono.pid, bare),
    }, { rounds: ROUNDS });
    await andon.child.kill();
    await hono.kill();
    await Deno.remove(dataDir, { recursive: true });
    return [{
      what: "GET with session, rate limit and every header, of bare Hono",
      figure: `${spread(speeds.andon)} requests/CPU-s; Hono ${spread(speeds.hono)}`,
      ratio: medianRatio(speeds.andon, speeds.hono),
      target: { unit: "share" },
      isEqual: isWhole,
      notes: ["64 connections, the same body; CPU of the server's whole process"],
    }];
  },
} satisfies Row;

async function perCpuSecond(pid: number, load: Load): Promise<number> {
  const before = cpuSeconds(pid);
  const count = await requestsFor(SLICE_MS, load);
  return count / (cpuSeconds(pid) - before);
}
