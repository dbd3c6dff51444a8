import type { SeverityCounts } from "../event/wall.ts";
import type { Ms } from "../shared/time.ts";
import type { AlarmKey } from "./key_columns.ts";

/** Events in ten minutes. */
export interface AlarmRate {
  average: number;
  peak: number;
  /** When the busiest ten minutes began; null without an event. */
  peakAtMs: Ms | null;
}

/** A flood begins with ten minutes of more than 10 events and ends before ten minutes of fewer than 5. */
export interface Flood {
  startMs: Ms;
  /** Null while it goes on. */
  endMs: Ms | null;
  events: number;
  peak: number;
}

export interface FloodFigures {
  /** Of the span's time. */
  share: number;
  count: number;
  longestMs: Ms;
}

export type Priority = "low" | "medium" | "high";

export interface SeverityMix {
  counts: SeverityCounts;
  shares: Record<Priority, number>;
  /** Which share of the events had to be of another priority for the mix that is recommended. */
  distance: number;
}

export interface BadActor {
  key: AlarmKey;
  events: number;
  /** Of the events of all. */
  share: number;
  chattering: number;
  fleeting: number;
  stale: number;
}

export type AdviceKind =
  | "on_delay"
  | "off_delay"
  | "stale"
  | "rate"
  | "flood"
  | "bad_actors"
  | "severity_mix";

/** Something to do that follows from the figures. */
export interface Advice {
  kind: AdviceKind;
  /** Whose delay; null where no one rule is meant. */
  rule: Pick<AlarmKey, "template_id" | "rule_id"> | null;
  /** How long a delay; null for other advice. */
  seconds: number | null;
  /** The events that it is about. */
  events: number;
  /** The share of them that would not have come; null where nobody can say. */
  expectedReduction: number | null;
}

/** What the events of a part of the plant come to. */
export interface AlarmSummary {
  events: number;
  rate: AlarmRate;
  flood: FloodFigures;
  /** The ten rules of instances with the most events. */
  badActors: BadActor[];
  badActorShare: number;
  /** Events, and the rules of instances that they are of. */
  chattering: { events: number; keys: number };
  fleeting: { events: number; keys: number };
  stale: { events: number; active: number };
  mix: SeverityMix;
  advice: Advice[];
}
