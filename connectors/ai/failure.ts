import { Refusal } from "../../domain/shared/refusal.ts";

const MAX_MESSAGE_LENGTH = 300;

/** AI_PROVIDER_ERROR with a reason that a person can act on. */
export function providerFailed(reason: string, details: Record<string, unknown> = {}): Refusal {
  return new Refusal("AI_PROVIDER_ERROR", `The AI provider failed: ${reason}`, { reason, ...details });
}

const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: "rejected the request",
  401: "refused the API key",
  403: "refused the access",
  404: "does not know the model or the address",
  408: "timed out",
  413: "rejected the request as too large",
  422: "rejected the request",
  429: "limits the rate of requests",
};

/** What a status means, followed by the vendor's message. */
export function statusReason(host: string, status: number, message: string): string {
  const meaning = status >= 300 && status < 400
    ? "answered with a redirect, which is not followed"
    : STATUS_MEANINGS[status] ?? (status >= 500 ? "failed" : "refused the request");
  return `${host} ${meaning} (${status})${message === "" ? "" : `: ${message}`}`;
}

/** A vendor's message on one line, at most 300 characters; empty when it repeats a part of the API key. */
export function vendorMessage(text: string | undefined, apiKey: string | null): string {
  // deno-lint-ignore no-control-regex -- control characters are removed
  const line = (text ?? "").replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  if (apiKey !== null && repeatsKey(line, apiKey)) return "";
  return line.length <= MAX_MESSAGE_LENGTH ? line : `${line.slice(0, MAX_MESSAGE_LENGTH - 1)}…`;
}

const KEY_PART = 8;

/** Whether eight consecutive characters of the key occur. */
function repeatsKey(line: string, apiKey: string): boolean {
  if (apiKey.length < KEY_PART) return line.includes(apiKey);
  for (let at = 0; at + KEY_PART <= apiKey.length; at++) {
    if (line.includes(apiKey.slice(at, at + KEY_PART))) return true;
  }
  return false;
}

/** The Refusal in a chain of causes: the outbound guard throws it while connecting. */
export function refusalIn(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Refusal) return each;
  return undefined;
}

/** Explains a failed connection by the codes of its causes. */
export function networkReason(error: unknown, host: string): string {
  const text = causes(error);
  return REASONS.find(([pattern]) => pattern.test(text))?.[1](host) ?? `${host} could not be reached`;
}

function causes(error: unknown): string {
  const texts: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) {
    texts.push(each.name, each.message, "code" in each ? String(each.code) : "");
    if (each instanceof AggregateError) texts.push(...each.errors.map(String));
  }
  return texts.join(" ");
}

const REASONS: [RegExp, (host: string) => string][] = [
  [/ECONNREFUSED|connection refused/i, (host) => `${host} refused the connection`],
  [/ENOTFOUND|EAI_AGAIN|failed to lookup/i, (host) => `The host name of ${host} could not be found`],
  [/ALTNAME/i, (host) => `The certificate of ${host} is for another name`],
  [
    /self.signed|UNABLE_TO|UnknownIssuer|certificate|TLS|SSL/i,
    (host) => `No secure connection (TLS) to ${host} could be made`,
  ],
  [/CONNECT_TIMEOUT|ETIMEDOUT/i, (host) => `${host} did not accept the connection in time`],
  [/EHOSTUNREACH|ENETUNREACH/i, (host) => `There is no route to ${host}`],
  [/ECONNRESET|SOCKET|terminated|EPIPE|closed|aborted/i, (host) => `${host} closed the connection`],
];
