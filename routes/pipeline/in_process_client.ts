import type { GrantedActor } from "../../domain/access/types.ts";
import { type ErrorCode, Refusal } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "./errors.ts";
import { isObject } from "../../domain/shared/objects.ts";

/** The body of an answer of the API. */
export interface InProcessResponse {
  data: unknown;
  pagination?: { total: number };
}

export interface InProcessOptions {
  body?: unknown;
  /** Aborts when the answer is no longer needed. */
  signal?: AbortSignal;
}

/** Calls a route, `GET /api/rule-events?hours=1`. Throws the route's refusal. */
export type InProcessCall = (line: string, options?: InProcessOptions) => Promise<InProcessResponse>;

/** Calls the API within the process, as a given actor. */
export type InProcessApi = (actor: GrantedActor) => InProcessCall;

/** The environment that marks an in-process request. No request from outside can set it. */
export interface InProcessBindings {
  inside: GrantedActor;
}

type Fetch = (request: Request, bindings: InProcessBindings) => Response | Promise<Response>;

/** Calls the same routes as clients, with the same checks of role and input but without rate limits. */
export function inProcessCalls(fetch: Fetch): InProcessApi {
  return (actor) => async (line, { body, signal } = {}) => {
    const [method, path] = line.split(" ");
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(new Request(`http://localhost${path}`, { method, signal, ...init }), {
      inside: actor,
    });
    return answerOf(await answer.json());
  };
}

/** Reads the envelope, which every answer of the API has. */
function answerOf(envelope: unknown): InProcessResponse {
  if (isObject(envelope) && envelope.success === true) {
    const pagination = isObject(envelope.pagination)
      ? { total: Number(envelope.pagination.total) }
      : undefined;
    return { data: envelope.data, pagination };
  }
  if (!isObject(envelope) || !isObject(envelope.details)) {
    throw new TypeError("The API's answer has no envelope");
  }
  const { error_code: code, ...details } = envelope.details;
  if (!isCode(code)) throw new TypeError("The API's answer has no error code");
  throw new Refusal(code, String(envelope.error), details);
}

function isCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && code in STATUS_OF;
}
