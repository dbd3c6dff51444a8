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

export { fc };
