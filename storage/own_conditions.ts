import type { Actor } from "../domain/access/types.ts";
import { OWN_NAME, ownEventRecord, ownKey, SYSTEM_CATEGORY } from "../domain/event/own_event.ts";
import { clearedRecord } from "../domain/event/raise.ts";
import { shelfKey } from "../domain/event/shelf.ts";
import type { EventRecord, Severity } from "../domain/event/types.ts";
import type { Check, Commit, Entry, EventCommit, Key } from "../domain/shared/commit.ts";
import { type Ms, ticksFromMs } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds, type OwnConditionRecord } from "./kinds.ts";
import { audit, type Decision, freshId, type NounContext, unchanged, write } from "./write.ts";
import { joined } from "./writes/atomic_budget.ts";
import { openEvent, saveEvent } from "./writes/event.ts";

/**
 * What is written in the same atomic. Asked at each attempt, since what it checks may change meanwhile; null: nothing is
 * to be done any more, so nothing is written.
 */
export type Together = () => Promise<Partial<Commit> | null>;

/** A condition of Andon itself that people are told of, as an event of the category `system`. */
export interface OwnCondition {
  /** The name of its event, such as "Contact point fails". */
  name: string;
  /** What is wrong and what to do. */
  description: string;
  severity: Severity;
  /** Since when the condition holds. */
  at: Ms;
  /** What whoever ends it has to know, also after a restart: plain JSON. */
  about?: unknown;
  together?: Together;
}

/** A condition that holds. */
export interface StandingCondition {
  /** Its event; a person may have closed or deleted it. */
  event_id: number;
  about: unknown;
}

const BY: Actor = { name: OWN_NAME, role: "admin" };
const NOTHING: Decision<boolean> = { result: false };

/**
 * Andon's own conditions, each under a key of its own such as `contact_point_3`, which is the rule id of its events.
 * Only the leader writes them. Whether a condition holds is stored with its event, so that a restart or another
 * leader neither repeats nor forgets it. Writes throw a Refusal UNAVAILABLE when the store fails; calling again is
 * safe.
 */
export class OwnConditions {
  constructor(private readonly context: NounContext) {}

  /**
   * Opens the event, unless the condition holds already: then nothing is written and nothing changes. An event that a
   * person closes is not opened again before the condition has ended. Returns whether it was opened.
   */
  raise(key: string, condition: OwnCondition): Promise<boolean> {
    const { context } = this, nextId = freshId(context, "event");
    return write(context, async () => {
      const stored = await this.#stored(key);
      if (stored.condition !== undefined || stored.active !== undefined) return NOTHING;
      const together = await commitOf(condition.together);
      if (together === null) return NOTHING;
      const shelfAt = keys.shelf(shelfKey(ownKey(key))), shelf = await context.store.get(shelfAt);
      const record = this.#opened(key, { condition, id: await nextId(), shelf });
      const value: OwnConditionRecord = { v: 1, event_id: record.id, about: condition.about };
      return {
        result: true,
        commit: joined([together, openEvent(record, context.now()), {
          checks: [...stored.checks, unchanged(shelfAt, shelf)],
          mutations: [
            { type: "set", key: keys.ownCondition(key), value },
            audit(context, { action: "raised", type: "rule_event", id: record.id, by: BY, after: record }),
          ],
        }]),
      };
    });
  }

  /** Closes the event as ended at this time; nothing happens if the condition does not hold. Returns whether it held. */
  end(key: string, { at, together: asks }: { at: Ms; together?: Together }): Promise<boolean> {
    const { context } = this;
    return write(context, async () => {
      const { condition, active, checks } = await this.#stored(key);
      if (condition === undefined && active === undefined) return NOTHING;
      const together = await commitOf(asks);
      if (together === null) return NOTHING;
      const commit: Commit = { checks, mutations: [{ type: "delete", key: keys.ownCondition(key) }] };
      const closed = active === undefined ? [] : [this.#closed(active, at)];
      return { result: true, commit: joined([together, commit, ...closed]) };
    });
  }

  /** The conditions that hold whose keys begin so, by key. */
  async standing(keyPrefix: string): Promise<Map<string, StandingCondition>> {
    const found = await this.context.store.list({ prefix: keys.ownCondition("").slice(0, 1) });
    const all = found.map(({ key: [, key], value }) =>
      [String(key), kinds.ownCondition.read(value)] as const
    );
    return new Map(
      all.flatMap(([key, { event_id, about }]) =>
        key.startsWith(keyPrefix) ? [[key, { event_id, about }]] : []
      ),
    );
  }

  /** The condition and its active event, either of which may be missing, and checks that both stay as they are. */
  async #stored(
    key: string,
  ): Promise<
    { condition: OwnConditionRecord | undefined; active: Entry<EventRecord> | undefined; checks: Check[] }
  > {
    const { store } = this.context, { instance_id, rule_id } = ownKey(key);
    const read = [keys.ownCondition(key), keys.eventActive(instance_id, rule_id)];
    const [marked, active] = await store.getMany(read);
    const checks = [marked, active].map((entry, i) => unchanged(read[i]!, entry));
    const event = active && await this.#event(keys.event(Number(active.value)));
    if (event !== undefined) checks.push(unchanged(event.key, event));
    return { condition: marked && kinds.ownCondition.read(marked.value), active: event, checks };
  }

  async #event(key: Key): Promise<Entry<EventRecord> | undefined> {
    const entry = await this.context.store.get(key);
    return entry && { ...entry, value: kinds.event.read(entry.value) };
  }

  #opened(
    key: string,
    { condition: { name, description, severity, at }, id, shelf }: {
      condition: OwnCondition;
      id: number;
      shelf: Entry | undefined;
    },
  ): EventRecord {
    const nowMs = this.context.now();
    return ownEventRecord({
      ...ownKey(key),
      event_name: name,
      event_description: description,
      severity,
      category: SYSTEM_CATEGORY,
      startMs: at,
      activatedMs: nowMs,
    }, { id, nowMs, shelf: shelf && kinds.shelf.read(shelf.value) });
  }

  #closed({ value: before }: Entry<EventRecord>, at: Ms): EventCommit {
    const { context } = this, nowMs = context.now();
    const after = clearedRecord(before, { endAt: ticksFromMs(at), closedAt: ticksFromMs(nowMs) });
    const { id } = before;
    const writes = saveEvent({ before, after }, nowMs);
    writes.mutations.push(
      audit(context, { action: "cleared", type: "rule_event", id, by: BY, before, after }),
    );
    return writes;
  }
}

async function commitOf(together: Together | undefined): Promise<Commit | null> {
  const commit = together === undefined ? {} : await together();
  return commit && { mutations: [], ...commit };
}
