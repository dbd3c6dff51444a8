import { assert, assertEquals } from "@std/assert";
import type { RestoredShard } from "../../../../actors/evaluation/restored_shard.ts";
import { writeTransitions } from "../../../../actors/evaluation/write_transitions.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import type { Deployment } from "../../../../domain/instance/deployment.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import { exactValueBytes, LIMITS } from "../../../../storage/store/size.ts";
import { storedEvents } from "../../../support/stored_events.ts";
import { newUlid } from "../../../../storage/writes/ulid.ts";
import { openShard } from "../../../support/restored_shard.ts";
import { eventRecord, testStorage } from "../../storage/support.ts";

const EVENTS = 150;
const NOW = Date.UTC(2026, 0, 31, 8);
const DAY_MS = 86_400_000;

/** Of these only the instance's and the deployment's numbers are looked at. */
function deployment(instanceId: number): Deployment {
  return { record: { id: instanceId }, instance: { instanceId, deployment: 1 } } as unknown as Deployment;
}

/** A shard of which every instance has one active event that closes now. */
function closingShard(events: EventRecord[]): RestoredShard {
  const { restored: shard } = openShard();
  for (const event of events) {
    const { instance_id: instanceId, rule_id: ruleId } = event;
    shard.deployments.set(instanceId, deployment(instanceId));
    shard.events.openOf(instanceId).set(ruleId, { id: event.id, record: event });
    const at = ticksFromMs(NOW);
    const rule = { instanceId, ruleId, ruleIndex: 0, deployment: 1, onset: 0 };
    shard.pending.push({ kind: "closed", ...rule, endAt: at, closedAt: at });
  }
  return shard;
}

/** A shard in which the one rule of as many instances opens an event now. */
function openingShard(count: number, ruleId: string): RestoredShard {
  const { restored: shard } = openShard();
  shard.ids.replace({ first: 1, count });
  for (let instanceId = 1; instanceId <= count; instanceId++) {
    const { record, instance } = deployment(instanceId);
    const template = {
      id: 1,
      version: 1,
      category: "health",
      rules: [{ rule_name: "High", severity: "warning" }],
    };
    const guidance = { cause: null, consequence: null, action: null };
    const texts = [{ event_name: "Hot", event_description: "", enrichment: {}, guidance }];
    const made = {
      record: { ...record, instance_name: "Pump" },
      instance: { ...instance, rules: [] },
      template,
      written: template.rules,
      texts,
      streamNames: new Map(),
      units: new Map(),
    };
    shard.deployments.set(instanceId, made as unknown as Deployment);
    const at = ticksFromMs(NOW), rule = { instanceId, ruleId, ruleIndex: 0, deployment: 1, onset: at };
    shard.pending.push({
      kind: "opened",
      ...rule,
      activatedAt: at,
      initial: false,
      chattering: false,
      dataState: "known",
      trigger: [],
      decided: { comparison: 0, measured: null },
    });
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
    for (const event of events) await storage.store.commit(storedEvents(event), 1);
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

for (const [about, ruleId] of [["short", "high"], ["the longest", "ю".repeat(200)]]) {
  Deno.test(`writeTransitions() makes commits that the store takes of 500 openings by rules of ${about} names`, async () => {
    await using test = await testStorage({ ms: NOW });
    const { storage } = test;
    const shard = openingShard(500, ruleId);
    const { commits, opened } = writeTransitions(shard, {
      nowMs: NOW,
      auditId: () => newUlid(NOW, Math.random),
    });
    assertEquals(opened, 500);
    assert(commits.length < 10, `${commits.length} commits`);
    for (const commit of commits) assert((await storage.store.commit(commit, 1)).ok);
    assertEquals(storage.events.active().length, 500);
    const journal = await storage.store.list<{ events: { eventId: number }[] }>({ prefix: ["journal"] });
    const largest = Math.max(...journal.map(({ value }) => exactValueBytes(value)));
    assert(largest < LIMITS.valueBytes * 0.75, `an entry of the journal takes ${largest} bytes`);
    const journaledIds = journal.flatMap(({ value }) => value.events.map(({ eventId }) => eventId));
    assertEquals(journaledIds, Array.from({ length: 500 }, (_, i) => i + 1));
    const logged = await storage.pushLog.newest(10_000);
    assertEquals(logged.flatMap(({ frames }) => frames ?? []).length, 500);
  });
}
