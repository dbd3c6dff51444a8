import { decodeTime, encodeTime, isValid, monotonicFactory } from "@std/ulid";
import type { Ms } from "../../domain/shared/time.ts";

/**
 * So many ids of one isolate carry the same millisecond, then the next begins, also while the clock stands or was set
 * back: that many of the audit log's entries are passed over at most to find a page amid them.
 */
export const ULIDS_OF_MS = 100;

interface Sequence {
  random: () => number;
  next?: (ms: Ms) => string;
  ms: Ms;
  made: number;
}

/** One sequence for the whole isolate, so that ids rise within one millisecond too. */
const sequence: Sequence = { random: () => 0, ms: -Infinity, made: 0 };

/** A ULID above all that this isolate has made. `random` answers numbers from 0 up to, not including, 1. */
export function newUlid(nowMs: Ms, random: () => number): string {
  sequence.random = random;
  sequence.next ??= monotonicFactory(() => sequence.random());
  if (nowMs > sequence.ms) begin(nowMs);
  else if (sequence.made >= ULIDS_OF_MS) begin(sequence.ms + 1);
  sequence.made++;
  return sequence.next(sequence.ms);
}

function begin(ms: Ms): void {
  sequence.ms = ms;
  sequence.made = 0;
}

/** When it was made; undefined for a text that is no ULID. */
export function msOfUlid(ulid: string): Ms | undefined {
  return isValid(ulid) ? decodeTime(ulid) : undefined;
}

/** What every ULID of this millisecond or a later one is not below, and every earlier one is. */
export function ulidFloor(ms: Ms): string {
  return encodeTime(Math.max(0, ms));
}
