import { OWN_ID } from "./own_event.ts";
import type { EventRecord, EventView } from "./schema.ts";

export type { EventView } from "./schema.ts";

/** Removes the internal fields. */
export function eventView(record: EventRecord): EventView {
  const { v: _v, onset: _onset, deployment: _deployment, commented_by: _by, comment_count = 0, ...fields } =
    record;
  const view = { ...fields, comment_count };
  if (record.instance_id !== OWN_ID) return view;
  return { ...view, template_id: null, template_version: null, instance_id: null };
}
