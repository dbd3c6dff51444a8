import type { Ms } from "../../domain/shared/time.ts";

/**
 * The text of a ULID: 10 characters of time, 16 of chance, in Crockford's base 32. The library for it loads node's whole
 * crypto, whose chance we do not take: 15 ms of the start of each isolate.
 */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const TIME_LETTERS = 10, CHANCE_LETTERS = 16;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;

/** @throws {RangeError} for a time that no ULID has. */
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

/** `random` answers numbers from 0 up to, not including, 1. */
export function chanceLetters(random: () => number): string {
  return Array.from({ length: CHANCE_LETTERS }, () => LETTERS[Math.floor(random() * 32)]).join("");
}

/** The letters of chance that come next; undefined behind the last ones. */
export function nextLetters(letters: string): string | undefined {
  const place = letters.search(/[^Z]Z*$/);
  if (place < 0) return undefined;
  const next = LETTERS[LETTERS.indexOf(letters[place]) + 1];
  return letters.slice(0, place) + next + LETTERS[0].repeat(letters.length - place - 1);
}
