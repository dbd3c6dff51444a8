import { assert, assertEquals, assertMatch } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { Acknowledged } from "../support/acknowledged.ts";
import type { AndonClient } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { freePort } from "../support/free_port.ts";
import { denokvTest, type KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";
import { aMoment, evaluatedUpTo, storedAsExpected } from "../support/evaluated.ts";
import { held, Office } from "../support/office.ts";
import { seeded } from "../support/seeded.ts";
import { FaultyProxy } from "../support/faulty_proxy.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";

const STREAMS = Array.from({ length: 12 }, (_, i) => `Load.Bank0.S${i}`);
/** Longer than a lease. */
const AWAY_MS = 9_000;
const RECOVERY_MS = 120_000;
const SLOW_MS = 40;

interface Server {
  kv: KvServer;
  line: FaultyProxy;
}

interface Away {
  name: string;
  begin(server: Server): Promise<void> | void;
  end(server: Server): Promise<void> | void;
}

const AWAY: Away[] = [
  { name: "stopped", begin: ({ kv }) => kv.crash(), end: ({ kv }) => kv.revive() },
  { name: "paused", begin: ({ kv }) => kv.pause(), end: ({ kv }) => kv.resume() },
  { name: "out of reach", begin: ({ line }) => line.cut(), end: ({ line }) => line.mend() },
];

for (const away of AWAY) {
  denokvTest(
    `a KV server that is ${away.name}: all is refused in words, nothing acknowledged is lost, and it recovers by itself`,
    (kv) =>
      underLoad(kv, async ({ client, line, acknowledged }) => {
        await away.begin({ kv, line });
        const begunMs = Date.now();
        await eventually("it is not ready", () => isRefused(client, "GET", "/readyz"), RECOVERY_MS);
        await eventually("writes are refused", () => isRefused(client, "POST", "/api/packages"), RECOVERY_MS);
        await eventually("reads are refused", () => isRefused(client, "GET", "/api/packages"), RECOVERY_MS);
        const meanwhile = acknowledged.fromNow();
        await pause(begunMs + AWAY_MS - Date.now());
        assert(await isRefused(client, "GET", "/readyz"), "not ready for as long as it lasts");
        assertEquals(meanwhile.count, 0, "nothing is acknowledged meanwhile");
        const { count: before } = acknowledged;
        await away.end({ kv, line });
        const isReady = async () => (await client.get("/readyz")).status === 200;
        await eventually("it is ready again", isReady, RECOVERY_MS);
        await eventually(
          "writes are acknowledged again",
          () => acknowledged.count > before + 20,
          RECOVERY_MS,
        );
      }),
  );
}

denokvTest(
  "a slow KV server slows writes down, and none is refused",
  (kv) =>
    underLoad(kv, async ({ client, line, acknowledged }) => {
      const { count, unknown } = acknowledged;
      line.slow(SLOW_MS);
      for (let turn = 0; turn < 8; turn++) {
        await pause(500);
        assertEquals((await client.get("/readyz")).status, 200);
      }
      line.mend();
      assert(acknowledged.count > count);
      assertEquals(acknowledged.unknown, unknown, "no write was refused");
    }),
);

/** 503 with a message that says what is wrong. */
async function isRefused(client: AndonClient, method: string, path: string): Promise<boolean> {
  const body = method === "GET" ? undefined : { name: crypto.randomUUID(), description: "" };
  const answer = await client.send(method, path, body);
  if (answer.status !== 503) return false;
  assertMatch(answer.body.error, /^The storage .+; .+/);
  assertEquals(answer.body.details.error_code, "UNAVAILABLE");
  return true;
}

interface Loaded {
  client: AndonClient;
  line: FaultyProxy;
  acknowledged: Acknowledged;
}

/**
 * Commands and samples while `happen` runs; then, and after a SIGKILL, everything acknowledged is stored. One shard,
 * since a slow connection carries few messages a second and each shard has its own.
 */
async function underLoad(kv: KvServer, happen: (on: Loaded) => Promise<void>): Promise<void> {
  const beganMs = Date.now();
  await using line = new FaultyProxy(kv.port);
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: STREAMS.length,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  const options = {
    allow: new URL(simulator.baseUrl).host,
    port: freePort(),
    environment: { ...kv.environment(), KV_URL: line.url, ACTOR_SHARDS: "1" },
  };
  let andon = await AndonProcess.start(options);
  try {
    const client = await andon.client();
    await connect(client, simulator);
    const templateId = await limitTemplate(client);
    for (const stream of STREAMS) await deployOn(client, templateId, stream);
    const acknowledged = new Acknowledged();
    const random = seeded(20261121);
    const office = new Office({
      client,
      templateId,
      streams: STREAMS,
      random,
      acknowledged,
      clerks: 4,
      mostInstances: 30,
    });
    await eventually("there is work", () => acknowledged.count > 20, RECOVERY_MS);
    await happen({ client, line, acknowledged });
    await office.close();
    const untilMs = Date.now();
    await nothingIsLost(client, acknowledged);
    await andon.kill();
    andon = await AndonProcess.start(options);
    await nothingIsLost(client, acknowledged);
    await evaluatedUpTo(client, untilMs);
    assertEquals(await andon.stop(), 0, "SIGTERM ends with exit code 0");
    Deno.env.set("DENO_KV_ACCESS_TOKEN", kv.token);
    const { expected } = await storedAsExpected({
      path: kv.url,
      simulator,
      goOn: () => aMoment(options),
      fromMs: beganMs - 60_000,
      untilMs,
    });
    assert(expected > 10, `enough events to compare: ${expected}`);
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
  }
}

async function nothingIsLost(client: AndonClient, acknowledged: Acknowledged): Promise<void> {
  const snapshot = acknowledged.snapshot();
  const things = await held(client);
  assertEquals(snapshot.lost((name) => things.get(name)), [], "acknowledged writes that are lost");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
