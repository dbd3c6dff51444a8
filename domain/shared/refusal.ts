/** The error codes of the API. routes/errors.ts maps each to its status. */
export type ErrorCode =
  | "API_CONFIG_MISSING"
  | "INVALID_CREDENTIALS"
  | "CONNECTION_FAILED"
  | "AI_PROVIDER_ERROR"
  | "FUNCTION_CALL_FAILED"
  | "VALIDATION_FAILED"
  | "AUTHENTICATION_REQUIRED"
  | "FORBIDDEN"
  | "RATE_LIMITED"
  | "UNAVAILABLE"
  | "TEMPLATE_NOT_FOUND"
  | "INSTANCE_DEPLOYMENT_FAILED"
  | "TEMPLATE_IN_USE"
  | "INSTANCE_IN_USE"
  | "RESOURCE_IN_USE"
  | "EVENT_NOT_ACTIVE"
  | "PROVIDER_INACTIVE"
  | "NOT_FOUND"
  | "PAYLOAD_TOO_LARGE"
  | "INTERNAL_ERROR";

export type RefusalDetails = Record<string, unknown>;

/** One problem of an input: a dotted path (`rules.0.conditions.1.value`) and what to do about it. */
export interface Issue {
  path: string;
  message: string;
}

/** An outcome that the caller must see: a code, a sentence that says what to do next, and details. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  constructor(readonly code: ErrorCode, message: string, readonly details: RefusalDetails = {}) {
    super(message);
  }
}

/** VALIDATION_FAILED with every issue. The message names the first. */
export function validationRefusal(issues: Issue[]): Refusal {
  const first = issues[0];
  const text = first.path === "" ? first.message : `${first.path}: ${first.message}`;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  return new Refusal("VALIDATION_FAILED", text + more, { issues });
}

/** A refusal as plain data, so that it can be sent to another thread. */
export interface RefusalData {
  code: ErrorCode;
  message: string;
  details: RefusalDetails;
}

export function refusalToData(refusal: Refusal): RefusalData {
  return { code: refusal.code, message: refusal.message, details: refusal.details };
}

export function refusalFromData(data: RefusalData): Refusal {
  return new Refusal(data.code, data.message, data.details);
}
