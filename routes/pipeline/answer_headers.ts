import type { LimitDecision } from "../../domain/rate_limit/types.ts";
import type { AppContext } from "./env.ts";

interface Fixed {
  name: string;
  value: string;
}

/** The headers of every answer. A route cannot change them. */
const ON_ALL: readonly Fixed[] = [
  { name: "X-Api-Version", value: "beta" },
  { name: "X-Content-Type-Options", value: "nosniff" },
  { name: "X-Frame-Options", value: "DENY" },
  { name: "Cross-Origin-Resource-Policy", value: "same-origin" },
];

/**
 * The headers of JSON answers: a browser that takes one for a document may load, run and frame nothing. Why they need
 * no other header: docs/answer_headers.md.
 */
const ON_JSON: readonly Fixed[] = [
  ...ON_ALL,
  {
    name: "Content-Security-Policy",
    value: "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  },
];

/** The headers of pages, their files, and everything else that is not JSON. */
const ON_OTHERS: readonly Fixed[] = [
  ...ON_ALL,
  { name: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { name: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=()" },
];

/** The same, unless the route sets them itself. */
const USUAL_ON_OTHERS: readonly Fixed[] = [
  {
    name: "Content-Security-Policy",
    value: "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
      "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'",
  },
  { name: "Referrer-Policy", value: "no-referrer" },
];

/** Adds the headers of the answer's kind and the state of its rate limits. */
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

/** Only the exact content type counts; any other answer gets all headers of a page. */
function isJson(headers: Headers): boolean {
  return headers.get("content-type") === "application/json";
}

function setAll(headers: Headers, fixed: readonly Fixed[]): void {
  for (const { name, value } of fixed) headers.set(name, value);
}

/** The limits that apply to a request: `"default";q=100;w=60, "heavy";q=10;w=60`. */
function policyHeader(decisions: readonly LimitDecision[]): string {
  return decisions.map((each) => `"${each.scope}";q=${each.limit};w=${each.windowSeconds}`).join(", ");
}

/** The rest of each limit and the seconds until it grows: `"default";r=50;t=30`. */
function limitHeader(decisions: readonly LimitDecision[]): string {
  return decisions.map((each) => `"${each.scope}";r=${each.remaining};t=${each.resetSeconds}`).join(", ");
}
