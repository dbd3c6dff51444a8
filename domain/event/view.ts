import type { EventRecord } from "./types.ts";

/** A rule event as clients read it. */
export type EventView = Omit<EventRecord, "v" | "onset" | "deployment">;

/** Leaves out what only the product itself needs. */
export function eventView(record: EventRecord): EventView {
  const { v: _v, onset: _onset, deployment: _deployment, ...view } = record;
  return view;
}
