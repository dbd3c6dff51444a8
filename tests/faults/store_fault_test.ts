import { assert, assertEquals, assertMatch } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { Acknowledged } from "../support/acknowledged.ts";
import type { AndonClient, Answer } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { freePort } from "../support/free_port.ts";
import { eventually } from "../support/eventually.ts";
import { aMoment, evaluatedUpTo, storedAsExpected } from "../support/evaluated.ts";
import { held, Office } from "../support/office.ts";
import { seeded } from "../support/seeded.ts";
import { connect, deployOn, limitTemplate } from "../support/simulated_plant.ts";
import { type StoreCause, storeCauses } from "../support/store_causes.ts";

const STREAMS = Array.from({ length: 12 }, (_, i) => `Load.Bank0.S${i}`);
/** Longer than a call to the store may take. */
const FAULT_MS = 7_000;
const RECOVERY_MS = 120_000;

for (const cause of await storeCauses()) {
  Deno.test(`${cause.name}: named in refusals, not ready, nothing acknowledged is lost, and it recovers on its own`, () =>
    underLoad(cause, async ({ andon, client, dataDir, acknowledged }) => {
      cause.begin({ pid: andon.pid, dataDir });
      const begunMs = Date.now();
      await eventually("it is not ready, and says why", async () => {
        const ready = await client.get("/readyz");
        return ready.status === 503 && isRefusal(ready, cause);
      }, RECOVERY_MS);
      await eventually("a write is refused, and says why", async () => {
        const refused = await client.post("/api/packages", { name: crypto.randomUUID(), description: "" });
        return refused.status === 503 && isRefusal(refused, cause);
      });
      for (const path of ["/api/packages", "/api/rule-events/active", "/api/instances"]) {
        assertEquals([path, (await client.get(path)).status], [path, 200], "what is stored can be read");
      }
      assertMatch(andon.log, cause.says);
      const meanwhile = acknowledged.fromNow();
      await pause(begunMs + FAULT_MS - Date.now());
      if (cause.leavesRoom) {
        await eventually("it is not ready", async () => (await client.get("/readyz")).status === 503);
      } else {
        assertEquals((await client.get("/readyz")).status, 503, "not ready for as long as it lasts");
        assertEquals(meanwhile.count, 0, "nothing is acknowledged meanwhile");
      }
      assert(acknowledged.unknown > 0);
      const { count } = acknowledged;
      cause.end({ pid: andon.pid, dataDir });
      await eventually(
        "it is ready again",
        async () => (await client.get("/readyz")).status === 200,
        RECOVERY_MS,
      );
      await eventually("writes are acknowledged again", () => acknowledged.count > count + 20, RECOVERY_MS);
    }));
}

Deno.test("another process that locks the database again and again slows writes down, and none is refused", () => {
  const cause = SLOWNESS;
  return underLoad(cause, async ({ andon, client, dataDir, acknowledged }) => {
    const { unknown } = acknowledged;
    for (let turn = 0; turn < 6; turn++) {
      cause.begin({ pid: andon.pid, dataDir });
      await pause(800);
      assertEquals((await client.get("/readyz")).status, 200);
      cause.end({ pid: andon.pid, dataDir });
      const { count } = acknowledged;
      await eventually("all waiting writes are done", () => acknowledged.count > count + 12);
    }
    assertEquals(acknowledged.unknown, unknown, "no write was refused");
  });
});

const [SLOWNESS] = (await storeCauses()).filter(({ says }) => says.test("locked by another process"));

interface Loaded {
  andon: AndonProcess;
  client: AndonClient;
  dataDir: string;
  acknowledged: Acknowledged;
}

/** Commands and samples while `happen` runs; then, and after a SIGKILL, everything acknowledged is stored. */
async function underLoad(cause: StoreCause, happen: (on: Loaded) => Promise<void>): Promise<void> {
  const beganMs = Date.now();
  const dataDir = await cause.place();
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: STREAMS.length,
    extraPeriodMs: 500,
    extraCycleSamples: 14,
  });
  const options = { dataDir, allow: new URL(simulator.baseUrl).host, port: freePort(), limitable: true };
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
      clerks: 6,
      mostInstances: 30,
    });
    await eventually("there is work", () => acknowledged.count > 20);
    await happen({ andon, client, dataDir, acknowledged });
    await office.close();
    const untilMs = Date.now();
    await nothingIsLost(client, acknowledged);
    await andon.kill();
    andon = await AndonProcess.start(options);
    await nothingIsLost(client, acknowledged);
    await evaluatedUpTo(client, untilMs);
    assertEquals(await andon.stop(), 0, "SIGTERM ends with exit code 0");
    const { expected } = await storedAsExpected({
      path: `${dataDir}/andon.sqlite`,
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
    await cause.leave(dataDir);
  }
}

async function nothingIsLost(client: AndonClient, acknowledged: Acknowledged): Promise<void> {
  const things = await held(client);
  assertEquals(acknowledged.lost((name) => things.get(name)), []);
}

function isRefusal({ body }: Answer, cause: StoreCause): boolean {
  return body.details.error_code === "UNAVAILABLE" && cause.says.test(body.error);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
