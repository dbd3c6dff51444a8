import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { type ErrorCode, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext } from "./env.ts";
import { errorPage } from "../pages/error_page.ts";
import { isGuardedPath, isIngestPath } from "./admission.ts";

/** One code, one status. */
export const STATUS_OF: Readonly<Record<ErrorCode, ContentfulStatusCode>> = {
  API_CONFIG_MISSING: 404,
  INVALID_CREDENTIALS: 400,
  CONNECTION_FAILED: 500,
  AI_PROVIDER_ERROR: 500,
  FUNCTION_CALL_FAILED: 500,
  VALIDATION_FAILED: 400,
  AUTHENTICATION_REQUIRED: 401,
  FORBIDDEN: 403,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  TEMPLATE_NOT_FOUND: 404,
  INSTANCE_DEPLOYMENT_FAILED: 400,
  TEMPLATE_IN_USE: 403,
  INSTANCE_IN_USE: 403,
  RESOURCE_IN_USE: 403,
  EVENT_NOT_ACTIVE: 400,
  PROVIDER_INACTIVE: 400,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  INTERNAL_ERROR: 500,
};

/** Turns every error into an answer. An unknown error is logged in full and answered without details. */
export function answerError(
  error: unknown,
  c: AppContext,
  deps: Pick<AppDeps, "log">,
): Response | Promise<Response> {
  return answerRefusal(refusalOf(error) ?? crashed(error, c, deps), c);
}

function crashed(error: unknown, c: AppContext, deps: Pick<AppDeps, "log">): Refusal {
  const requestId = c.get("requestId");
  deps.log("error", "Request failed", {
    request_id: requestId,
    method: c.req.method,
    // The path of a message's link is a secret.
    path: c.req.path.startsWith("/n/") ? "/n/" : c.req.path,
    error: error instanceof Error ? error.stack ?? error.message : String(error),
  });
  const text = "Internal error; the log has the reason under this request id";
  return new Refusal("INTERNAL_ERROR", text, { request_id: requestId });
}

/** The same as a body only, for an answer whose status was already sent. */
export function failureBody(error: unknown, c: AppContext, deps: Pick<AppDeps, "log">) {
  const refusal = refusalOf(error) ?? crashed(error, c, deps);
  return bodyOf(refusal);
}

function bodyOf({ code, message, details }: Refusal) {
  return { success: false, error: message, details: { ...details, error_code: code } };
}

/** The refusal that a caller gets of an error. An INTERNAL_ERROR is a crash, also in an actor. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error.code === "INTERNAL_ERROR" ? undefined : error;
  if (error instanceof HTTPException && error.status === 400) {
    return new Refusal("VALIDATION_FAILED", "The request cannot be read", {
      issues: [{ path: "", message: "The request cannot be read" }],
    });
  }
  return undefined;
}

/** A refusal as the problems of one item of a bulk request. */
export function issuesOf({ details, message }: Refusal): Issue[] {
  const given = details.issues ?? details.problems;
  return isIssues(given) ? given : [{ path: "", message }];
}

function isIssues(given: unknown): given is Issue[] {
  return Array.isArray(given) && given.length > 0;
}

function answerRefusal(refusal: Refusal, c: AppContext): Response | Promise<Response> {
  const status = STATUS_OF[refusal.code];
  if (c.req.path === "/metrics") return c.text(`${refusal.message}\n`, status);
  if (!answersJson(c.req.path)) return errorPage(c, { status, text: refusal.message });
  return c.json(bodyOf(refusal), status);
}

const JSON_PATHS = new Set(["/api", "/healthz", "/readyz", "/leaderz", "/mcp"]);

/** Whether programs ask for this path; people's browsers ask for the others. */
export function answersJson(path: string): boolean {
  return JSON_PATHS.has(path) || isGuardedPath(path) || isIngestPath(path);
}
