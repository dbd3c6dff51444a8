import { acknowledgementsOf } from "./acknowledgement.ts";
import type { Ms } from "../shared/time.ts";
import type { Placed } from "../out_of_service/interval.ts";
import { type EventKey, shelfKey, type ShelfRecord } from "./shelf.ts";
import type { EventRecord } from "./types.ts";

/** Events whose key is shelved (`is: true`), or all others. */
export interface ShelvedFilter {
  is: boolean;
  /** The end of each shelf, by `shelfKey`. */
  untilMs: ReadonlyMap<string, Ms>;
}

/** Filters by what people have done with an event, by its place and by its texts. */
export interface PersonFilter {
  acknowledged?: boolean;
  shelved?: ShelvedFilter;
  /** Events that are out of service now (`is: true`), or all others. */
  outOfService?: { is: boolean; holds: (event: Placed) => boolean };
  /** Acknowledged or commented by this person. */
  person?: string;
  /** Ids of plant nodes. */
  places?: ReadonlySet<string>;
  /** Lower-case words that all stand in its name, description, instance or note. */
  words?: readonly string[];
}

/** Whether a filter looks at more of an event than the fields of list entries. */
export function readsRecords(
  { acknowledged, shelved, outOfService, person, places, words }: PersonFilter,
): boolean {
  return [acknowledged, shelved, outOfService, person, places, words].some((field) => field !== undefined);
}

/** The words of a search text. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter((word) => word !== "");
}

/** Whether an event passes the filter at a moment. */
export function matchesPerson(
  record: FilteredFields,
  { acknowledged, shelved, outOfService, person, places, words }: PersonFilter,
  nowMs: Ms,
): boolean {
  if (person !== undefined && !peopleOf(record).includes(person)) return false;
  if (places !== undefined && !places.has(record.plant_node_floc_id ?? "")) return false;
  if (words !== undefined && !hasWords(record, words)) return false;
  if (acknowledged !== undefined && acknowledged !== (record.acknowledged_at !== null)) return false;
  if (outOfService !== undefined && outOfService.is !== outOfService.holds(record)) return false;
  if (shelved === undefined) return true;
  return shelved.is === ((shelved.untilMs.get(shelfKey(record)) ?? -Infinity) > nowMs);
}

/** The filter for shelved events, or for all others. */
export function shelvedFilter(is: boolean, shelves: readonly ShelfRecord[]): ShelvedFilter {
  return { is, untilMs: new Map(shelves.map((shelf) => [shelfKey(shelf), Date.parse(shelf.until)])) };
}

type FilteredFields =
  & EventKey
  & Pick<
    EventRecord,
    | "acknowledged_at"
    | "acknowledged_by"
    | "acknowledgements"
    | "commented_by"
    | "plant_node_floc_id"
    | "event_name"
    | "event_description"
    | "template_instance"
    | "note"
  >;

function peopleOf(event: FilteredFields): (string | null)[] {
  return [...acknowledgementsOf(event).map(({ by }) => by), ...event.commented_by ?? []];
}

function hasWords(record: FilteredFields, words: readonly string[]): boolean {
  const { event_name, event_description, template_instance, note } = record;
  const text = [event_name, event_description, template_instance, note ?? ""].join("\n").toLowerCase();
  return words.every((word) => text.includes(word));
}
