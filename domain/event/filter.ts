import type { Ms } from "../shared/time.ts";
import { type EventKey, shelfKey, type ShelfRecord } from "./shelf.ts";
import type { EventRecord } from "./types.ts";

/** Events whose key is shelved (`is: true`), or all others. */
export interface ShelvedFilter {
  is: boolean;
  /** The end of each shelf, by `shelfKey`. */
  untilMs: ReadonlyMap<string, Ms>;
}

/** Filters by what people have done with an event. */
export interface PersonFilter {
  acknowledged?: boolean;
  shelved?: ShelvedFilter;
}

/** Whether an event passes the filter at a moment: acknowledged or not, key shelved or not. */
export function matchesPerson(
  record: EventKey & Pick<EventRecord, "acknowledged_at">,
  { acknowledged, shelved }: PersonFilter,
  nowMs: Ms,
): boolean {
  if (acknowledged !== undefined && acknowledged !== (record.acknowledged_at !== null)) return false;
  if (shelved === undefined) return true;
  return shelved.is === ((shelved.untilMs.get(shelfKey(record)) ?? -Infinity) > nowMs);
}

/** The filter for shelved events, or for all others. */
export function shelvedFilter(is: boolean, shelves: readonly ShelfRecord[]): ShelvedFilter {
  return { is, untilMs: new Map(shelves.map((shelf) => [shelfKey(shelf), Date.parse(shelf.until)])) };
}
