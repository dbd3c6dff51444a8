import type { RateDecision } from "../domain/rate_limit/types.ts";
import type { AppContext } from "./env.ts";

interface Fixed {
  name: string;
  value: string;
}

/** Of every answer; no route has a say in these. */
const ON_ALL: readonly Fixed[] = [
  { name: "X-Api-Version", value: "beta" },
  { name: "X-Content-Type-Options", value: "nosniff" },
  { name: "X-Frame-Options", value: "DENY" },
  { name: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

/**
 * JSON is no document: nothing of it may be loaded, run or framed, whatever takes it for one. Why it needs no other
 * header: docs/answer_headers.md.
 */
const ON_JSON: readonly Fixed[] = [
  ...ON_ALL,
  {
    name: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  },
];

/** Of pages, what they load, and whatever else is not JSON. */
const ON_OTHERS: readonly Fixed[] = [
  ...ON_ALL,
  { name: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { name: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** Of the same, unless their route said otherwise. */
const USUAL_ON_OTHERS: readonly Fixed[] = [
  {
    name: "Content-Security-Policy",
    value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
      "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'",
  },
  { name: "Referrer-Policy", value: "no-referrer" },
];

/** Adds to an answer's headers those of its kind, and what its limits have left. */
export function addHeaders(c: AppContext, headers: Headers): void {
  if (isJson(headers)) setAll(headers, ON_JSON);
  else {
    setAll(headers, ON_OTHERS);
    for (const { name, value } of USUAL_ON_OTHERS) if (!headers.has(name)) headers.append(name, value);
  }
  if (!headers.has("Cache-Control")) headers.append("Cache-Control", "no-store");
  headers.set("X-Request-Id", c.get("requestId"));
  const decisions = c.get("rateDecisions");
  if (decisions === undefined) return;
  headers.append("RateLimit-Policy", policyHeader(decisions));
  headers.append("RateLimit", limitHeader(decisions));
  const refused = decisions.find((each) => !each.allowed);
  if (refused !== undefined) headers.append("Retry-After", String(refused.resetSeconds));
}

/** By its own word alone: an answer that does not say so gets all that a page gets. */
function isJson(headers: Headers): boolean {
  return headers.get("content-type") === "application/json";
}

function setAll(headers: Headers, fixed: readonly Fixed[]): void {
  for (const { name, value } of fixed) headers.set(name, value);
}

/** The limits a request stands under: `"default";q=100;w=60, "heavy";q=10;w=60`. */
function policyHeader(decisions: readonly RateDecision[]): string {
  return decisions.map((each) => `"${each.scope}";q=${each.limit};w=${each.windowSeconds}`).join(", ");
}

/** What is left of each, and the seconds until there is more: `"default";r=50;t=30`. */
function limitHeader(decisions: readonly RateDecision[]): string {
  return decisions.map((each) => `"${each.scope}";r=${each.remaining};t=${each.resetSeconds}`).join(", ");
}
