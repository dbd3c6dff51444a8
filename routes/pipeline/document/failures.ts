import { z } from "@hono/zod-openapi";
import { FACTORS } from "../../../domain/access/second_factor.ts";
import { RATE_SCOPES } from "../../../domain/rate_limit/types.ts";
import { MOST_AREAS_NAMED } from "../middleware/area_guard.ts";
import type { ErrorCode } from "../../../domain/shared/refusal.ts";
import { id, issue } from "./shown.ts";

/** The fields of a failure's details besides its code, and an example of the failure. */
interface Failure {
  /** Fields in every failure of the code. */
  always: z.ZodRawShape;
  sometimes?: z.ZodRawShape;
  error: string;
  details: Record<string, unknown>;
}

const reason = z.string().describe("The cause, in words for a person");
const issues = { issues: z.array(issue.schema) };
const source = {
  always: { reason },
  sometimes: {
    status: z.int().describe("The HTTP status of the data source"),
    resource_ids: z.array(z.string()),
  },
};

function plain(error: string): Failure {
  return { always: {}, error, details: {} };
}

/** The failure of each code, for the document. */
export const FAILURES: Readonly<Record<ErrorCode, Failure>> = {
  API_CONFIG_MISSING: plain("No data source is configured; store one with POST /api/configuration"),
  INVALID_CREDENTIALS: {
    ...source,
    error: "The data source refused the credentials: invalid_client",
    details: { reason: "invalid_client" },
  },
  CONNECTION_FAILED: {
    ...source,
    error: "The data source could not be reached: plant.example refused the connection",
    details: { reason: "plant.example refused the connection" },
  },
  AI_PROVIDER_ERROR: {
    always: { reason },
    sometimes: {
      status: z.int().describe("The HTTP status of the provider"),
      retry_after_seconds: z.int().min(0).describe("The wait that the provider asks for"),
    },
    error: "The AI provider failed: api.openai.com sent nothing for 30 s",
    details: { reason: "api.openai.com sent nothing for 30 s" },
  },
  FUNCTION_CALL_FAILED: {
    always: { reason },
    error: "The model asked for functions 8 times and gave no answer",
    details: { reason: "The model asked for functions 8 times and gave no answer" },
  },
  VALIDATION_FAILED: {
    always: issues,
    sometimes: { matched: z.int(), limit: z.int() },
    error: "name: Is required",
    details: { issues: [{ path: "name", message: "Is required" }] },
  },
  AUTHENTICATION_REQUIRED: {
    always: {},
    sometimes: {
      second_factor: z.enum(["verify", "set_up"]).describe(
        "The password was right: the sign-in continues with a second factor, or with setting one up",
      ),
      factors: z.array(z.enum(FACTORS)).describe(
        "The second factors of the user; a recovery code replaces either",
      ),
      desk_confirmation: z.enum(["required", "refused"]).describe(
        "At a shared desk: a person has to confirm the action, or the confirmation was wrong",
      ),
    },
    error: "Sign in first",
    details: {},
  },
  FORBIDDEN: {
    always: {},
    sometimes: {
      role_needed: z.enum(["viewer", "operator", "engineer", "admin"]),
      areas_needed: z.array(z.strictObject({ id: id(), name: z.string() })).max(MOST_AREAS_NAMED).describe(
        "Areas of responsibility: the role in one of them is enough; none: only in the whole plant",
      ),
    },
    error: "This needs the role engineer; yours is viewer",
    details: { role_needed: "engineer" },
  },
  RATE_LIMITED: {
    always: {
      retry_after_seconds: z.int().min(0),
      scope: z.enum([...RATE_SCOPES, "sign_in", "address_code", "sockets", "pairing", "heartbeat"]),
    },
    error: "At most 100 requests a minute from one address are answered; try again in 12 s",
    details: { retry_after_seconds: 12, scope: "default" },
  },
  UNAVAILABLE: {
    ...plain("Andon is starting or stopping; try again in a moment"),
    sometimes: {
      leader: z.string().nullable().describe(
        "From a process that stands by: the id of the one that leads; null: none is known",
      ),
    },
  },
  TEMPLATE_NOT_FOUND: plain('Template "7" does not exist'),
  INSTANCE_DEPLOYMENT_FAILED: {
    always: { problems: z.array(issue.schema) },
    error: 'Instance "Pump 1" cannot be deployed: No stream is bound to "PUMP"',
    details: { problems: [{ path: "placeholders.PUMP", message: 'No stream is bound to "PUMP"' }] },
  },
  TEMPLATE_IN_USE: {
    always: { template_id: id(), deployed_instances: z.int().min(1) },
    error: 'Template "Pump pressure" has 2 deployed instances; undeploy them first',
    details: { template_id: 3, deployed_instances: 2 },
  },
  INSTANCE_IN_USE: {
    always: { instance_id: id() },
    error: 'Instance "Pump 1" is deployed; undeploy it first',
    details: { instance_id: 11 },
  },
  RESOURCE_IN_USE: {
    always: {
      used_by: z.array(z.strictObject({
        type: z.string(),
        id: z.union([z.int(), z.string()]),
        name: z.string(),
      })),
    },
    error: 'Package "Utilities" is used by template "Pump pressure"',
    details: { used_by: [{ type: "template", id: 3, name: "Pump pressure" }] },
  },
  EVENT_NOT_ACTIVE: plain('Event 42 "Pump1.High" is closed already'),
  PROVIDER_INACTIVE: plain('Provider "Assistant" is not active'),
  NOT_FOUND: plain('Package "7" does not exist'),
  PAYLOAD_TOO_LARGE: {
    always: { limit_bytes: z.int() },
    error: "A body may hold 1 MiB",
    details: { limit_bytes: 1_048_576 },
  },
  UNSUPPORTED_MEDIA_TYPE: plain("A push has the type text/plain, application/json or application/x-ndjson"),
  INTERNAL_ERROR: {
    always: { request_id: z.string() },
    error: "Internal error; the log has the reason under this request id",
    details: { request_id: "4f8e2a90c1d7b365-1c" },
  },
};

/** The failure envelope with one of these codes. Fields that all of them have are required, others optional. */
export function failureSchema(codes: readonly ErrorCode[]): z.ZodType {
  const optional: z.ZodRawShape = {};
  for (const code of codes) Object.assign(optional, FAILURES[code].always, FAILURES[code].sometimes);
  const common = Object.entries(FAILURES[codes[0]!].always).filter(([name]) =>
    codes.every((code) => name in FAILURES[code].always)
  );
  return z.strictObject({
    success: z.literal(false),
    error: z.string(),
    details: z.strictObject({
      error_code: z.enum([...codes]),
      ...z.object(optional).partial().shape,
      ...Object.fromEntries(common),
    }),
  });
}

/** A failure of a code. */
export function failureExample(error_code: ErrorCode) {
  const { error, details } = FAILURES[error_code];
  return { success: false, error, details: { ...details, error_code } };
}
