import type { RuleEvent } from "../api/client.ts";

/** A dotted name in two: what it is of, and what is the matter. A name in words is left whole. */
export function nameParts(name: string): { of: string; what: string } {
  const parts = name.split(".");
  if (parts.length < 3 || /\s/.test(name)) return { of: "", what: name };
  return { of: parts.slice(0, -2).join("."), what: parts.slice(-2).join(" · ") };
}

/** Shelved now: left out of walls and counts. */
export function isShelved({ shelved_until }: Pick<RuleEvent, "shelved_until">, nowMs: number): boolean {
  return shelved_until !== null && Date.parse(shelved_until) > nowMs;
}

/** The rule and instance of an event: what chatters, and what is shelved. */
export function keyOfEvent({ instance_id, rule_id }: Pick<RuleEvent, "instance_id" | "rule_id">): string {
  return `${instance_id}/${rule_id}`;
}

/** How long it lasted, or lasts. */
export function lengthMs(
  { start_time, end_time }: Pick<RuleEvent, "start_time" | "end_time">,
  nowMs: number,
): number {
  return (end_time === null ? nowMs : Date.parse(end_time)) - Date.parse(start_time);
}

export const CLOSE_REASONS: Readonly<Record<NonNullable<RuleEvent["close_reason"]>, string>> = {
  condition_cleared: "The condition cleared",
  manual: "Closed by hand",
  undeployed: "Its instance was undeployed",
  superseded: "Superseded by a newer deployment",
  data_correction: "Corrected data",
};

export const FLAG_WORDS: Readonly<Record<RuleEvent["flags"][number], string>> = {
  initial: "already so when it was deployed",
  chattering: "chattering: the third within a minute",
  late_detected: "found in late data",
  retracted: "taken back: the data was corrected",
  backfilled: "backfilled",
};

/** A number as it is shown beside its unit: no more digits than tell something. */
export function valueText(value: number | string | boolean | null | undefined): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e6) return String(value);
  return size >= 1e6 || (size < 1e-3 && size > 0)
    ? value.toExponential(2)
    : value.toFixed(size >= 100 ? 1 : 2);
}
