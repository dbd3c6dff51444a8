import { decodeTime, encodeTime, isValid, monotonicFactory } from "@std/ulid";
import type { Ms } from "../../domain/shared/time.ts";

/** One sequence for the whole isolate, so that ids rise within one millisecond too. */
const sequence: { random: () => number; next?: (ms: Ms) => string } = { random: () => 0 };

/** A ULID above all that this isolate has made. `random` answers numbers from 0 up to, not including, 1. */
export function newUlid(nowMs: Ms, random: () => number): string {
  sequence.random = random;
  sequence.next ??= monotonicFactory(() => sequence.random());
  return sequence.next(nowMs);
}

/** When it was made; undefined for a text that is no ULID. */
export function msOfUlid(ulid: string): Ms | undefined {
  return isValid(ulid) ? decodeTime(ulid) : undefined;
}

/** What every ULID of this millisecond or a later one is not below, and every earlier one is. */
export function ulidFloor(ms: Ms): string {
  return encodeTime(Math.max(0, ms));
}
