import type { SampleValue } from "../sample/types.ts";

export const SEVERITIES = ["info", "warning", "error", "critical"] as const;
export type Severity = (typeof SEVERITIES)[number];

export type CloseReason = "condition_cleared" | "manual" | "undeployed" | "superseded" | "data_correction";
export type EventFlag = "initial" | "late_detected" | "chattering" | "backfilled" | "retracted";

/** A sample that decided an event: stream name, value, and source time with the full fraction. */
export interface TriggerSample {
  stream: string;
  value: SampleValue | null;
  time: string;
}

/**
 * A rule event, as stored. Clients do not get `v`, `onset` and `deployment`. Its identity is (template
 * instance, rule, deployment, onset).
 */
export interface EventRecord {
  v: 1;
  id: number;
  event_name: string;
  event_description: string;
  severity: Severity;
  is_active: boolean;
  start_time: string;
  activated_at: string;
  end_time: string | null;
  closed_at: string | null;
  recorded_at: string;
  close_reason: CloseReason | null;
  enrichment: Record<string, string>;
  template_instance: string;
  category: string;
  template_id: number;
  template_version: number;
  instance_id: number;
  rule_id: string;
  plant_node_floc_id: string | null;
  acknowledged_at: string | null;
  acknowledged_by: string | null;
  note: string | null;
  shelved_until: string | null;
  shelve_reason: string | null;
  data_state: "known" | "unknown";
  flags: EventFlag[];
  revision: number;
  trigger: TriggerSample[];
  /** The exact onset in ticks; `start_time` is cut to milliseconds. */
  onset: number;
  deployment: number;
}

/** What a person may change in an event. */
export interface EventChange {
  event_description?: string;
  severity?: Severity;
  enrichment?: Record<string, string>;
  note?: string | null;
  is_active?: false;
}
