import type { Ms } from "../shared/time.ts";
import { type EventKey, shelfKey, type ShelfRecord } from "./shelf.ts";
import type { EventRecord } from "./types.ts";

/** Events whose key is shelved (`is: true`), or all others. */
export interface ShelvedFilter {
  is: boolean;
  /** When the shelving of each shelved key ends, by `shelfKey`. */
  untilMs: ReadonlyMap<string, Ms>;
}

/** What of an event's life people have done to it. */
export interface PersonFilter {
  acknowledged?: boolean;
  shelved?: ShelvedFilter;
}

/** Whether an event is as asked: acknowledged or not, of a shelved key or not, at a moment. */
export function matchesPerson(
  record: EventKey & Pick<EventRecord, "acknowledged_at">,
  { acknowledged, shelved }: PersonFilter,
  nowMs: Ms,
): boolean {
  if (acknowledged !== undefined && acknowledged !== (record.acknowledged_at !== null)) return false;
  if (shelved === undefined) return true;
  return shelved.is === ((shelved.untilMs.get(shelfKey(record)) ?? -Infinity) > nowMs);
}

/** The filter for what is shelved, or is not, by the shelves there are. */
export function shelvedFilter(is: boolean, shelves: readonly ShelfRecord[]): ShelvedFilter {
  return { is, untilMs: new Map(shelves.map((shelf) => [shelfKey(shelf), Date.parse(shelf.until)])) };
}
