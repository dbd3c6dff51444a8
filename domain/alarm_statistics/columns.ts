import { SEVERITIES } from "../event/types.ts";
import type { AlarmFact } from "./fact.ts";
import { type KeyColumns, keysOf } from "./key_columns.ts";

/**
 * Events as columns: the stored form of a day's events. Takes about 29 bytes an event and 28 bytes a rule of
 * an instance. An active event has the end Infinity.
 */
export interface AlarmColumns {
  keys: KeyColumns;
  /** Index of each event's key in `keys`. */
  key: Uint32Array;
  startMs: Float64Array;
  activatedMs: Float64Array;
  endMs: Float64Array;
  /** Index of the severity in `SEVERITIES`, and the bits below. */
  bits: Uint8Array;
}

export const CHATTERING = 4;
export const CLEARED = 8;
const SEVERITY = 3;

/** Index of an event's severity in `SEVERITIES`. */
export function severityPlaceOf(bits: number): number {
  return bits & SEVERITY;
}

export function alarmColumns(facts: readonly AlarmFact[]): AlarmColumns {
  return {
    ...keysOf(facts),
    startMs: Float64Array.from(facts, (fact) => fact.start_ms),
    activatedMs: Float64Array.from(facts, (fact) => fact.activated_ms),
    endMs: Float64Array.from(facts, (fact) => fact.end_ms ?? Infinity),
    bits: Uint8Array.from(facts, bitsOf),
  };
}

function bitsOf({ severity, chattering, cleared }: AlarmFact): number {
  return SEVERITIES.indexOf(severity) | (chattering ? CHATTERING : 0) | (cleared ? CLEARED : 0);
}
