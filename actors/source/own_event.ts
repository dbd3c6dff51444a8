import { type OwnEvent, ownEventRecord, ownKey } from "../../domain/event/own_event.ts";
import { clearedRecord } from "../../domain/event/raise.ts";
import { shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { Check, Entry } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, ticksFromMs } from "../../domain/shared/time.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import { type AuditDraft, auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { type EventWrites, openEvent, saveEvent } from "../../storage/writes/event.ts";
import type { ActorContext } from "../runtime/types.ts";

/** Retries, since a person may change the event at the same time. */
const TRIES = 5;

/** Raises an event of Andon itself, unless one of its rule is active already. */
export async function raiseOwn(
  context: ActorContext,
  event: Omit<OwnEvent, "activatedMs">,
): Promise<void> {
  const { store } = context, key = ownKey(event.rule_id);
  const activeKey = activeKeyOf(event.rule_id), shelfAt = keys.shelf(shelfKey(key));
  for (let tries = 1; tries <= TRIES; tries++) {
    const [active, shelf] = await Promise.all([
      store.get<number>(activeKey),
      store.get<ShelfRecord>(shelfAt),
    ]);
    if (active !== undefined) return;
    const nowMs = context.now();
    const record = ownEventRecord({ ...key, ...event, activatedMs: nowMs }, {
      id: await store.allocateIds("event", 1),
      nowMs,
      shelf: shelf?.value,
    });
    const raised = await commit(context, {
      checks: [
        { key: activeKey, versionstamp: null },
        { key: shelfAt, versionstamp: shelf?.versionstamp ?? null },
      ],
      writes: openEvent(record, nowMs),
      audit: {
        who: "Andon",
        action: "raised",
        resource_type: "rule_event",
        resource_id: record.id,
        after: record,
      },
    });
    if (raised) return;
  }
  throw changedByOthers();
}

/** Closes the event of a rule, if active, as ended at `endMs`. */
export async function endOwn(
  context: ActorContext,
  { rule_id, endMs }: { rule_id: string; endMs: Ms },
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const entry = await activeEvent(context, rule_id);
    if (entry === undefined) return;
    const before = entry.value, nowMs = context.now();
    const after = clearedRecord(before, { endAt: ticksFromMs(endMs), closedAt: ticksFromMs(nowMs) });
    const ended = await commit(context, {
      checks: [{ key: entry.key, versionstamp: entry.versionstamp }],
      writes: saveEvent({ before, after }, nowMs),
      audit: {
        who: "Andon",
        action: "cleared",
        resource_type: "rule_event",
        resource_id: before.id,
        before,
        after,
      },
    });
    if (ended) return;
  }
  throw changedByOthers();
}

function changedByOthers(): Refusal {
  return new Refusal("UNAVAILABLE", "The event is being changed by others; trying again");
}

async function activeEvent(
  { store }: ActorContext,
  rule_id: string,
): Promise<Entry<EventRecord> | undefined> {
  const active = await store.get<number>(activeKeyOf(rule_id));
  if (active === undefined) return undefined;
  const entry = await store.get<EventRecord>(keys.event(active.value));
  return entry?.value.is_active ? entry : undefined;
}

function activeKeyOf(rule_id: string) {
  return keys.eventActive(ownKey(rule_id).instance_id, rule_id);
}

async function commit(
  context: ActorContext,
  { checks, writes, audit }: { checks: Check[]; writes: EventWrites; audit: AuditDraft },
): Promise<boolean> {
  const entry = auditMutation(newAudit(audit, { nowMs: context.now(), random: () => context.random() }));
  const written = { ...writes, checks, mutations: [...writes.mutations, entry] };
  return (await context.store.commit(written, laneOfShard(context.shard))).ok;
}

/** How an event of Andon itself tells of a condition. */
export interface ConditionEventOptions<T> {
  rule_id: string;
  eventOf(condition: T): Pick<OwnEvent, "event_name" | "event_description" | "severity" | "startMs">;
}

/** Keeps an event of Andon itself in step with a condition. */
export class ConditionEvent<T> {
  /** What is stored; undefined: an earlier process may have left an event. */
  #isRaised: boolean | undefined;
  #isUpdating = false;

  constructor(private readonly context: ActorContext, private readonly options: ConditionEventOptions<T>) {}

  /**
   * Stores the condition (null: it does not hold) when that has changed; undefined when there is nothing to do. What fails
   * is tried again by the next call.
   */
  update(condition: T | null, endMs: Ms): Promise<void> | undefined {
    if (this.#isUpdating || this.#isRaised === (condition !== null)) return undefined;
    this.#isUpdating = true;
    return this.#update(condition, endMs).finally(() => this.#isUpdating = false);
  }

  async #update(condition: T | null, endMs: Ms): Promise<void> {
    const { context, options: { rule_id, eventOf } } = this;
    try {
      if (condition === null) await endOwn(context, { rule_id, endMs });
      else await raiseOwn(context, { rule_id, ...eventOf(condition) });
      this.#isRaised = condition !== null;
    } catch (error) {
      const reason = String(error);
      context.log("warn", "An event about the data source could not be written yet", { rule_id, reason });
    }
  }
}
