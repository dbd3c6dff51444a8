import { type EventView, eventView } from "../../domain/event/view.ts";
import { shelvedNow } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { AppDeps } from "../deps.ts";

/** A rule event as a client reads it now: shelved exactly while its key is. */
export function shownEvent(
  { storage, now }: Pick<AppDeps, "storage" | "now">,
  record: EventRecord,
): EventView {
  return eventView(shelvedNow(record, storage.shelves.get(record), now()));
}
