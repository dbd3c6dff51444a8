import { AuthorizationResponseError, ResponseBodyError } from "openid-client";
import { type ErrorCode, Refusal } from "../../domain/shared/refusal.ts";

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

/** Network errors, which name a code of the operating system, in words. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there (connection refused)",
  ECONNRESET: "the connection was closed",
  ENOTFOUND: "the host name is not known",
  EAI_AGAIN: "the host name cannot be looked up",
  ETIMEDOUT: "no answer came in time",
  EHOSTUNREACH: "the network does not lead there",
  ENETUNREACH: "the network does not lead there",
};

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return NETWORK[code] ?? error.message;
}

function cut(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}
