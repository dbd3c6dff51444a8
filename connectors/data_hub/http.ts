import { addressBelow } from "../api_address.ts";
import type { Exchange, WireAnswer, WireRequest } from "../exchange.ts";
import { AnswerRefused, cutText, vendorText } from "../source_failure.ts";
import type { Pace, RequestKind } from "../pacing.ts";
import { followRedirects } from "../redirects.ts";
import type { Retry } from "../retry.ts";
import type { Tokens } from "./token.ts";
import { isVendorHost } from "./vendor_host.ts";

/** A call of the API. `path` contains unencoded segments below the base. */
export interface ApiRequest {
  method?: "GET" | "POST" | "DELETE";
  base: string;
  path: string[];
  query?: Record<string, string | number>;
  body?: unknown;
  work: RequestKind;
  /** Limit of the answer in bytes, below the default. */
  maxBodyBytes?: number;
  /** Reads a successful answer faster than the JSON parser; when it returns undefined, the parser is used. */
  scan?: (bytes: Uint8Array) => unknown;
  /** Aborts the request. */
  signal?: AbortSignal;
  /** Whether the request may be retried when its outcome is unknown. Default: all but POST. */
  repeatable?: boolean;
}

export interface ApiOptions {
  exchange: Exchange;
  tokens: Tokens;
  pace: Pace;
  retry: Retry;
  clientSecret: string;
}

/** Sends a call with a token and returns a successful answer (2xx); throws a Refusal for anything else. */
export type Api = (request: ApiRequest) => Promise<WireAnswer>;

export function createApi({ exchange, tokens, pace, retry, clientSecret }: ApiOptions): Api {
  async function sendWith(token: string, request: ApiRequest): Promise<WireAnswer> {
    const scheduledExchange: Exchange = async (one) => {
      request.signal?.throwIfAborted();
      await pace(request.work);
      return await exchange(one);
    };
    const wire = wireRequest(request, token);
    return await retry(
      () => followRedirects(wire, { exchange: scheduledExchange, isOwn: isVendorHost }),
      request.repeatable ?? request.method !== "POST",
    );
  }

  return async (request) => {
    let token = await tokens.get();
    let answer = await sendWith(token, request);
    if (answer.status === 401) {
      tokens.drop(token);
      token = await tokens.get();
      answer = await sendWith(token, request);
    }
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusal(request, answer, [clientSecret, token]);
  };
}

function wireRequest(request: ApiRequest, token: string): WireRequest {
  const headers: Record<string, string> = {
    "authorization": `Bearer ${token}`,
    "accept": "application/json",
    "accept-verbosity": "verbose",
  };
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  if (body !== undefined) headers["content-type"] = "application/json";
  const url = addressBelow(request.base, request.path, request.query);
  return {
    method: request.method ?? "GET",
    url,
    headers,
    body,
    maxBodyBytes: request.maxBodyBytes,
    scan: request.scan,
    signal: request.signal,
  };
}

function refusal(request: ApiRequest, answer: WireAnswer, secrets: string[]): AnswerRefused {
  const host = new URL(request.base).host;
  const call = cutText(`${request.method ?? "GET"} ${request.path.slice(-4).join("/")}`);
  const words = answer.status >= 300 && answer.status < 400
    ? "a redirect that is not followed"
    : vendorText(answer.body, secrets);
  const reason = `${host} answered ${answer.status} to ${call}`;
  return new AnswerRefused(answer.status, words === "" ? reason : `${reason}: ${words}`);
}
