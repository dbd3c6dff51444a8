/**
 * fast-check with the random cases of `PROPERTY_SEED`, as the tasks set it: a change is judged by the same cases in
 * every run. Without it they are others each time (`deno task properties`), and a failure prints its seed.
 */
import fc from "fast-check";

const seed = Deno.env.get("PROPERTY_SEED");
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) });

export { fc };
