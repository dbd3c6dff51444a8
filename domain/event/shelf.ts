import { isoFromMs, type Ms } from "../shared/time.ts";
import type { EventRecord } from "./types.ts";

/** What is shelved: a rule of an instance, over all its deployments. */
export type EventKey = Pick<EventRecord, "instance_id" | "rule_id">;

/** A shelved key as stored. Without effect after `until`. */
export interface ShelfRecord {
  v: 1;
  instance_id: number;
  rule_id: string;
  until: string;
  reason: string;
  by: string;
  shelved_at: string;
  /** The event through which the key was shelved. */
  event_id: number;
}

/** A key as one text: the second part of its key in the store. */
export function shelfKey({ instance_id, rule_id }: EventKey): string {
  return `${instance_id}/${rule_id}`;
}

export interface Shelving {
  minutes: number;
  reason: string;
  by: string;
  nowMs: Ms;
}

/** Shelves the key of an event for `minutes`, starting now. */
export function newShelf(event: EventRecord, { minutes, reason, by, nowMs }: Shelving): ShelfRecord {
  return {
    v: 1,
    instance_id: event.instance_id,
    rule_id: event.rule_id,
    until: isoFromMs(nowMs + minutes * 60_000),
    reason,
    by,
    shelved_at: isoFromMs(nowMs),
    event_id: event.id,
  };
}

/** Whether a key is shelved at a moment, `until` not included. */
export function shelfHolds(shelf: ShelfRecord | undefined, nowMs: Ms): shelf is ShelfRecord {
  return shelf !== undefined && Date.parse(shelf.until) > nowMs;
}

type ShelfFields = Pick<EventRecord, "shelved_until" | "shelve_reason">;

/** The fields that an event gets from the shelf of its key. */
export function shelfFields(shelf: ShelfRecord | undefined): ShelfFields {
  return { shelved_until: shelf?.until ?? null, shelve_reason: shelf?.reason ?? null };
}

/**
 * An event with the current shelf of its key. Only active events are rewritten when a shelf changes: the
 * record of a closed one may have an ended shelf, or lack a newer one.
 */
export function shelvedNow(
  event: EventRecord,
  shelf: ShelfRecord | undefined,
  nowMs: Ms,
): EventRecord {
  const fields = shelfFields(shelfHolds(shelf, nowMs) ? shelf : undefined);
  const same = event.shelved_until === fields.shelved_until && event.shelve_reason === fields.shelve_reason;
  return same ? event : { ...event, ...fields };
}
