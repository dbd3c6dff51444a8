/**
 * fast-check with the random cases of `PROPERTY_SEED`, as the tasks set it: a change is tested with the same cases in
 * every run. Without it they are others each time (`deno task proof:properties`), and a failure prints its seed.
 */
import fc from "fast-check";
import { times } from "./times.ts";

const seed = Deno.env.get("PROPERTY_SEED");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

/** How many random cases a property is tried on: so many in a test, `PROOF_TIMES` as many in a proof. */
export function cases(inATest: number): { numRuns: number } {
  return { numRuns: times(inATest) };
}

const SURROGATES = { from: 0xd800, count: 0x800 };
const LAST_CODE_POINT = 0x10ffff;

/** The characters of fast-check's unit `binary`, without its table of a million entries that takes a second to fill. */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: LAST_CODE_POINT - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  indexOfCharacter,
);

/** Throws when a value is not one of the characters, as fast-check wants it. */
function indexOfCharacter(value: unknown): number {
  if (typeof value !== "string" || [...value].length !== 1 || !value.isWellFormed()) {
    throw new TypeError(`${String(value)} is not one character`);
  }
  const codePoint = value.codePointAt(0) ?? 0;
  return codePoint < SURROGATES.from ? codePoint : codePoint - SURROGATES.count;
}

export { fc };
