import type { Json } from "../sds_types.ts";

/** An answer that is not yet a Response. `body` is JSON text, or null for an empty body. */
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

/** The body of an error answer of the service. */
export interface ServiceErrorBody {
  Error: string;
  Reason: string;
  Resolution: string;
  Parameters?: Record<string, Json>;
}

/** An error answer of the service: a status and an error body. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  constructor(
    readonly status: number,
    readonly body: ServiceErrorBody,
    readonly headers?: Record<string, string>,
  ) {
    super(body.Reason);
  }
}

export function badRequest(reason: string, parameters?: Record<string, Json>): ServiceError {
  return new ServiceError(400, {
    Error: "The request is not valid.",
    Reason: reason,
    Resolution: "Correct the request and resubmit it.",
    Parameters: parameters,
  });
}

export function notFound(kind: string, id: string): ServiceError {
  return new ServiceError(404, {
    Error: `${kind} not found.`,
    Reason: `The ${kind.toLowerCase()} '${id}' does not exist or cannot be read.`,
    Resolution: "Check the identifier and resubmit the request.",
    Parameters: { Id: id },
  });
}

export function conflict(reason: string, parameters?: Record<string, Json>): ServiceError {
  return new ServiceError(409, {
    Error: "The request conflicts with the stored state.",
    Reason: reason,
    Resolution: "Change the request or the stored state, and resubmit the request.",
    Parameters: parameters,
  });
}

export const UNAUTHORIZED = new ServiceError(401, {
  Error: "Authentication required.",
  Reason: "The access token is missing, unknown or expired.",
  Resolution: "Get a new token and resubmit the request.",
});

export function errorAnswer(error: ServiceError, operationId: string): Answer {
  const body = { OperationId: operationId, ...error.body, Parameters: error.body.Parameters ?? {} };
  return answer(error.status, body, error.headers);
}

/** Creates the Response, with the operation's id. The content type has no charset, as clients compare it as a whole. */
export function toResponse(result: Answer, operationId: string): Response {
  const headers = new Headers(result.headers);
  headers.set("Operation-Id", operationId);
  if (result.body === null) return new Response(null, { status: result.status, headers });
  headers.set("Content-Type", "application/json");
  return new Response(result.body, { status: result.status, headers });
}
