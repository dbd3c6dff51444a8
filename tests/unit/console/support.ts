import type { Schemas } from "../../../console/api/client.ts";
import type { EventUpdate } from "../../../console/live/known_events.ts";

/** An active event, received at 8:00. */
export function event(id: number, changes: Partial<EventUpdate> = {}): EventUpdate {
  return {
    id,
    event_name: `Event ${id}`,
    event_description: "",
    display_name: `Event ${id}`,
    limit: null,
    opened_by: null,
    guidance: null,
    severity: "warning",
    is_active: true,
    start_time: "2026-01-31T08:00:00.000Z",
    activated_at: "2026-01-31T08:00:00.000Z",
    end_time: null,
    closed_at: null,
    recorded_at: "2026-01-31T08:00:01.000Z",
    close_reason: null,
    enrichment: {},
    template_instance: "Pump",
    category: "health",
    template_id: 1,
    template_version: 1,
    instance_id: 1,
    rule_id: "r",
    plant_node_floc_id: null,
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledgements: [],
    re_alarmed_at: null,
    note: null,
    comment_count: 0,
    shelved_until: null,
    shelve_reason: null,
    data_state: "known",
    flags: [],
    revision: 1,
    trigger: [],
    ...changes,
  };
}

/** An asset with streams of these names, types and values; ids count from `first`. */
export function assetOf(
  { name, first }: { name: string; first: number },
  ...streams: [string, Schemas["Stream"]["data_type"], number | string | boolean][]
): Schemas["Asset"] {
  return {
    id: first,
    asset_id: name,
    display_name: name,
    is_active: true,
    streams: streams.map(([stream_name, data_type, value], index) => ({
      id: first + index,
      stream_id: stream_name,
      stream_name,
      display_name: stream_name,
      asset_id: name,
      data_type,
      value,
      uom: null,
      is_active: true,
      quality: "good",
      timestamp: "2026-01-31T08:00:00.0000000Z",
      set_aside: null,
    })),
  };
}

/** An instance that is not deployed. */
export function instance(id: number, changes: Partial<Schemas["Instance"]> = {}): Schemas["Instance"] {
  return {
    id,
    instance_id: `ins_${id}`,
    instance_name: `Pump ${id}`,
    template_id: 1,
    is_active: true,
    template: { id: 1, name: "Pressure" },
    plant_node_floc_id: null,
    placeholders: [],
    placeholder_mappings: {},
    is_deployed: false,
    judging: false,
    problems: [],
    left_out_rules: [],
    deployment_date: null,
    template_version: null,
    upgraded_at: null,
    created_at: "2026-01-31T08:00:00.000Z",
    created_by: "anna",
    coverage: { share: 0, blind: { no_data: 0, bad_quality: 0, source_lost: 0, stopped: 0, undeployed: 0 } },
    ...changes,
  };
}

/** One rule, `<P>` above `<LIMIT>`, which is 6 unless it is bound. */
export function template(): Schemas["Template"] {
  const placeholder = { description: "", max_age_seconds: null, data_type: "NUM" } as const;
  return {
    id: 1,
    template_id: "tpl_1",
    name: "Pressure",
    description: "",
    category: "health",
    color: "#000000",
    package_id: 1,
    is_active: true,
    allow_instances: true,
    version: 1,
    created_by: "anna",
    created_at: "2026-01-31T08:00:00.000Z",
    updated_at: "2026-01-31T08:00:00.000Z",
    rules_count: 1,
    placeholders_count: 2,
    instances_count: 0,
    rules: [{
      rule_id: "high",
      rule_name: "High",
      logic: "all",
      until: null,
      event_name: "High",
      event_description: "",
      severity: "warning",
      on_delay_seconds: 0,
      off_delay_seconds: 0,
      enrichment: {},
      cause: null,
      display_name: null,
      re_alarm_minutes: null,
      consequence: null,
      action: null,
      conditions: [{ stream: "<P>", operator: "greater_than", value: "<LIMIT>" }],
    }],
    placeholders: [
      { ...placeholder, placeholder_name: "P", is_required: true, default_value: null },
      { ...placeholder, placeholder_name: "LIMIT", is_required: false, default_value: 6 },
    ],
  };
}

/** A clock that the test advances. */
export function turnedClock() {
  let nowMs = 0;
  const timers = new Set<{ atMs: number; call: () => void }>();
  return {
    clock: {
      now: () => nowMs,
      after(delayMs: number, call: () => void) {
        const timer = { atMs: nowMs + delayMs, call };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
    },
    turn(toMs: number) {
      for (;;) {
        const [next] = [...timers].filter(({ atMs }) => atMs <= toMs).sort((a, b) => a.atMs - b.atMs);
        if (next === undefined) break;
        timers.delete(next);
        nowMs = next.atMs;
        next.call();
      }
      nowMs = toMs;
    },
  };
}
