import { isoFromMs, type Ms } from "../shared/time.ts";
import type { EventRecord } from "./types.ts";

/** What shelving holds for: a rule of an instance, over deployments. */
export type EventKey = Pick<EventRecord, "instance_id" | "rule_id">;

/** A shelved key as it is stored; past `until` it means nothing any more. */
export interface ShelfRecord {
  v: 1;
  instance_id: number;
  rule_id: string;
  until: string;
  reason: string;
  by: string;
  shelved_at: string;
  /** The event by which the key was named. */
  event_id: number;
}

/** One text for a key: the second part of its place in the store. */
export function shelfKey({ instance_id, rule_id }: EventKey): string {
  return `${instance_id}/${rule_id}`;
}

export interface Shelving {
  minutes: number;
  reason: string;
  by: string;
  nowMs: Ms;
}

/** Shelves the key of an event from now on. */
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

/** Whether a key is shelved at a moment: up to `until`, not including it. */
export function shelfHolds(shelf: ShelfRecord | undefined, nowMs: Ms): shelf is ShelfRecord {
  return shelf !== undefined && Date.parse(shelf.until) > nowMs;
}

type ShelfFields = Pick<EventRecord, "shelved_until" | "shelve_reason">;

/** The fields of an event whose key is shelved so. */
export function shelfFields(shelf: ShelfRecord | undefined): ShelfFields {
  return { shelved_until: shelf?.until ?? null, shelve_reason: shelf?.reason ?? null };
}

/**
 * An event with the shelving of its key at a moment. The record itself is written only while the event is active:
 * that of a closed one may carry a shelving that has ended, or lack one that came after it.
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
