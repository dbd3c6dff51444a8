import type { RuleEvent } from "../api/client.ts";

/** A rule event as a push frame carries it. */
export type EventUpdate = RuleEvent & { deleted?: true };
export type EventsById = ReadonlyMap<number, RuleEvent>;

/** Ended events kept in memory; the oldest are dropped. */
export const MAX_ENDED = 5_000;

/** Applies updates in order: the highest revision wins, deleted events are removed. Drills are left out. */
export function eventsAfter(known: EventsById, updates: readonly EventUpdate[]): EventsById {
  if (updates.length === 0) return known;
  const events = new Map(known);
  for (const { deleted, ...event } of updates) {
    if (event.flags.includes("drill")) continue;
    if (deleted === true) events.delete(event.id);
    else if (isNewer(event, events.get(event.id))) events.set(event.id, event);
  }
  return withoutOldest(events);
}

/** Replaces the active events by those read; `touched` events got newer updates during the read and are kept. */
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
  if (ended.length <= MAX_ENDED) return events;
  ended.sort((a, b) => Date.parse(a.end_time ?? a.start_time) - Date.parse(b.end_time ?? b.start_time));
  for (const { id } of ended.slice(0, ended.length - MAX_ENDED)) events.delete(id);
  return events;
}
