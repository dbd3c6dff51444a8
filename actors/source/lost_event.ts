import { ownEventRecord, ownKey, SOURCE_LOST } from "../../domain/event/own_event.ts";
import { clearedRecord } from "../../domain/event/raise.ts";
import { shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Check, Entry, FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import { type AuditDraft, auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { eventFrame, openEvent, saveEvent } from "../../storage/writes/event.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Loss } from "./contract.ts";

const KEY = ownKey(SOURCE_LOST);
const ACTIVE = keys.eventActive(KEY.instance_id, KEY.rule_id);
/** Retries, since a person may change the event at the same time. */
const TRIES = 5;

/** Raises the event that reports a lost source, unless it is active already. */
export async function raiseLost(context: ActorContext, { sinceMs, reason }: Loss): Promise<void> {
  const { store } = context;
  const [active, shelf] = await Promise.all([
    store.get<number>(ACTIVE),
    store.get<ShelfRecord>(keys.shelf(shelfKey(KEY))),
  ]);
  if (active !== undefined) return;
  const nowMs = context.now();
  const record = ownEventRecord({
    ...KEY,
    event_name: "Data source lost",
    event_description: `No good answer from the data source: ${reason ?? "it does not answer"}. ` +
      "Nothing is judged until it is back",
    severity: "error",
    startMs: sinceMs,
    activatedMs: nowMs,
  }, { id: await store.allocateIds("event", 1), nowMs, shelf: shelf?.value });
  await commit(context, {
    check: { key: ACTIVE, versionstamp: null },
    mutations: openEvent(record),
    audit: {
      who: "Andon",
      action: "raised",
      resource_type: "rule_event",
      resource_id: record.id,
      after: record,
    },
    frame: eventFrame("event_created", record, isoFromMs(nowMs)),
  });
}

/** Closes the event, if active: the source answered again at `answeredMs`, and what was missed has been read. */
export async function endLost(context: ActorContext, answeredMs: Ms): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const entry = await activeEvent(context);
    if (entry === undefined) return;
    const before = entry.value, nowMs = context.now();
    const after = clearedRecord(before, { endAt: ticksFromMs(answeredMs), closedAt: ticksFromMs(nowMs) });
    const ended = await commit(context, {
      check: { key: entry.key, versionstamp: entry.versionstamp },
      mutations: saveEvent(before, after),
      audit: {
        who: "Andon",
        action: "cleared",
        resource_type: "rule_event",
        resource_id: before.id,
        before,
        after,
      },
      frame: eventFrame("event_updated", after, isoFromMs(nowMs)),
    });
    if (ended) return;
  }
  throw new Refusal("UNAVAILABLE", "The event of the lost source is being changed by others; trying again");
}

async function activeEvent({ store }: ActorContext): Promise<Entry<EventRecord> | undefined> {
  const active = await store.get<number>(ACTIVE);
  if (active === undefined) return undefined;
  const entry = await store.get<EventRecord>(keys.event(active.value));
  return entry?.value.is_active ? entry : undefined;
}

async function commit(
  context: ActorContext,
  { check, mutations, audit, frame }: {
    check: Check;
    mutations: Mutation[];
    audit: AuditDraft;
    frame: FrameDraft;
  },
): Promise<boolean> {
  const entry = auditMutation(newAudit(audit, { nowMs: context.now(), random: () => context.random() }));
  const written = { checks: [check], mutations: [...mutations, entry], frames: [frame] };
  return (await context.store.commit(written, laneOfShard(context.shard))).ok;
}
