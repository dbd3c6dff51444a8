import type { EventRecord } from "../../domain/event/types.ts";
import type { EventView } from "../../domain/event/view.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext } from "./env.ts";
import { shownEvent } from "../events/views/event.ts";

/** What a wall screen reads in place of the name of a person. */
export const HIDDEN = "(hidden)";

/** How the reader of the request sees events: a wall screen gets them without personal data. */
export function eventViewFor(c: AppContext, deps: AppDeps): (record: EventRecord) => EventView {
  if (c.get("screen") === undefined) return (record) => shownEvent(deps, record);
  return (record) => withoutPeople(shownEvent(deps, record));
}

/** Without the names of who acknowledged, and without what people wrote in the event. */
export function withoutPeople<Event extends EventView>(event: Event): Event {
  return {
    ...event,
    acknowledged_by: event.acknowledged_by === null ? null : HIDDEN,
    acknowledgements: (event.acknowledgements ?? []).map((each) => ({ ...each, by: HIDDEN })),
    note: null,
    shelve_reason: null,
    enrichment: {},
  };
}

/** Without the name of the author for a wall screen. */
export function authoredFor<View extends { created_by: string }>(c: AppContext, view: View): View {
  return c.get("screen") === undefined ? view : { ...view, created_by: HIDDEN };
}
