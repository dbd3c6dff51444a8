import { OWN_ID } from "../../domain/event/own_event.ts";
import type { EventView } from "../../domain/event/view.ts";
import type { FrameDraft } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { outOfServiceFields } from "../events/views/event.ts";

/** A frame of an event says that it is out of service, which no event is stored with. */
export function withOutOfService(
  storage: Pick<Storage, "outOfService">,
  draft: FrameDraft,
  nowMs: Ms,
): FrameDraft {
  if (draft.kind !== "event_created" && draft.kind !== "event_updated") return draft;
  // The functions that write an event make its frames of its view.
  const view = draft.data as EventView | undefined;
  if (view?.start_time === undefined || storage.outOfService.list().length === 0) return draft;
  const fields = outOfServiceFields(storage, { ...view, instance_id: view.instance_id ?? OWN_ID }, nowMs);
  const isNone = fields.out_of_service_id === null && fields.out_of_service_until === null;
  return isNone ? draft : { ...draft, data: { ...view, ...fields } };
}
