import { OWN_ID } from "./own_event.ts";
import type { EventRecord } from "./types.ts";

/** A rule event as clients read it. Andon's own events have no template and no instance. */
export type EventView =
  & Omit<EventRecord, "v" | "onset" | "deployment" | "template_id" | "template_version" | "instance_id">
  & { template_id: number | null; template_version: number | null; instance_id: number | null };

/** Removes the internal fields. */
export function eventView(record: EventRecord): EventView {
  const { v: _v, onset: _onset, deployment: _deployment, ...view } = record;
  if (record.instance_id !== OWN_ID) return view;
  return { ...view, template_id: null, template_version: null, instance_id: null };
}
