import { assert, assertEquals } from "@std/assert";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import type { AndonClient, Json } from "../support/andon_client.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { connect, limitTemplate } from "../support/simulated_plant.ts";

const INSTANCES = 600;
/** Kill times after the start of the call: during it, and after its answer. */
const KILLS_MS = [40, 120, 400];

Deno.test("SIGKILL in a bulk deploy leaves each instance deployed or not, and every deployed one is evaluated", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({
    now: Date.now,
    extraStreams: INSTANCES,
    extraPeriodMs: 60_000,
  });
  const options = { dataDir, allow: new URL(simulator.baseUrl).host };
  let andon = await AndonProcess.start(options);
  try {
    const first = await andon.client();
    await connect(first, simulator);
    const template_id = await makeInstances(first);
    for (const killMs of KILLS_MS) {
      const client = await andon.client();
      const call = client.post("/api/instances/bulk-deploy", { template_id }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, killMs));
      await andon.kill();
      const answered = await call;
      andon = await AndonProcess.start(options);
      const deployed = await check(await andon.client(), template_id);
      if (answered?.status === 200) assertEquals(deployed, INSTANCES);
      const undeployed = await (await andon.client()).ok("POST", "/api/instances/bulk-undeploy", {
        template_id,
      });
      assertEquals(undeployed.data.summary.undeployed, deployed);
      assertEquals(await active(await andon.client()), []);
    }
    const last = await (await andon.client()).ok("POST", "/api/instances/bulk-deploy", { template_id });
    assertEquals(last.data.summary.deployed, INSTANCES);
    await andon.kill();
    andon = await AndonProcess.start(options);
    assertEquals(await check(await andon.client(), template_id), INSTANCES);
  } catch (error) {
    console.error(andon.log);
    throw error;
  } finally {
    await andon.kill();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function makeInstances(client: AndonClient): Promise<number> {
  const conditions = [{ stream: "<VALUE>", operator: "greater_than", value: 0 }];
  const template_id = await limitTemplate(client, { conditions });
  const { data } = await client.ok("POST", "/api/instances/bulk", {
    template_id,
    instance_name: "Load * / *",
    placeholders: { VALUE: "Load.Bank*.S*" },
  });
  assertEquals(data.summary.created, INSTANCES);
  return template_id;
}

/** Exactly the deployed instances get an event, and the template's guard counts them; how many there are. */
async function check(client: AndonClient, template: number): Promise<number> {
  const { data } = await client.ok("GET", `/api/instances?template_id=${template}&is_deployed=true`);
  const ids = data.map((row: Json) => row.id).sort(byNumber);
  const refused = await client.put(`/api/templates/${template}`, { description: "" });
  assertEquals(refused.body.details?.deployed_instances ?? 0, ids.length);
  await eventually(`${ids.length} instances have their event`, async () => {
    const found = await active(client);
    assert(found.length <= ids.length, `${found.length} active events of ${ids.length} instances`);
    return JSON.stringify(found) === JSON.stringify(ids);
  }, 120_000);
  return ids.length;
}

async function active(client: AndonClient): Promise<number[]> {
  const { data } = await client.ok("GET", "/api/rule-events/active");
  return data.map((row: Json) => Number(row.instance_id)).sort(byNumber);
}

function byNumber(a: number, b: number): number {
  return a - b;
}
