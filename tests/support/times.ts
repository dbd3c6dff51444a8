const TIMES = Number(Deno.env.get("PROOF_TIMES") ?? 1);

/** How often something random is tried: so often in a test, `PROOF_TIMES` as often in a proof (`deno task proof:*`). */
export function times(inATest: number): number {
  return inATest * TIMES;
}
