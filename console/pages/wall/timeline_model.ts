import { SEVERITIES } from "../../../domain/event/severity.ts";
import type { RuleEvent } from "../../api/client.ts";
import type { Wall } from "./wall_model.ts";

/** A row of the timeline: the events of one group. */
export interface Lane {
  key: string;
  title: string;
  /** Lowest severity first, so that the highest is drawn on top. */
  events: readonly RuleEvent[];
}

export function lanesOf({ sections }: Wall): Lane[] {
  return sections.filter(({ events }) => events.length > 0).map(({ key, title, events }) => ({
    key,
    title,
    events: [...events].sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity)),
  }));
}

/** The event of a lane at a time, the one of highest severity; `nearMs` is the tolerance. */
export function spanAt(
  { events }: Lane,
  { atMs, nearMs, nowMs }: { atMs: number; nearMs: number; nowMs: number },
): RuleEvent | undefined {
  return events.findLast(({ start_time, end_time }) =>
    Date.parse(start_time) - nearMs <= atMs &&
    atMs <= (end_time === null ? nowMs : Date.parse(end_time)) + nearMs
  );
}

const MINUTE_MS = 60_000;
const STEPS_MIN = [5, 10, 15, 30, 60, 120, 240, 480, 720, 1_440];
const TICK_PX = 70;

/** Round times for an axis, spaced so that their labels do not overlap. */
export function ticksOf({ fromMs, toMs, width }: { fromMs: number; toMs: number; width: number }): number[] {
  const least = (toMs - fromMs) / Math.max(1, width / TICK_PX);
  const stepMs = (STEPS_MIN.find((minutes) => minutes * MINUTE_MS >= least) ?? 1_440) * MINUTE_MS;
  const first = Math.ceil(fromMs / stepMs) * stepMs;
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - first) / stepMs) + 1) },
    (_, index) => first + index * stepMs,
  );
}
