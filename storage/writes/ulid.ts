import type { Ms } from "../../domain/shared/time.ts";
import { chanceLetters, isUlid, msOfLetters, nextLetters, timeLetters } from "./ulid_text.ts";

/**
 * So many ids of one isolate carry the same millisecond, then the next begins, also while the clock stands or was set
 * back: that many of the audit log's entries are passed over at most to find a page amid them.
 */
export const ULIDS_OF_MS = 100;

interface Sequence {
  ms: Ms;
  made: number;
  /** The letters of chance of the last one. */
  letters: string;
}

/** One sequence for the whole isolate, so that ids rise within one millisecond too. */
const sequence: Sequence = { ms: -Infinity, made: 0, letters: "" };

/** A ULID above all that this isolate has made. `random` answers numbers from 0 up to, not including, 1. */
export function newUlid(nowMs: Ms, random: () => number): string {
  const next = nowMs > sequence.ms || sequence.made >= ULIDS_OF_MS
    ? undefined
    : nextLetters(sequence.letters);
  if (next === undefined) begin(Math.max(nowMs, sequence.ms + 1), random);
  else sequence.letters = next;
  sequence.made++;
  return timeLetters(sequence.ms) + sequence.letters;
}

function begin(ms: Ms, random: () => number): void {
  sequence.ms = ms;
  sequence.made = 0;
  sequence.letters = chanceLetters(random);
}

/** When it was made; undefined for a text that is no ULID. */
export function msOfUlid(ulid: string): Ms | undefined {
  return isUlid(ulid) ? msOfLetters(ulid) : undefined;
}

/** What every ULID of this millisecond or a later one is not below, and every earlier one is. */
export function ulidFloor(ms: Ms): string {
  return timeLetters(Math.max(0, ms));
}
