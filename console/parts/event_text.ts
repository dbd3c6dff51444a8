import type { RuleEvent } from "../api/client.ts";
import { decimalText, numberText, unitDecimals } from "./numbers.ts";

/** Whether an event is hidden from walls and counts: shelved, or out of service. */
export function isHidden(event: RuleEvent, nowMs: number): boolean {
  return isOutOfService(event, nowMs) || isShelved(event, nowMs);
}

/** Whether the alarm, instance or plant node of an event is out of service now. */
export function isOutOfService({ out_of_service_until: until }: RuleEvent, nowMs: number): boolean {
  return Date.parse(until ?? "") > nowMs;
}

/** Whether an event is shelved now. */
export function isShelved({ shelved_until }: Pick<RuleEvent, "shelved_until">, nowMs: number): boolean {
  return shelved_until !== null && Date.parse(shelved_until) > nowMs;
}

/** The active events that are shelved. */
export function shelvedIn(events: Iterable<RuleEvent>): RuleEvent[] {
  return [...events].filter(({ is_active, shelved_until }) => is_active && shelved_until !== null);
}

/** The rule and instance of an event; chattering and shelving apply to this pair. */
export function keyOfEvent({ instance_id, rule_id }: Pick<RuleEvent, "instance_id" | "rule_id">): string {
  return `${instance_id}/${rule_id}`;
}

/** A stream as triggers are compared with it. */
export interface TriggerStream {
  id: number;
  stream_name: string;
}

/** Whether a sample that decided an event is of a stream: by its id, as its name may be another's today. */
export function isOfTrigger(
  { id, stream_name }: TriggerStream,
  sample: RuleEvent["trigger"][number] | undefined,
): boolean {
  const key = sample && triggerKey(sample);
  return key === id || key === stream_name;
}

/** The id of the stream that a sample is of; its name where no id was recorded. */
export function triggerKey({ stream, stream_id }: RuleEvent["trigger"][number]): number | string {
  return stream_id ?? stream;
}

/** The duration of an event; of an active one until now. */
export function lengthMs(
  { start_time, end_time }: Pick<RuleEvent, "start_time" | "end_time">,
  nowMs: number,
): number {
  return (end_time === null ? nowMs : Date.parse(end_time)) - Date.parse(start_time);
}

export const CLOSE_REASONS: Readonly<Record<NonNullable<RuleEvent["close_reason"]>, string>> = {
  condition_cleared: "Returned to normal",
  manual: "Closed manually",
  undeployed: "Instance undeployed",
  superseded: "Superseded by a newer deployment",
  data_correction: "Data corrected",
  drill_ended: "End of the drill",
};

export const FLAG_TEXTS: Readonly<Record<RuleEvent["flags"][number], string>> = {
  initial: "already active at deployment",
  chattering: "chattering: third event within a minute",
  late_detected: "detected in late data",
  retracted: "retracted: the data was corrected",
  backfilled: "backfilled",
  drill: "drill",
};

type Value = number | string | boolean | null | undefined;

/**
 * A value of a stream as text, without its unit: `8.06`, `5,164`, a dash without a value. A unit has its decimals, so
 * that a stream reads the same everywhere: 81 °C is `81.00`. Without a unit the value decides, with at least `decimals`.
 */
export function valueText(
  value: Value,
  { unit, decimals = 0 }: { unit?: string | null; decimals?: number } = {},
): string {
  if (value === null || value === undefined) return "—";
  if (typeof value === "boolean") return value ? "true" : "false";
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  if (size >= 1e9 || (size < 1e-3 && size > 0)) return value.toExponential(2);
  const fixed = unitDecimals(unit);
  if (fixed === undefined) return decimalText(value, Math.max(decimals, decimalsOf(value)));
  return size > 0 && size < 10 ** -fixed
    ? numberText(Number(value.toPrecision(2)))
    : decimalText(value, fixed);
}

/** A constant as text, with the decimals it was entered with: `4.5`. */
export function constantText(value: number | string | boolean): string {
  return typeof value === "number" ? numberText(value) : valueText(value);
}

/** Formats the values of one stream with constant decimals: those of its unit; without one, after 8.06, 8 becomes 8.00. */
export function valueFormatter(unit: string | null | undefined): (value: Value) => string {
  let decimals = 0;
  return (value) => {
    if (typeof value === "number") decimals = Math.max(decimals, decimalsOf(value));
    return valueText(value, { unit, decimals });
  };
}

function decimalsOf(value: number): number {
  return Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 1 : 2;
}
