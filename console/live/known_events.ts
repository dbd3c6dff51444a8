import type { RuleEvent } from "../api/client.ts";

/** A rule event as a frame tells of it. */
export type ToldEvent = RuleEvent & { deleted?: true };
export type EventsById = ReadonlyMap<number, RuleEvent>;

/** Ended events that are kept; the oldest go first. */
export const MOST_ENDED = 5_000;

/** The events after some were told of, newest word last. Deleted ones go. */
export function eventsAfter(known: EventsById, told: readonly ToldEvent[]): EventsById {
  if (told.length === 0) return known;
  const events = new Map(known);
  for (const { deleted, ...event } of told) {
    if (deleted === true) events.delete(event.id);
    else if (isNewer(event, events.get(event.id))) events.set(event.id, event);
  }
  return withoutOldest(events);
}

/** The events after all active ones were read: of what was told of meanwhile, `touched`, the read knows less. */
export function eventsAfterRead(
  known: EventsById,
  active: readonly RuleEvent[],
  touched: ReadonlySet<number>,
): EventsById {
  const ids = new Set(active.map(({ id }) => id));
  const events = new Map(
    [...known].filter(([id, event]) => !event.is_active || ids.has(id) || touched.has(id)),
  );
  for (const event of active) if (!touched.has(event.id)) events.set(event.id, event);
  return events;
}

function isNewer(event: RuleEvent, known: RuleEvent | undefined): boolean {
  return known === undefined || event.revision >= known.revision;
}

function withoutOldest(events: Map<number, RuleEvent>): EventsById {
  const ended = [...events.values()].filter(({ is_active }) => !is_active);
  if (ended.length <= MOST_ENDED) return events;
  ended.sort((a, b) => Date.parse(a.end_time ?? a.start_time) - Date.parse(b.end_time ?? b.start_time));
  for (const { id } of ended.slice(0, ended.length - MOST_ENDED)) events.delete(id);
  return events;
}
