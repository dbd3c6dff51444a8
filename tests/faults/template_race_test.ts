import { assert } from "@std/assert";
import { type Simulator, startSimulator } from "../../simulator/data_hub/server.ts";
import type { Andon } from "../../main/serve.ts";
import { raceClient, startForRace } from "../support/race_system.ts";
import { seeded } from "../support/seeded.ts";
import { HIGH, LOW, type Mix, type Round, TemplateRace } from "../support/template_race.ts";

const SEED = 20261203;
const REQUESTS = 200;
/** Mostly updates, with deployments and their ends in between. */
const UPDATES: Mix = { deploy: 8, undeploy: 30, put: 50, delete: 0, create: 4, get: 8 };
/** Mostly deployments, which an update must find a gap between. */
const DEPLOYMENTS: Mix = { deploy: 26, undeploy: 40, put: 20, delete: 2, create: 4, get: 8 };
/** Removals race with deployments, updates and new instances. */
const REMOVALS: Mix = { deploy: 6, undeploy: 34, put: 16, delete: 14, create: 24, get: 6 };
const ROUNDS: Round[] = [
  { requests: REQUESTS, hot: 1, mix: UPDATES },
  { requests: REQUESTS, hot: 1, mix: REMOVALS },
  { requests: REQUESTS, hot: 2, mix: DEPLOYMENTS },
  { requests: REQUESTS, hot: 2, mix: REMOVALS },
  { requests: REQUESTS, hot: 2, mix: UPDATES },
  { requests: REQUESTS, hot: 1, mix: REMOVALS },
  { requests: REQUESTS, hot: 1, mix: DEPLOYMENTS },
  { requests: REQUESTS, hot: 2, mix: REMOVALS },
  { requests: REQUESTS, hot: 20, mix: DEPLOYMENTS },
];

Deno.test("no order of 200 requests changes a template under a deployment", async () => {
  const dataDir = await Deno.makeTempDir();
  await using simulator = await startSimulator({ now: Date.now });
  const andon = await startForRace(simulator, { dataDir, shards: 2, kvUrl: "" });
  try {
    await race(andon, simulator);
  } finally {
    await andon.close();
    await Deno.remove(dataDir, { recursive: true });
  }
});

async function race(andon: Andon, simulator: Simulator): Promise<void> {
  const { client, write } = await raceClient(andon, { simulator, streams: { [HIGH]: 99, [LOW]: 10 } });
  const race = new TemplateRace(andon, { client, random: seeded(SEED) });
  for (const round of ROUNDS) await race.run(round);
  await write.write(LOW, [{ time: new Date().toISOString(), value: 99 }]);
  await race.evaluated(await race.deployed());
  checkThatItRaced(race.tally);
}

/** Each of these must have happened, or the test shows nothing. */
function checkThatItRaced(tally: Record<string, number>): void {
  const happened = ["put 200", "put 403 TEMPLATE_IN_USE", "delete 200", "delete 403 TEMPLATE_IN_USE"];
  for (const what of [...happened, "deploy 200", "undeploy 200", "create 201"]) {
    assert((tally[what] ?? 0) > 0, `no ${what}: ${JSON.stringify(tally)}`);
  }
}
