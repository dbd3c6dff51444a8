import { type EventView, eventView } from "../../../domain/event/view.ts";
import { OWN_ID } from "../../../domain/event/own_event.ts";
import { shelvedNow } from "../../../domain/event/shelf.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** A rule event as a client reads it now: shelved exactly while its key is, flagged out of service by its start, unknown while its source is lost. */
export function shownEvent(
  { storage, now, sourceStatus }: Pick<AppDeps, "storage" | "now" | "sourceStatus">,
  record: EventRecord,
): EventView {
  const view = {
    ...eventView(shelvedNow(record, storage.shelves.get(record), now())),
    out_of_service_id: storage.outOfService.at(record, Date.parse(record.start_time))?.id ?? null,
  };
  const isBlind = record.is_active && record.instance_id !== OWN_ID && sourceStatus().state === "lost";
  return isBlind ? { ...view, data_state: "unknown" } : view;
}
