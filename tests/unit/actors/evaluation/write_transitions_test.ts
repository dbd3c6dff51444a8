import { assert, assertEquals } from "@std/assert";
import { ShardState } from "../../../../actors/evaluation/shard.ts";
import { writeTransitions } from "../../../../actors/evaluation/write_transitions.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import type { Deployment } from "../../../../domain/instance/deployment.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import { openEvent } from "../../../../storage/writes/event.ts";
import { newUlid } from "../../../../storage/writes/ulid.ts";
import { eventRecord, testStorage } from "../../storage/support.ts";

const EVENTS = 150;
const NOW = Date.UTC(2026, 0, 31, 8);
const DAY_MS = 86_400_000;

/** Of these only the instance's and the deployment's numbers are looked at. */
function deployment(instanceId: number): Deployment {
  return { record: { id: instanceId }, instance: { instanceId, deployment: 1 } } as unknown as Deployment;
}

/** A shard of which every instance has one active event that closes now. */
function closingShard(events: EventRecord[]): ShardState {
  const shard = new ShardState();
  shard.attach({ shard: 0, shards: 1 }, () => {});
  shard.restored(new Engine({ watermark: 0 }), 1);
  for (const event of events) {
    const { instance_id: instanceId, rule_id: ruleId } = event;
    shard.deployments.set(instanceId, deployment(instanceId));
    shard.openOf(instanceId).set(ruleId, { id: event.id, record: event });
    const at = ticksFromMs(NOW);
    const rule = { instanceId, ruleId, ruleIndex: 0, deployment: 1, onset: 0 };
    shard.pending.push({ kind: "closed", ...rule, endAt: at, closedAt: at });
  }
  return shard;
}

for (
  const [about, apartMs, enrichment] of [
    ["that began on other days each", 5 * DAY_MS + 3_700_000, {}],
    ["that began at once", 0, {}],
    ["of 30 KB each", 60_000, { notes: "x".repeat(30_000) }],
  ] as const
) {
  Deno.test(`writeTransitions() makes commits that the store takes of 150 closings ${about}`, async () => {
    await using test = await testStorage({ ms: NOW });
    const { storage } = test;
    const events = Array.from({ length: EVENTS }, (_, i) => {
      const start_time = new Date(NOW - DAY_MS - i * apartMs).toISOString();
      const scopes = { instance_id: i + 1, template_id: i + 1, category: `category ${i}`.padEnd(40, "x") };
      return eventRecord({ id: i + 1, start_time, ...scopes, enrichment: { ...enrichment } });
    });
    for (const event of events) await storage.store.commit({ mutations: openEvent(event) }, 1);
    const { commits, closed } = writeTransitions(closingShard(events), {
      nowMs: NOW,
      auditId: () => newUlid(NOW, Math.random),
    });
    assertEquals(closed, EVENTS);
    for (const commit of commits) {
      assert(commit.mutations.length <= 960, `${commit.mutations.length} mutations`);
      assert((await storage.store.commit(commit, 1)).ok);
    }
    const { rows, total } = await storage.events.list({ is_active: false }, { limit: 500, offset: 0 });
    assertEquals([rows.length, total, storage.events.active().length], [EVENTS, EVENTS, 0]);
  });
}
