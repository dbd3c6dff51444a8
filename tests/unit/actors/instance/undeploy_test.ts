import { Partitions } from "../../../../actors/evaluation/partitions.ts";
import { assert, assertEquals } from "@std/assert";
import type { ShardState } from "../../../../actors/evaluation/shard.ts";
import type { CommandInput } from "../../../../actors/instance/command.ts";
import { decideUndeploy, readInstance } from "../../../../actors/instance/undeploy.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import type { Deployment } from "../../../../domain/instance/deployment.ts";
import type { InstanceRecord } from "../../../../domain/instance/types.ts";
import type { Storage } from "../../../../storage/contract.ts";
import { storedEvents } from "../../../support/stored_events.ts";
import { saveInstance } from "../../../../storage/writes/instance.ts";
import { openShard } from "../../../support/restored_shard.ts";
import { BY, eventRecord, testStorage } from "../../storage/support.ts";

const DAY_MS = 86_400_000;
const RULES = 50;

const record = (id: number) => ({
  v: 1,
  id,
  instance_id: "ins_1",
  instance_name: "Pump 1",
  template_id: 1,
  plant_node_floc_id: null,
  bindings: {},
  is_deployed: true,
  deployment: 1,
  recent_activations: {},
} as unknown as InstanceRecord);

/** A shard with one instance of which every rule's event is active, each since another day. */
async function shardOf({ store }: Storage, events: EventRecord[]): Promise<ShardState> {
  const { shard, restored } = openShard();
  restored.deployments.set(1, deployment());
  const open = restored.events.openOf(1);
  for (const event of events) open.set(event.rule_id, { id: event.id, record: event });
  for (const event of events) await store.commit(storedEvents(event), 1);
  return shard;
}

function deployment(): Deployment {
  const instance = {
    instanceId: 1,
    deployment: 1,
    deployedAt: 0,
    rules: [],
    streams: [],
    recentActivations: {},
  };
  return { record: record(1), instance, texts: [], streamNames: new Map() } as unknown as Deployment;
}

const fiftyEvents = (enrichment: Record<string, string> = {}) =>
  Array.from({ length: RULES }, (_, i) => {
    const start_time = new Date(Date.UTC(2026, 0, 1) - i * (5 * DAY_MS + 3_700_000)).toISOString();
    return eventRecord({ id: i + 1, start_time, enrichment });
  });

for (
  const [events, about] of [
    [fiftyEvents(), "each since another day"],
    [fiftyEvents({ notes: "x".repeat(20_000) }), "of 20 KB each"],
  ] as const
) {
  Deno.test(`decideUndeploy() ends 50 active events ${about} in commits that fit, each once`, async () => {
    await using test = await testStorage();
    const { storage } = test;
    const shard = await shardOf(storage, events);
    await storage.store.commit({ mutations: [saveInstance(record(1))] }, 1);
    const context = { shard: 0, random: () => 0.5 } as unknown as CommandInput["context"];
    let turns = 0;
    for (let isOver = false; !isOver; turns++) {
      const given: CommandInput = {
        shard,
        partitions: new Partitions(),
        by: BY,
        nowMs: Date.UTC(2026, 0, 31),
        context,
      };
      const reads = await readInstance(1, storage);
      const effects = decideUndeploy(reads, given);
      for (const commit of effects.commits ?? []) assert((await storage.store.commit(commit, 1)).ok);
      effects.committed?.([]);
      isOver = effects.later === undefined;
      assert(turns < RULES);
    }
    assert(turns > 1, "one commit would not have been enough");
    const { rows, total } = await storage.events.list({ is_active: false }, { limit: 100, offset: 0 });
    assertEquals((await readInstance(1, storage)).record.is_deployed, false);
    assertEquals([rows.length, total, storage.events.active().length], [RULES, RULES, 0]);
    assert(rows.every((row) => row.close_reason === "undeployed"));
    assertEquals((await storage.audit.list({ limit: 1, offset: 0 })).total, RULES + 1);
  });
}
