import type { Ms } from "../domain/shared/time.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { OutboundGuard } from "./outbound.ts";
import { parseJson, readBytes } from "./bounded_body.ts";
import { connectionFailed, networkReason, NotReached } from "./source_failure.ts";

export interface WireRequest {
  method: "GET" | "POST" | "DELETE";
  url: URL;
  headers: Record<string, string>;
  body?: string;
  /** Limit of the answer in bytes, below the default. */
  maxBodyBytes?: number;
  /** Reads a successful answer faster than the JSON parser; when it returns undefined, the parser is used. */
  scan?: (bytes: Uint8Array) => unknown;
  signal?: AbortSignal;
}

/** An answer of any status. `body` is the parsed JSON; undefined when empty, or for a failure without JSON. */
export interface WireAnswer {
  status: number;
  headers: Headers;
  body: unknown;
  /** The clock when the request was sent, and when the answer had arrived. */
  sentAtMs: Ms;
  receivedAtMs: Ms;
}

export interface ExchangeOptions {
  fetch: typeof fetch;
  outbound: OutboundGuard;
  now: () => Ms;
  closed: AbortSignal;
  /** What answers at an address of this kind. */
  service: string;
  timeoutMs: number;
  maxBodyBytes: number;
}

/** Sends one request and reads its answer within one deadline. Does not follow redirects. */
export type Exchange = (request: WireRequest) => Promise<WireAnswer>;

export function createExchange(options: ExchangeOptions): Exchange {
  return async (request) => {
    const stop = new AbortController();
    const onClose = () => stop.abort();
    const ends = [options.closed, request.signal].filter((signal) => signal !== undefined);
    for (const signal of ends) signal.addEventListener("abort", onClose, { once: true });
    const timer = setTimeout(() => stop.abort(), options.timeoutMs);
    try {
      for (const signal of ends) signal.throwIfAborted();
      return await converse(request, { ...options, signal: stop.signal });
    } catch (error) {
      throw explain(error, { request, options, stopped: stop.signal.aborted });
    } finally {
      clearTimeout(timer);
      for (const signal of ends) signal.removeEventListener("abort", onClose);
    }
  };
}

async function converse(
  request: WireRequest,
  { fetch, outbound, now, service, maxBodyBytes, signal }: ExchangeOptions & { signal: AbortSignal },
): Promise<WireAnswer> {
  await orAborted(outbound.check(request.url), signal);
  const sentAtMs = now();
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: request.body,
    redirect: "manual",
    signal,
  });
  const { host } = request.url;
  const bytes = await readBytes(response, { maxBytes: request.maxBodyBytes ?? maxBodyBytes, host });
  const scanned = response.ok ? request.scan?.(bytes) : undefined;
  const body = scanned ?? parseJson(bytes, { ok: response.ok, host, service });
  return { status: response.status, headers: response.headers, body, sentAtMs, receivedAtMs: now() };
}

/** Ends the wait at the deadline, since the guard's DNS lookup cannot be aborted. */
function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

interface Failed {
  request: WireRequest;
  options: ExchangeOptions;
  stopped: boolean;
}

/** What the caller gets: one Refusal, or the reason of the caller's own abort. */
function explain(error: unknown, { request, options, stopped }: Failed): unknown {
  if (options.closed.aborted) return connectionFailed("The connection was closed");
  if (request.signal?.aborted) return request.signal.reason;
  if (stopped) {
    return connectionFailed(`Timed out after ${options.timeoutMs / 1000} s waiting for ${request.url.host}`);
  }
  if (error instanceof Refusal) return error;
  return new NotReached(networkReason(error, request.url.host));
}
