import type { RateDecision } from "../domain/rate_limit/types.ts";

/** The limits a request stands under: `"default";q=100;w=60, "heavy";q=10;w=60`. */
export function policyHeader(decisions: readonly RateDecision[]): string {
  return decisions.map((each) => `"${each.scope}";q=${each.limit};w=${each.windowSeconds}`).join(", ");
}

/** What is left of each, and the seconds until there is more: `"default";r=50;t=30`. */
export function limitHeader(decisions: readonly RateDecision[]): string {
  return decisions.map((each) => `"${each.scope}";r=${each.remaining};t=${each.resetSeconds}`).join(", ");
}
