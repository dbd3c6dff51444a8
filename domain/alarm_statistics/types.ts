import type { SeverityCounts } from "../event/schema.ts";
import type { Ms } from "../shared/time.ts";
import type { AlarmKey } from "./key_columns.ts";

/** Events per ten minutes. */
export interface AlarmRate {
  average: number;
  peak: number;
  /** Start of the busiest ten minutes; null without events. */
  peakAtMs: Ms | null;
}

/** A flood starts with ten minutes of more than 10 events and ends before ten minutes of fewer than 5. */
export interface Flood {
  startMs: Ms;
  /** Null while the flood continues. */
  endMs: Ms | null;
  events: number;
  peak: number;
}

export interface FloodFigures {
  /** Share of the time in which Andon ran. */
  share: number;
  count: number;
  longestMs: Ms;
}

export const PRIORITIES = ["low", "medium", "high"] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface SeverityMix {
  counts: SeverityCounts;
  shares: Record<Priority, number>;
  /** The share of events that would need another priority to reach the recommended mix. */
  distance: number;
}

export interface BadActor {
  key: AlarmKey;
  events: number;
  /** Share of all events. */
  share: number;
  chattering: number;
  fleeting: number;
  stale: number;
}

export const ADVICE_KINDS = [
  "on_delay",
  "off_delay",
  "stale",
  "rate",
  "flood",
  "bad_actors",
  "severity_mix",
] as const;
export type AdviceKind = (typeof ADVICE_KINDS)[number];

/** A recommended action that follows from the figures. */
export interface Advice {
  kind: AdviceKind;
  /** Concerns critical or safety alarms. */
  isCritical: boolean;
  /** The rule that gets the delay; null for other advice. */
  rule: Pick<AlarmKey, "template_id" | "rule_id"> | null;
  /** The delay; null for other advice. */
  seconds: number | null;
  /** The number of events that the advice concerns. */
  events: number;
  /** The share of these events that would be prevented; null when it is unknown. */
  expectedReduction: number | null;
}

/** The figures of the events of a part of the plant. */
export interface AlarmSummary {
  events: number;
  rate: AlarmRate;
  flood: FloodFigures;
  /** The ten rules of instances with the most events. */
  badActors: BadActor[];
  badActorShare: number;
  /** Number of events, and of the keys (rule and instance) that they belong to. */
  chattering: { events: number; keys: number };
  fleeting: { events: number; keys: number };
  stale: { events: number; active: number };
  mix: SeverityMix;
  advice: Advice[];
}
