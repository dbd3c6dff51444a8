import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { type ErrorCode, Refusal } from "../../domain/shared/refusal.ts";
import { networkReason } from "../network_reason.ts";

const MOST_CHARACTERS = 300;

/** A refusal with a reason from outside, shortened to one line. */
export function refusedAs(code: ErrorCode, text: string): Refusal {
  const line = text.replace(/\s+/g, " ");
  const details = code === "CONNECTION_FAILED" ? { reason: line } : {};
  return new Refusal(code, line, details);
}

/** The innermost reason of a library's error: of a failed request the network's, of a refusal the provider's. */
export function reasonOf(error: unknown): string {
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError) {
    return cut([error.error, error.error_description].filter((part) => part !== undefined).join(": "));
  }
  if (error instanceof Refusal || !(error instanceof Error)) return cut(messageOf(error));
  const isGeneral = error.cause instanceof Error;
  return isGeneral ? reasonOf(error.cause) : cut(messageOf(error));
}

function messageOf(error: unknown): string {
  return networkReason(error) ?? (error instanceof Error ? error.message : String(error));
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
