import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { runningSystem } from "../support/running_system.ts";
import { seeded } from "../support/seeded.ts";
import { HIGH, LOW, type Mix, type Round, TemplateRace } from "../support/template_race.ts";

const SEED = 20261204;
const REQUESTS = 120;
/** Commands on many instances race with commands on one. */
const COMMANDS: Mix = {
  deploy: 16,
  undeploy: 20,
  put: 10,
  delete: 0,
  create: 4,
  get: 4,
  bulk_deploy: 14,
  bulk_undeploy: 18,
  change: 14,
};
/** Versions are released and instances upgraded meanwhile. */
const VERSIONS: Mix = {
  deploy: 14,
  undeploy: 14,
  put: 8,
  delete: 2,
  create: 2,
  get: 2,
  bulk_deploy: 14,
  bulk_undeploy: 8,
  change: 4,
  release: 12,
  upgrade: 20,
};
/** The template and its instances change between them. */
const CHANGES: Mix = {
  deploy: 2,
  undeploy: 16,
  put: 26,
  delete: 4,
  create: 8,
  get: 4,
  bulk_deploy: 6,
  bulk_undeploy: 14,
  change: 20,
};
/** The template changes between deployments of all at once. */
const UPDATES: Mix = {
  deploy: 0,
  undeploy: 0,
  put: 55,
  delete: 0,
  create: 0,
  get: 5,
  bulk_deploy: 15,
  bulk_undeploy: 25,
  change: 0,
};
const MIXES = [
  ...[COMMANDS, CHANGES, UPDATES, COMMANDS, CHANGES, UPDATES, CHANGES, UPDATES],
  ...[VERSIONS, VERSIONS, VERSIONS, VERSIONS],
];
const ROUNDS: Round[] = MIXES.map((mix, i) => ({
  requests: REQUESTS,
  hot: i % 2 === 0 ? 20 : 2,
  mix,
  // Which of a change and a deployment comes first is up to the machine: both beginnings, so that both answers come.
  beginsDeployed: i >= 3 && mix !== UPDATES,
}));

Deno.test("bulk and single commands in any order deploy no outdated template", async () => {
  await using on = await runningSystem({ shards: 2, configuration: null });
  await race(on);
});

Deno.test("an event that a person ends while many are undeployed is ended once", async () => {
  await using on = await runningSystem({ shards: 2, configuration: null });
  await connected(on);
  const instance_ids = await onHigh(on);
  for (let round = 0; round < EVENT_ROUNDS; round++) await endEvents(on, instance_ids, round);
});

const EVENT_ROUNDS = 12;
const INSTANCES = 16;

async function onHigh({ client, template }: RunningSystem): Promise<number[]> {
  const template_id = await template({ rules: [{}] });
  const ids = [];
  for (let n = 0; n < INSTANCES; n++) {
    const body = { template_id, instance_name: `I${n}`, placeholder_mappings: { VALUE: HIGH } };
    ids.push((await client.ok("POST", "/api/instances", body)).data.id);
  }
  return ids;
}

/** A person deletes or closes each event while a bulk undeploy closes it. */
async function endEvents(
  { client, andon }: RunningSystem,
  instance_ids: number[],
  round: number,
): Promise<void> {
  await client.ok("POST", "/api/instances/bulk-deploy", { instance_ids });
  const active = await eventually("all have their event", async () => {
    const { data } = await client.ok("GET", "/api/rule-events/active");
    return data.length === INSTANCES ? data.map((row: Json) => row.id) as number[] : undefined;
  });
  const undeploy = async () => {
    for (let wait = round; wait > 0; wait--) await new Promise((resolve) => setTimeout(resolve, 1));
    await client.ok("POST", "/api/instances/bulk-undeploy", { instance_ids });
  };
  const [, ...ended] = await Promise.all([
    undeploy(),
    ...active.map((id, n) =>
      n % 2 === 0 ? client.delete(`/api/rule-events/${id}`) : client.post(`/api/rule-events/${id}/close`)
    ),
  ]);
  for (const [n, id] of active.entries()) {
    const stored = await andon.storage.events.get(id);
    if (n % 2 === 0) assertEquals([ended[n].status, stored], [200, undefined], `event ${id} was deleted`);
    else assertEquals(stored?.close_reason, ended[n].status === 200 ? "manual" : "undeployed");
  }
}

async function race(on: RunningSystem): Promise<void> {
  await connected(on);
  const race = new TemplateRace(on.andon, { client: on.client, random: seeded(SEED) });
  for (const round of ROUNDS) await race.run(round);
  for (
    const what of [
      ...["bulk_deploy item deployed", "bulk_deploy item already", "bulk_undeploy item undeployed"],
      ...[
        "bulk_undeploy item already",
        "deploy 200",
        "undeploy 200",
        "change 200",
        "change 403 INSTANCE_IN_USE",
      ],
      ...["put 200", "put 403 TEMPLATE_IN_USE", "release 200"],
      ...["upgrade item upgraded", "upgrade item already", "upgrade item failed"],
    ]
  ) assert((race.tally[what] ?? 0) > 0, `no ${what}: ${JSON.stringify(race.tally)}`);
}

async function connected(on: RunningSystem): Promise<void> {
  await on.streams.make("number", HIGH, LOW);
  const time = new Date(Date.now() - 10_000).toISOString();
  await on.streams.write(HIGH, [time, 99]);
  await on.streams.write(LOW, [time, 10]);
  await on.configure();
}
