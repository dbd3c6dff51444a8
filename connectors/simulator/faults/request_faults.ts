import type { Ms } from "../../../domain/shared/time.ts";
import { type Answer, answer, Fault } from "../http/answers.ts";
import { type FaultBoard, isInForce, type SetFault, strikes } from "./board.ts";
import type { FaultSpec, RequestSpec, SpecOf } from "./schema.ts";

/** What faults make of one request. */
export interface Struck {
  delayMs: number;
  /** The answer in place of the service's own. */
  instead: Answer | Fault | undefined;
  dropped: SpecOf<"dropped">["when"] | undefined;
  oddBody: SpecOf<"odd_body"> | undefined;
  nonVerbose: boolean;
}

interface Asked {
  method: string;
  path: string;
  search: string;
  nowMs: Ms;
}

const TOKEN_PATH = /^\/identity\/connect\/token\/?$/i;
const SIGNUPS_PATH = /\/signups\/?$/i;

/** Draws, in the order the faults were set, which of them strike a request. */
export function struckBy(board: FaultBoard, asked: Asked): Struck {
  const struck: Struck = {
    delayMs: 0,
    instead: undefined,
    dropped: undefined,
    oddBody: undefined,
    nonVerbose: false,
  };
  const [outage] = board.inForce("outage", asked.nowMs);
  if (outage !== undefined) struck.instead = unavailable({}, asked.nowMs);
  for (const fault of board.list()) {
    if (!isRequestFault(fault) || !isInForce(fault, asked.nowMs) || !concerns(fault.spec, asked)) continue;
    if (strikes(fault, asked)) strike(struck, fault.spec, asked);
  }
  return struck;
}

function isRequestFault(fault: SetFault): fault is SetFault<RequestSpec> {
  return "path" in fault.spec;
}

function concerns(spec: FaultSpec, asked: Asked): boolean {
  if (spec.kind === "token_refused") return TOKEN_PATH.test(asked.path);
  if (spec.kind === "signups_refused") return asked.method === "POST" && SIGNUPS_PATH.test(asked.path);
  return !(spec.kind === "wrong_region" && spec.form === "self");
}

function strike(struck: Struck, spec: RequestSpec, asked: Asked): void {
  switch (spec.kind) {
    case "slow":
      struck.delayMs += spec.delay_seconds * 1000;
      break;
    case "dropped":
      struck.dropped ??= spec.when;
      break;
    case "odd_body":
      struck.oddBody ??= spec;
      break;
    case "non_verbose":
      struck.nonVerbose = true;
      break;
    default:
      struck.instead ??= insteadOf(spec, asked);
  }
}

type AnsweringSpec = Exclude<RequestSpec, { kind: "slow" | "dropped" | "odd_body" | "non_verbose" }>;

function insteadOf(spec: AnsweringSpec, asked: Asked): Answer | Fault {
  switch (spec.kind) {
    case "token_refused":
      return answer(spec.status, { error: spec.error });
    case "too_many_requests":
      return tooMany(spec, asked.nowMs);
    case "unavailable":
      return unavailable(spec, asked.nowMs);
    case "timed_out":
      return TIMED_OUT;
    case "wrong_region":
      return { status: 307, body: null, headers: { Location: elsewhere(spec.base_url, asked) } };
    case "signups_refused":
      return new Fault(spec.status, {
        Error: "Access denied.",
        Reason: "The client may not create signups.",
        Resolution: "Ask an administrator of the tenant for access.",
      });
  }
}

const TIMED_OUT = new Fault(408, {
  Error: "Operation timed out.",
  Reason: "The operation did not finish in time.",
  Resolution: "Narrow the request or raise Request-Timeout, and resubmit it.",
});

interface RetryAfter {
  retry_after_seconds?: number;
  retry_after_form?: "seconds" | "date" | "none";
}

function tooMany(spec: RetryAfter, nowMs: Ms): Fault {
  return new Fault(429, {
    Error: "Too many requests.",
    Reason: "The client sends more requests than it may.",
    Resolution: "Wait and resubmit the request.",
  }, retryHeaders(spec, nowMs));
}

function unavailable(spec: RetryAfter, nowMs: Ms): Fault {
  return new Fault(503, {
    Error: "The service is unavailable.",
    Reason: "The service cannot take the request now.",
    Resolution: "Try again later.",
  }, retryHeaders(spec, nowMs));
}

/** Both forms that HTTP knows; the date is of the simulator's clock, in whole seconds. */
function retryHeaders(spec: RetryAfter, nowMs: Ms): Record<string, string> {
  const { retry_after_seconds: seconds = 0, retry_after_form: form = "none" } = spec;
  if (form === "seconds") return { "Retry-After": String(seconds) };
  if (form === "date") return { "Retry-After": new Date(nowMs + seconds * 1000).toUTCString() };
  return {};
}

function elsewhere(baseUrl: string, asked: Asked): string {
  return `${baseUrl.replace(/\/+$/, "")}${asked.path}${asked.search}`;
}
