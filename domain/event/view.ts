import { acknowledgementsOf } from "./acknowledgement.ts";
import { readableName } from "../rule/display_name.ts";
import { OWN_ID } from "./own_event.ts";
import type { EventRecord, EventView } from "./schema.ts";

export type { EventView } from "./schema.ts";

/** Removes the internal fields. */
export function eventView(record: EventRecord): EventView {
  const { v: _v, onset: _onset, deployment: _deployment, commented_by: _by, comment_count = 0, ...rest } =
    record;
  const { re_alarm, ...kept } = rest;
  const view = {
    ...kept,
    display_name: displayNameOf(record),
    limit: record.limit ?? null,
    opened_by: record.opened_by ?? null,
    guidance: record.guidance ?? null,
    comment_count,
    acknowledgements: [...acknowledgementsOf(record)],
    re_alarmed_at: re_alarm?.at ?? null,
  };
  if (record.instance_id !== OWN_ID) return view;
  return { ...view, template_id: null, template_version: null, instance_id: null };
}

/** An event of an older program gets the readable form of the last part of its name. */
export function displayNameOf(
  { display_name, event_name }: Pick<EventRecord, "display_name" | "event_name">,
): string {
  return display_name ??
    (/\s/.test(event_name) ? event_name : readableName(event_name.split(".").at(-1) ?? ""));
}
