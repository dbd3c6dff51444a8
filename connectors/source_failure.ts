import { Refusal } from "../domain/shared/refusal.ts";
import { StreamUnavailable } from "./source.ts";

const TEXT_LENGTH = 200;
const MIB = 1024 * 1024;
const VENDOR_MEMBERS = ["error", "errors", "reason", "message"];

/** CONNECTION_FAILED with a reason that a person can act on. */
export function connectionFailed(reason: string, details: Record<string, unknown> = {}): Refusal {
  return new Refusal("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason, ...details });
}

export function invalidCredentials(reason: string): Refusal {
  return new Refusal("INVALID_CREDENTIALS", `The data source refused the credentials: ${reason}`, { reason });
}

/** No answer arrived; the request may or may not have been processed. */
export class NotReached extends Refusal {
  constructor(reason: string) {
    super("CONNECTION_FAILED", `The data source could not be reached: ${reason}`, { reason });
  }
}

/** The answer exceeds the limit; a smaller request may have a shorter answer. */
export class BodyTooLong extends Refusal {
  constructor(host: string, maxBytes: number) {
    const reason = `The answer of ${host} is longer than ${byteSize(maxBytes)}, the limit of an answer`;
    super("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
  }
}

function byteSize(bytes: number): string {
  return bytes % MIB === 0 ? `${bytes / MIB} MiB` : `${bytes} bytes`;
}

/** The source answered with an error status: INVALID_CREDENTIALS for 401 and 403. */
export class AnswerRefused extends Refusal {
  constructor(readonly status: number, reason: string) {
    const denied = status === 401 || status === 403;
    const verb = denied ? "refused the credentials" : "refused the request";
    super(denied ? "INVALID_CREDENTIALS" : "CONNECTION_FAILED", `The data source ${verb}: ${reason}`, {
      reason,
      status,
    });
  }
}

/** The status of a failure that was an answer of the source. */
export function refusedStatus(error: unknown): number | undefined {
  return error instanceof AnswerRefused ? error.status : undefined;
}

/** The stream is not there, or we may not read it. */
const STREAM_UNAVAILABLE = [403, 404];

/** The failure of a read of one stream, as the contract tells the stream's own from the source's. */
export function streamFailure(error: unknown, statuses: readonly number[] = STREAM_UNAVAILABLE): unknown {
  const isOfStream = error instanceof AnswerRefused && statuses.includes(error.status);
  return isOfStream ? new StreamUnavailable(error) : error;
}

/**
 * The vendor's message in an error body (`Error`, `Errors`, `Reason`, `Message`), truncated to 200 characters. Empty when
 * there is none, or when it repeats one of the secrets.
 */
export function vendorText(body: unknown, secrets: string[]): string {
  if (typeof body !== "object" || body === null) return "";
  const words: string[] = [];
  for (const [name, values] of Object.entries(body)) {
    if (!VENDOR_MEMBERS.includes(name.toLowerCase())) continue;
    for (const value of [values].flat()) if (typeof value === "string" && value !== "") words.push(value);
  }
  const said = words.join(" ");
  return secrets.some((secret) => secret !== "" && said.includes(secret)) ? "" : cutText(said);
}

/** A foreign text for use in a message: one line, at most 200 characters. */
export function cutText(text: string): string {
  // deno-lint-ignore no-control-regex -- control characters are removed
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  return line.length <= TEXT_LENGTH ? line : `${line.slice(0, TEXT_LENGTH - 1)}…`;
}

/** Explains a failed `fetch`. Deno distinguishes the causes only by text. */
export function networkReason(error: unknown, host: string): string {
  const text = causeText(error);
  const found = NETWORK_REASONS.find(([pattern]) => pattern.test(text));
  return found === undefined ? `${host} could not be reached` : found[1](host);
}

/** The part of the text that names the cause, without the URL before it, whose words could match a pattern. */
function causeText(error: unknown): string {
  if (!(error instanceof Error)) return "";
  const cause = error.cause instanceof Error ? error.cause.message : "";
  return `${error.message} ${cause.slice(Math.max(0, cause.lastIndexOf("client error (")))}`;
}

const NETWORK_REASONS: [RegExp, (host: string) => string][] = [
  [
    /dns error|failed to lookup/i,
    (host) => `The host name "${host.replace(/:\d+$/, "")}" could not be found`,
  ],
  [/connection refused/i, (host) => `${host} refused the connection`],
  [/UnknownIssuer/i, (host) => `The certificate of ${host} is not signed by a known authority`],
  [/certificate.*expired/i, (host) => `The certificate of ${host} has expired`],
  [/NotValidForName/i, (host) => `The certificate of ${host} is for another name`],
  [
    /certificate|tls|handshake|corrupt message/i,
    (host) => `No secure connection (TLS) to ${host} could be made`,
  ],
  [/unreachable|no route/i, (host) => `There is no route to ${host}`],
  [/timed out/i, (host) => `${host} did not accept the connection in time`],
  [
    /reset|closed|broken pipe|end of file|incomplete|reading a body/i,
    (host) => `${host} closed the connection`,
  ],
];
