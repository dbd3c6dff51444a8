import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { type ErrorCode, errorSentence, Refusal } from "../../domain/shared/refusal.ts";
import { networkReason } from "../network_reason.ts";

const MOST_CHARACTERS = 300;

/** A refusal with a reason from outside, shortened to one line. */
export function refusedAs(code: ErrorCode, text: string): Refusal {
  const line = text.replace(/\s+/g, " ");
  const details = code === "CONNECTION_FAILED" ? { reason: line } : {};
  return new Refusal(code, line, details);
}

/** Whether a request had no answer: no connection, or none in time. */
export function isUnreached(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof DOMException || error instanceof Refusal) return true;
  return error instanceof ClientError && (isUnreached(error.cause) || NO_ANSWER.has(error.code ?? ""));
}

/** Whether it is the provider that does not work at the moment: without an answer, or by the answer's own words. */
export function isProviderDown(error: unknown): boolean {
  if (isUnreached(error)) return true;
  if (error instanceof AuthorizationResponseError) return DOWN.has(error.error);
  if (error instanceof ResponseBodyError) return DOWN.has(error.error) || isDownStatus(error.status);
  if (error instanceof WWWAuthenticateChallengeError) return isDownStatus(error.status);
  return error instanceof ClientError && error.cause instanceof Response && isDownStatus(error.cause.status);
}

const NO_ANSWER = new Set(["OAUTH_TIMEOUT", "OAUTH_ABORT"]);
const DOWN = new Set(["server_error", "temporarily_unavailable"]);

/** 429 asks to come back later, as 503 does. */
function isDownStatus(status: number): boolean {
  return status >= 500 || status === 429;
}

/** The innermost reason of a library's error: of a failed request the network's, of a refusal the provider's. */
export function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return cut([error.error, error.error_description].filter((part) => part !== undefined).join(": "));
  }
  if (error instanceof Refusal || !(error instanceof Error)) return cut(messageOf(error));
  const { cause } = error;
  if (cause instanceof Response && !cause.ok) return `it answers with the HTTP status ${cause.status}`;
  const isGeneral = cause instanceof Error;
  return isGeneral ? reasonOf(cause) : cut(messageOf(error));
}

function messageOf(error: unknown): string {
  return networkReason(error) ?? errorSentence(error);
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
