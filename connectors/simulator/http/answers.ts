import type { Json } from "../sds_types.ts";

/** An answer before it becomes a Response. `body` is JSON text, or null for none. */
export interface Answer {
  status: number;
  body: string | null;
  headers?: Record<string, string>;
}

export function answer(status: number, value: unknown, headers?: Record<string, string>): Answer {
  return { status, body: JSON.stringify(value), headers };
}

export function answerText(body: string, headers?: Record<string, string>): Answer {
  return { status: 200, body, headers };
}

export const NO_CONTENT: Answer = { status: 204, body: null };

/** The words of the service's error body. */
export interface FaultWords {
  Error: string;
  Reason: string;
  Resolution: string;
  Parameters?: Record<string, Json>;
}

/** A refusal of the service: a status and its error body. */
export class Fault extends Error {
  override readonly name = "Fault";
  constructor(
    readonly status: number,
    readonly words: FaultWords,
    readonly headers?: Record<string, string>,
  ) {
    super(words.Reason);
  }
}

export function badRequest(reason: string, parameters?: Record<string, Json>): Fault {
  return new Fault(400, {
    Error: "The request is not valid.",
    Reason: reason,
    Resolution: "Correct the request and resubmit it.",
    Parameters: parameters,
  });
}

export function notFound(kind: string, id: string): Fault {
  return new Fault(404, {
    Error: `${kind} not found.`,
    Reason: `The ${kind.toLowerCase()} '${id}' does not exist or cannot be read.`,
    Resolution: "Check the identifier and resubmit the request.",
    Parameters: { Id: id },
  });
}

export function conflict(reason: string, parameters?: Record<string, Json>): Fault {
  return new Fault(409, {
    Error: "The request conflicts with what is stored.",
    Reason: reason,
    Resolution: "Change the request or what is stored, and resubmit it.",
    Parameters: parameters,
  });
}

export const UNAUTHORIZED = new Fault(401, {
  Error: "Authentication required.",
  Reason: "The access token is missing, unknown or expired.",
  Resolution: "Get a new token and resubmit the request.",
});

export function faultAnswer(fault: Fault, operationId: string): Answer {
  const body = { OperationId: operationId, ...fault.words, Parameters: fault.words.Parameters ?? {} };
  return answer(fault.status, body, fault.headers);
}

/** As a Response, with the operation's id. The content type carries no charset: clients compare it as a whole. */
export function toResponse(given: Answer, operationId: string): Response {
  const headers = new Headers(given.headers);
  headers.set("Operation-Id", operationId);
  if (given.body === null) return new Response(null, { status: given.status, headers });
  headers.set("Content-Type", "application/json");
  return new Response(given.body, { status: given.status, headers });
}
