import { displayNameOf } from "../rule/display_name.ts";
import type { BoundTexts } from "../rule/bind.ts";
import { fillTexts } from "./fill_texts.ts";
import type { Rule } from "../rule/types.ts";
import type { InstanceRecord } from "../instance/types.ts";
import { isoFromMs, type Ms, ticksFromMs } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";
import type { EventRecord } from "./types.ts";

/** After so many minutes a drill ends by itself; so many may run at a time, one of each rule of an instance. */
export const DRILL_LIMITS = { minutes: 60, running: 20 } as const;

/** No deployment has this number, so that no correction, upgrade or undeployment touches a drill. */
const NO_DEPLOYMENT = 0;

/** Who started a drill. The drill itself is an event. */
export interface DrillRecord {
  v: 1;
  event_id: number;
  started_by: string;
}

/**
 * Whether an event is a drill: it is told like any other event, but stands in no list of events, on no wall, in no
 * count and in no statistics.
 */
export function isDrill({ flags }: { flags: readonly string[] }): boolean {
  return flags.includes("drill");
}

/** The event of a drill: as the rule would raise it now. A shelf of the rule does not hide it. */
export function drillEvent(
  { instance, template, rule, texts }: {
    instance: InstanceRecord;
    template: TemplateRecord;
    rule: Rule;
    texts: BoundTexts;
  },
  { id, nowMs }: { id: number; nowMs: Ms },
): EventRecord {
  const at = isoFromMs(nowMs);
  return {
    v: 1,
    id,
    event_name: texts.event_name,
    ...fillTexts({ ...texts, display_name: displayNameOf(rule) }, { opened_by: null, since: null }),
    // Nobody is to act on a machine that nothing is wrong with.
    guidance: null,
    severity: rule.severity,
    is_active: true,
    start_time: at,
    activated_at: at,
    end_time: null,
    closed_at: null,
    recorded_at: at,
    close_reason: null,
    enrichment: texts.enrichment,
    template_instance: instance.instance_name,
    category: template.category,
    template_id: template.id,
    template_version: template.version,
    instance_id: instance.id,
    rule_id: rule.rule_id,
    plant_node_floc_id: instance.plant_node_floc_id,
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
    shelved_until: null,
    shelve_reason: null,
    data_state: "known",
    flags: ["drill"],
    revision: 1,
    trigger: [],
    limit: null,
    onset: ticksFromMs(nowMs),
    deployment: NO_DEPLOYMENT,
  };
}

/** When a drill ends by itself. */
export function drillEndMs({ recorded_at }: Pick<EventRecord, "recorded_at">): Ms {
  return Date.parse(recorded_at) + DRILL_LIMITS.minutes * 60_000;
}

/** A drill that is answered, or that nobody answered in time. */
export function endedDrill(record: EventRecord, nowMs: Ms): EventRecord {
  const at = isoFromMs(nowMs);
  return { ...record, is_active: false, end_time: at, closed_at: at, close_reason: "drill_ended" };
}
