import { NOBODY } from "./own_event.ts";
import type { EventRecord, EventView } from "./schema.ts";

export type { EventView } from "./schema.ts";

/** Leaves out what only the product itself needs. */
export function eventView(record: EventRecord): EventView {
  const { v: _v, onset: _onset, deployment: _deployment, ...view } = record;
  if (record.instance_id !== NOBODY) return view;
  return { ...view, template_id: null, template_version: null, instance_id: null };
}
