/** What an error of the client library carries. Recognised by shape, since the library is loaded lazily. */
export function parseVendorError(
  error: unknown,
): { status?: number; message?: string; retryAfterSeconds?: number } {
  if (typeof error !== "object" || error === null || !("status" in error)) return {};
  const status = typeof error.status === "number" ? error.status : undefined;
  const retryAfter = "headers" in error ? headerOf(error.headers, "retry-after") : null;
  const message = "error" in error ? messageOf(error.error) : undefined;
  return { status, message, retryAfterSeconds: parseRetryAfter(retryAfter) };
}

function headerOf(headers: unknown, name: string): string | null {
  return isHeaders(headers) ? headers.get(name) : null;
}

/** Of any class: the pinned fetch has a `Headers` class of its own. */
function isHeaders(value: unknown): value is Pick<Headers, "get"> {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function";
}

/** Vendors send `{message}`, a text, or `[{error: {message}}]`. */
function messageOf(body: unknown): string | undefined {
  if (typeof body === "string") return body;
  if (Array.isArray(body)) return messageOf(body[0]);
  if (typeof body !== "object" || body === null) return undefined;
  if ("message" in body && typeof body.message === "string") return body.message;
  if ("error" in body) return messageOf(body.error);
  return "detail" in body ? JSON.stringify(body.detail) : undefined;
}

/** Whole seconds; a date is ignored. */
function parseRetryAfter(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
