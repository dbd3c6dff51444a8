import type { Ms } from "../../domain/shared/time.ts";

/**
 * The text of a ULID: 10 characters of time and 16 random ones, in Crockford's base 32. Not the library, which
 * loads node's whole crypto and so delays the start of each isolate by 15 ms.
 */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LETTERS = 10, RANDOM_LETTERS = 16;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** @throws {RangeError} for a time outside the range of ULIDs. */
export function timeLetters(ms: Ms): string {
  if (!Number.isInteger(ms) || ms < 0 || ms >= 2 ** 48) throw new RangeError(`No ULID has the time ${ms}`);
  let text = "";
  for (let rest = ms; text.length < TIME_LETTERS; rest = Math.floor(rest / 32)) {
    text = LETTERS[rest % 32] + text;
  }
  return text;
}

export function msOfLetters(ulid: string): Ms {
  return [...ulid.slice(0, TIME_LETTERS).toUpperCase()].reduce(
    (ms, letter) => 32 * ms + LETTERS.indexOf(letter),
    0,
  );
}

export function isUlid(text: string): boolean {
  return ULID.test(text);
}

/** `random` returns numbers from 0 (inclusive) to 1 (exclusive). */
export function randomLetters(random: () => number): string {
  return Array.from({ length: RANDOM_LETTERS }, () => LETTERS[Math.floor(random() * 32)]).join("");
}

/** The next random letters in ascending order; undefined after the last ones. */
export function nextLetters(letters: string): string | undefined {
  const index = letters.search(/[^Z]Z*$/);
  if (index < 0) return undefined;
  const next = LETTERS[LETTERS.indexOf(letters[index]!) + 1];
  return letters.slice(0, index) + next + LETTERS[0]!.repeat(letters.length - index - 1);
}
