import { DEFAULT_SOURCE } from "../source/types.ts";
import { isoFromMs, type Ms, ticksFromMs } from "../shared/time.ts";
import { type EventKey, shelfFields, type ShelfRecord } from "./shelf.ts";
import type { EventRecord, Severity } from "./types.ts";

/** The template and instance id of Andon's own events. No record has this id; clients get null. */
export const OWN_ID = 0;

/** The instance name of Andon's own events. */
export const OWN_NAME = "Andon";
/** The rule id of the event for a lost source. */
export const SOURCE_LOST = "source_lost";
/** The rule id of the event for an evaluation that lags. */
export const FEED_LAGGING = "feed_lagging";
/** The rule id of the event for a source that misses much, or does not say what it has. */
export const SOURCE_DEGRADED = "source_degraded";
/** The category of events about Andon itself, such as a lost source or a contact point that fails. */
export const SYSTEM_CATEGORY = "system";

export interface OwnEvent {
  rule_id: string;
  event_name: string;
  event_description: string;
  severity: Severity;
  /** The default is `system`. */
  category?: string;
  startMs: Ms;
  activatedMs: Ms;
}

/** The key of one of Andon's own events. */
export function ownKey(rule_id: string): EventKey {
  return { instance_id: OWN_ID, rule_id };
}

/** The rule id of an event about a source: that of `default` has none of its own. */
export function sourceRuleId(rule: string, source: number): string {
  return source === DEFAULT_SOURCE ? rule : `${rule}_${source}`;
}

/** The source whose loss an event of Andon itself tells of; undefined: it tells of something else. */
export function lostSourceOf(rule: string): number | undefined {
  if (rule === SOURCE_LOST) return DEFAULT_SOURCE;
  const id = rule.startsWith(`${SOURCE_LOST}_`) ? Number(rule.slice(SOURCE_LOST.length + 1)) : NaN;
  return Number.isInteger(id) ? id : undefined;
}

/** How events call a source: `Data source`, or `Data source "line2"`. */
export function sourceCalled({ id, name }: { id: number; name: string }): string {
  return id === DEFAULT_SOURCE ? "Data source" : `Data source "${name}"`;
}

/** An active event of Andon itself, without an instance. */
export function ownEventRecord(
  { startMs, activatedMs, category = SYSTEM_CATEGORY, ...event }: OwnEvent,
  options: { id: number; nowMs: Ms; shelf?: ShelfRecord },
): EventRecord {
  return {
    v: 1,
    id: options.id,
    ...event,
    is_active: true,
    start_time: isoFromMs(startMs),
    activated_at: isoFromMs(activatedMs),
    end_time: null,
    closed_at: null,
    recorded_at: isoFromMs(options.nowMs),
    close_reason: null,
    enrichment: {},
    template_instance: OWN_NAME,
    category,
    template_id: OWN_ID,
    template_version: OWN_ID,
    instance_id: OWN_ID,
    plant_node_floc_id: null,
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
    ...shelfFields(options.shelf),
    data_state: "known",
    flags: [],
    revision: 1,
    trigger: [],
    onset: ticksFromMs(startMs),
    deployment: 0,
  };
}
