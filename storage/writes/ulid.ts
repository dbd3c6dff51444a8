import type { Ms } from "../../domain/shared/time.ts";
import { isUlid, msOfLetters, nextLetters, randomLetters, timeLetters } from "./ulid_text.ts";

/**
 * The most ids of one isolate with the same millisecond; further ids use the next one, even while the clock
 * stops or goes back. It bounds how many audit entries are skipped to find a page.
 */
export const ULIDS_OF_MS = 100;

interface Sequence {
  ms: Ms;
  made: number;
  /** The random letters of the last id. */
  letters: string;
}

/** One sequence per isolate, so that ids also ascend within a millisecond. */
const sequence: Sequence = { ms: -Infinity, made: 0, letters: "" };

/**
 * A ULID greater than all previous ones of this isolate. `random` returns numbers from 0 (inclusive) to 1
 * (exclusive).
 */
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
  sequence.letters = randomLetters(random);
}

/** The time of a ULID; undefined for any other text. */
export function msOfUlid(ulid: string): Ms | undefined {
  return isUlid(ulid) ? msOfLetters(ulid) : undefined;
}

/** The lower bound of all ULIDs from this millisecond on. */
export function ulidFloor(ms: Ms): string {
  return timeLetters(Math.max(0, ms));
}
