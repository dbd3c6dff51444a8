import { type EventView, eventView } from "../../../domain/event/view.ts";
import { OWN_ID } from "../../../domain/event/own_event.ts";
import { sourceOfInstance } from "../../../domain/instance/source.ts";
import { shelvedNow } from "../../../domain/event/shelf.ts";
import type { Placed } from "../../../domain/out_of_service/interval.ts";
import type { Ms } from "../../../domain/shared/time.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/**
 * A rule event as a client reads it now: shelved exactly while its key is, out of service while an interval holds, unknown
 * while its source is lost.
 */
export function shownEvent(
  { storage, now, sourceStatus }: Pick<AppDeps, "storage" | "now" | "sourceStatus">,
  record: EventRecord,
): EventView {
  const view = {
    ...eventView(shelvedNow(record, storage.shelves.get(record), now())),
    ...outOfServiceFields(storage, record, now()),
  };
  const isBlind = record.is_active && record.instance_id !== OWN_ID &&
    sourceStatus(sourceOfInstance(storage.instances.get(record.instance_id) ?? {})).state === "lost";
  return isBlind ? { ...view, data_state: "unknown" } : view;
}

/** In which interval out of service an event began, and until when one holds it now. */
export function outOfServiceFields(
  { outOfService }: Pick<Storage, "outOfService">,
  event: Placed & Pick<EventRecord, "start_time">,
  nowMs: Ms,
): Required<Pick<EventView, "out_of_service_id" | "out_of_service_until">> {
  return {
    out_of_service_id: outOfService.at(event, Date.parse(event.start_time))?.id ?? null,
    out_of_service_until: outOfService.at(event, nowMs)?.ends_at ?? null,
  };
}
