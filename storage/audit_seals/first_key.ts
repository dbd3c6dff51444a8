import type { Key } from "../../domain/shared/commit.ts";
import type { KvStore } from "../store/store.ts";
import { UndecodableValue } from "../store/undecodable.ts";

/** Texts of keys are searched up to this length; an entry's id has 26 letters. */
const MOST_LETTERS = 64;
const LAST_LETTER = 0x7f;

/** Whether the value of a key is there but cannot be decoded. */
export async function isDamaged(store: KvStore, key: Key): Promise<boolean> {
  return await decoded(store.get(key).then(() => false), () => true);
}

/** What is read; if a value in it cannot be decoded, what `damaged` returns. */
export async function decoded<T>(reading: Promise<T>, damaged: () => T): Promise<T> {
  return await reading.catch((error) => {
    if (error instanceof UndecodableValue) return damaged();
    throw error;
  });
}

/** Whether a range has keys, whose values may be damaged. */
function hasKeys(store: KvStore, range: { start: Key; end: Key }): Promise<boolean> {
  const found = store.list({ prefix: range.start.slice(0, 1), ...range, limit: 1 });
  return decoded(found.then(({ length }) => length > 0), () => true);
}

/** The first key `[noun, text]` after a text, found by its ranges only, since lists cannot pass a damaged value. */
export async function firstText(
  store: KvStore,
  { noun, after }: { noun: string; after: string | undefined },
): Promise<string | undefined> {
  const from = after === undefined ? "" : `${after}\u0000`;
  const has = async (start: string, end: string) => {
    const later = start > from ? start : from;
    return later < end && await hasKeys(store, { start: [noun, later], end: [noun, end] });
  };
  for (let text = ""; text.length < MOST_LETTERS;) {
    if (await has(text, `${text}\u0000`)) return text;
    if (!await has(text, text + String.fromCharCode(LAST_LETTER + 1))) return undefined;
    const letter = await firstNumber(
      { from: 0, to: LAST_LETTER },
      (code) => has(text, text + String.fromCharCode(code + 1)),
    );
    text += String.fromCharCode(letter);
  }
  return undefined;
}

/** The first key `[noun, number]` from a number on; undefined if there is none. */
export async function firstWhole(
  store: KvStore,
  { noun, from }: { noun: string; from: number },
): Promise<number | undefined> {
  const has = (to: number) => hasKeys(store, { start: [noun, from], end: [noun, to + 1] });
  const to = Number.MAX_SAFE_INTEGER - 1;
  return await has(to) ? await firstNumber({ from, to }, has) : undefined;
}

/** The first number from which on a condition holds; it holds for `to`. */
async function firstNumber(
  { from, to }: { from: number; to: number },
  holds: (number: number) => Promise<boolean>,
): Promise<number> {
  let low = from, high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
