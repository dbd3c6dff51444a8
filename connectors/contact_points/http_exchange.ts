import type { Ms } from "../../domain/shared/time.ts";
import { type Attempt, AttemptEnded, unanswered } from "./attempt.ts";

const MOST_BYTES = 16 * 1024;
const BODY_MS: Ms = 5_000;
const LONGEST_WAIT_MS: Ms = 24 * 3_600_000;
/** Those of 4xx after which the same request may succeed. */
const TEMPORARY = new Set([408, 425, 429]);

export interface HttpMessage {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Null: without a body. */
  body: string | null;
}

export interface HttpExchangeOptions {
  fetch: typeof fetch;
  signal: AbortSignal;
  now: () => Ms;
}

/** Sends one request. 2xx is accepted; 408, 425, 429 and 5xx may be tried again; everything else is for good. */
export async function httpExchange(
  { method, url, headers, body }: HttpMessage,
  { fetch, signal, now }: HttpExchangeOptions,
): Promise<Attempt> {
  const answer = await fetch(url, { method, headers: { "user-agent": "Andon", ...headers }, body, signal });
  const { status } = answer;
  const said = (await textOf(answer)).trim();
  const words = said === "" ? `${status} ${answer.statusText}`.trim() : said;
  if (status >= 300 && status < 400) {
    const to = answer.headers.get("location") ?? "another address";
    return {
      ...unanswered("failed", `Redirects to ${to}; enter the address that it redirects to`),
      status,
    };
  }
  const isTemporary = status >= 500 || TEMPORARY.has(status);
  const outcome = answer.ok ? "accepted" : isTemporary ? "retry" : "failed";
  const retryAfter = isTemporary ? retryAfterMs(answer.headers.get("retry-after"), now()) : null;
  return { outcome, status, words, retry_after_ms: retryAfter };
}

/**
 * The beginning of the body. The status has said what became of the message, so a body that hangs or breaks off only
 * lacks words.
 */
async function textOf({ body }: Response): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const { promise: late, resolve } = Promise.withResolvers<{ done: true; value?: undefined }>();
  const timer = setTimeout(() => resolve({ done: true }), BODY_MS);
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    while (size < MOST_BYTES) {
      const { done, value } = await Promise.race([reader.read(), late]);
      if (done) break;
      size += value.length;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The receiver cut the connection: what it has said so far is shown.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => {});
  }
  return text;
}

/** Seconds or a date; null if there is none that can be read. */
export function retryAfterMs(text: string | null, nowMs: Ms): Ms | null {
  if (text === null) return null;
  const given = text.trim();
  const waitMs = /^\d+$/.test(given) ? Number(given) * 1_000 : Date.parse(given) - nowMs;
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(0, waitMs), LONGEST_WAIT_MS);
}

/** A value that is `..` or `.` would lead to another path. */
export function requirePlainPath(url: string): void {
  const [, path = ""] = /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url) ?? [];
  if (path.split("/").some((level) => /^(\.|%2e){1,2}$/i.test(level))) {
    throw new AttemptEnded(
      unanswered("failed", "A value of the message would change the path of the address"),
    );
  }
}
