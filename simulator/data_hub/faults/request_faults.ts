import type { Ms } from "../../../domain/shared/time.ts";
import { type Answer, answer, ServiceError } from "../http/answers.ts";
import { type FaultRegistry, hitsRequest, isInForce, type SetFault } from "./fault_registry.ts";
import type { FaultSpec, RequestSpec, SpecOf } from "./schema.ts";

/** The effects of faults on one request. */
export interface RequestEffects {
  delayMs: number;
  /** Replaces the service's own answer. */
  instead: Answer | ServiceError | undefined;
  dropped: SpecOf<"dropped">["when"] | undefined;
  oddBody: SpecOf<"odd_body"> | undefined;
  nonVerbose: boolean;
}

interface RequestFacts {
  method: string;
  path: string;
  search: string;
  nowMs: Ms;
}

const TOKEN_PATH = /^\/identity\/connect\/token\/?$/i;
const SIGNUPS_PATH = /\/signups\/?$/i;

/** Draws which faults affect a request, in the order in which they were set. */
export function requestEffects(registry: FaultRegistry, request: RequestFacts): RequestEffects {
  const effects: RequestEffects = {
    delayMs: 0,
    instead: undefined,
    dropped: undefined,
    oddBody: undefined,
    nonVerbose: false,
  };
  const [outage] = registry.inForce("outage", request.nowMs);
  if (outage !== undefined) effects.instead = unavailable({}, request.nowMs);
  for (const fault of registry.list()) {
    if (!isRequestFault(fault) || !isInForce(fault, request.nowMs) || !appliesTo(fault.spec, request)) {
      continue;
    }
    if (hitsRequest(fault, request)) applyRequestFault(effects, fault.spec, request);
  }
  return effects;
}

function isRequestFault(fault: SetFault): fault is SetFault<RequestSpec> {
  return "path" in fault.spec;
}

function appliesTo(spec: FaultSpec, request: RequestFacts): boolean {
  if (spec.kind === "token_refused") return TOKEN_PATH.test(request.path);
  if (spec.kind === "signups_refused") return request.method === "POST" && SIGNUPS_PATH.test(request.path);
  return !(spec.kind === "wrong_region" && spec.form === "self");
}

function applyRequestFault(effects: RequestEffects, spec: RequestSpec, request: RequestFacts): void {
  switch (spec.kind) {
    case "slow":
      effects.delayMs += spec.delay_seconds * 1000;
      break;
    case "dropped":
      effects.dropped ??= spec.when;
      break;
    case "odd_body":
      effects.oddBody ??= spec;
      break;
    case "non_verbose":
      effects.nonVerbose = true;
      break;
    default:
      effects.instead ??= answerOf(spec, request);
  }
}

type AnsweringSpec = Exclude<RequestSpec, { kind: "slow" | "dropped" | "odd_body" | "non_verbose" }>;

function answerOf(spec: AnsweringSpec, request: RequestFacts): Answer | ServiceError {
  switch (spec.kind) {
    case "token_refused":
      return answer(spec.status, { error: spec.error });
    case "too_many_requests":
      return tooMany(spec, request.nowMs);
    case "unavailable":
      return unavailable(spec, request.nowMs);
    case "timed_out":
      return TIMED_OUT;
    case "wrong_region":
      return { status: 307, body: null, headers: { Location: redirectTarget(spec.base_url, request) } };
    case "signups_refused":
      return new ServiceError(spec.status, {
        Error: "Access denied.",
        Reason: "The client may not create signups.",
        Resolution: "Ask an administrator of the tenant for access.",
      });
  }
}

const TIMED_OUT = new ServiceError(408, {
  Error: "Operation timed out.",
  Reason: "The operation did not finish in time.",
  Resolution: "Narrow the request or raise Request-Timeout, and resubmit it.",
});

interface RetryAfter {
  retry_after_seconds?: number;
  retry_after_form?: "seconds" | "date" | "none";
}

function tooMany(spec: RetryAfter, nowMs: Ms): ServiceError {
  return new ServiceError(429, {
    Error: "Too many requests.",
    Reason: "The client exceeds its limit of requests.",
    Resolution: "Wait and resubmit the request.",
  }, retryHeaders(spec, nowMs));
}

function unavailable(spec: RetryAfter, nowMs: Ms): ServiceError {
  return new ServiceError(503, {
    Error: "The service is unavailable.",
    Reason: "The service cannot take the request now.",
    Resolution: "Try again later.",
  }, retryHeaders(spec, nowMs));
}

/** Retry-After in either form of HTTP; dates are on the simulator's clock, in whole seconds. */
function retryHeaders(spec: RetryAfter, nowMs: Ms): Record<string, string> {
  const { retry_after_seconds: seconds = 0, retry_after_form: form = "none" } = spec;
  if (form === "seconds") return { "Retry-After": String(seconds) };
  if (form === "date") return { "Retry-After": new Date(nowMs + seconds * 1000).toUTCString() };
  return {};
}

function redirectTarget(baseUrl: string, request: RequestFacts): string {
  return `${baseUrl.replace(/\/+$/, "")}${request.path}${request.search}`;
}
