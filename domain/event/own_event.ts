import { isoFromMs, type Ms, ticksFromMs } from "../shared/time.ts";
import { type EventKey, shelfFields, type ShelfRecord } from "./shelf.ts";
import type { EventRecord, Severity } from "./types.ts";

/** Stands for the template and the instance of Andon's own events: no record has it as its id, reads show null. */
export const NOBODY = 0;

/** Stands where an event has its instance's name. */
export const OWN_NAME = "Andon";
/** The rule of the event that says that the source is lost. */
export const SOURCE_LOST = "source_lost";
const OWN_CATEGORY = "source";

export interface OwnEvent {
  rule_id: string;
  event_name: string;
  event_description: string;
  severity: Severity;
  startMs: Ms;
  activatedMs: Ms;
}

/** The key of an event of Andon's own. */
export function ownKey(rule_id: string): EventKey {
  return { instance_id: NOBODY, rule_id };
}

/** An active event of no instance, raised by Andon itself. */
export function ownEventRecord(
  { startMs, activatedMs, ...event }: OwnEvent,
  given: { id: number; nowMs: Ms; shelf?: ShelfRecord },
): EventRecord {
  return {
    ...{ v: 1, id: given.id, ...event, is_active: true },
    start_time: isoFromMs(startMs),
    activated_at: isoFromMs(activatedMs),
    ...{ end_time: null, closed_at: null, recorded_at: isoFromMs(given.nowMs), close_reason: null },
    ...{ enrichment: {}, template_instance: OWN_NAME, category: OWN_CATEGORY },
    ...{ template_id: NOBODY, template_version: NOBODY, instance_id: NOBODY, plant_node_floc_id: null },
    ...{ acknowledged_at: null, acknowledged_by: null, note: null, ...shelfFields(given.shelf) },
    ...{
      data_state: "known",
      flags: [],
      revision: 1,
      trigger: [],
      onset: ticksFromMs(startMs),
      deployment: 0,
    },
  };
}
