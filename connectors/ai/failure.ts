import { Refusal } from "../../domain/shared/refusal.ts";

const WORDS_LENGTH = 300;

/** AI_PROVIDER_ERROR with a reason that a person can act on. */
export function providerFailed(reason: string, details: Record<string, unknown> = {}): Refusal {
  return new Refusal("AI_PROVIDER_ERROR", `The AI provider failed: ${reason}`, { reason, ...details });
}

const STATUS_WORDS: Readonly<Record<number, string>> = {
  400: "did not take the request",
  401: "refused the API key",
  403: "refused the access",
  404: "does not know the model or the address",
  408: "gave up waiting",
  413: "found the request too large",
  422: "did not take the request",
  429: "answers no more requests for now",
};

/** What a status means; `words` are the vendor's own. */
export function statusReason(host: string, status: number, words: string): string {
  const meaning = status >= 300 && status < 400
    ? "answered with a redirect, which is not followed"
    : STATUS_WORDS[status] ?? (status >= 500 ? "failed" : "refused the request");
  return `${host} ${meaning} (${status})${words === "" ? "" : `: ${words}`}`;
}

/** A vendor's words made fit for a message: one line, cut, and none at all when they repeat a piece of the key. */
export function vendorWords(text: string | undefined, apiKey: string | null): string {
  // deno-lint-ignore no-control-regex -- control characters are what must go
  const line = (text ?? "").replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, " ").trim();
  if (apiKey !== null && repeatsKey(line, apiKey)) return "";
  return line.length <= WORDS_LENGTH ? line : `${line.slice(0, WORDS_LENGTH - 1)}…`;
}

const PIECE = 8;

/** Eight characters of it in a row are too many. */
function repeatsKey(line: string, apiKey: string): boolean {
  if (apiKey.length < PIECE) return line.includes(apiKey);
  for (let at = 0; at + PIECE <= apiKey.length; at++) {
    if (line.includes(apiKey.slice(at, at + PIECE))) return true;
  }
  return false;
}

/** The Refusal that a chain of causes holds: the guard's, thrown while connecting. */
export function refusalIn(error: unknown): Refusal | undefined {
  for (let each = error; each instanceof Error; each = each.cause) if (each instanceof Refusal) return each;
  return undefined;
}

/** What a failed connection means, by the codes of its causes. */
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
  [/CONNECT_TIMEOUT|ETIMEDOUT/i, (host) => `${host} did not take the connection in time`],
  [/EHOSTUNREACH|ENETUNREACH/i, (host) => `There is no route to ${host}`],
  [/ECONNRESET|SOCKET|terminated|EPIPE|closed|aborted/i, (host) => `${host} cut the connection`],
];
