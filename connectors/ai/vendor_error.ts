/** What the package's errors carry: it is told by shape, for the package is loaded late. */
export function answered(error: unknown): { status?: number; words?: string; retryAfter?: number } {
  if (typeof error !== "object" || error === null || !("status" in error)) return {};
  const status = typeof error.status === "number" ? error.status : undefined;
  const retryAfter = "headers" in error ? headerOf(error.headers, "retry-after") : null;
  const words = "error" in error ? wordsOf(error.error) : undefined;
  return { status, words, retryAfter: retryAfterSeconds(retryAfter) };
}

function headerOf(headers: unknown, name: string): string | null {
  return isHeaders(headers) ? headers.get(name) : null;
}

/** Of any class: those of the pinned fetch are its own. */
function isHeaders(value: unknown): value is Pick<Headers, "get"> {
  return typeof value === "object" && value !== null && "get" in value && typeof value.get === "function";
}

/** `{message}`, a text, or `[{error: {message}}]`, as the vendors have it. */
function wordsOf(body: unknown): string | undefined {
  if (typeof body === "string") return body;
  if (Array.isArray(body)) return wordsOf(body[0]);
  if (typeof body !== "object" || body === null) return undefined;
  if ("message" in body && typeof body.message === "string") return body.message;
  if ("error" in body) return wordsOf(body.error);
  return "detail" in body ? JSON.stringify(body.detail) : undefined;
}

/** Whole seconds; a date is not waited for. */
function retryAfterSeconds(text: string | null): number | undefined {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
