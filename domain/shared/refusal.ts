import { cutText } from "./text.ts";

/** The error codes of the API. routes/pipeline/errors.ts maps each to its status. */
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
  | "UNSUPPORTED_MEDIA_TYPE"
  | "INTERNAL_ERROR";

export type RefusalDetails = Record<string, unknown>;

/** The most issues that a refusal tells, and the most characters of a path and of a message. */
export const MOST_ISSUES = 100;
const LONGEST_PATH = 500;
const LONGEST_MESSAGE = 1_000;

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

/** What is said of a thing that is named and does not exist; `what`: its noun, `contact point`. */
export function missing(what: string, id: number | string): string {
  return `${capital(what)} ${typeof id === "number" ? id : `"${id}"`} does not exist`;
}

/** What is said of a unique name that another one has. */
export function nameTaken(what: string, name: string): string {
  return `${capital(what)} "${name}" already exists; choose another name`;
}

/** As the first word of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** VALIDATION_FAILED with the first issues, at most `MOST_ISSUES`. The message names the first. */
export function validationRefusal(issues: Issue[]): Refusal {
  const first = firstIssues(issues);
  const { path, message } = first[0]!;
  const text = path === "" ? message : `${path}: ${message}`;
  const others = first.length < issues.length ? `at least ${first.length - 1}` : first.length - 1;
  const more = first.length > 1 ? ` (and ${others} more)` : "";
  return new Refusal("VALIDATION_FAILED", text + more, { issues: first });
}

/** VALIDATION_FAILED with one issue. */
export function invalid(path: string, message: string): Refusal {
  return validationRefusal([{ path, message }]);
}

/** The first issues, with texts that quote a long input cut. */
export function firstIssues(issues: readonly Issue[]): Issue[] {
  return issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: cutText(path, LONGEST_PATH),
    message: cutText(message, LONGEST_MESSAGE),
  }));
}

/** The most problems that the items of one answer tell. Beyond them each item tells its first one. */
export const MOST_PROBLEMS = 1_000;

/** Cuts the problems of many items, so that their answer is of bounded size. */
export class BoundedProblems {
  #count = 0;

  of(problems: readonly Issue[]): Issue[] {
    const left = Math.max(1, MOST_PROBLEMS - this.#count);
    const first = firstIssues(problems.slice(0, left));
    this.#count += first.length;
    return first;
  }
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

/** The sentence of an error, without its stack. */
export function errorSentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
