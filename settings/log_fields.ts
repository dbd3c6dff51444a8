const SECRET_NAME = /secret|passw|token|key|authorization|cookie|credential/i;
const MASK = "***";
const LONGEST_TEXT = 4_000;
const MOST_ITEMS = 50;
const DEEPEST = 5;

/** Fields as plain data for a log line: secrets masked by name; texts, lists and depth bounded. */
export function maskedFields(fields: Record<string, unknown>): Record<string, unknown> {
  return plainObject(fields, 0);
}

function plainObject(source: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(source).slice(0, MOST_ITEMS);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isSecret(name, value) ? MASK : plain(value, depth)]),
  );
}

/** Flags (`has_api_key`) and counts of tokens are no secrets. */
function isSecret(name: string, value: unknown): boolean {
  return SECRET_NAME.test(name) && value !== null &&
    !["boolean", "number", "undefined"].includes(typeof value);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "string") return truncated(value);
  if (typeof value === "bigint") return String(value);
  if (typeof value === "object" && value !== null) return plainStructure(value, depth);
  return typeof value === "function" || typeof value === "symbol" ? undefined : value;
}

function plainStructure(value: object, depth: number): unknown {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "Invalid Date" : value.toISOString();
  if (value instanceof Error) return plainError(value, depth);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `(${value.byteLength} bytes)`;
  if (depth >= DEEPEST) return "…";
  if (value instanceof Map) return plainObject(Object.fromEntries(value), depth + 1);
  if (value instanceof Set) return plain([...value], depth);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((item) => plain(item, depth + 1));
  return plainObject(value, depth + 1);
}

function plainError(error: Error, depth: number): Record<string, unknown> {
  const text = truncated(error.stack ?? `${error.name}: ${error.message}`);
  const own = plainObject(error, depth + 1);
  const cause = error.cause === undefined || depth >= DEEPEST ? {} : { cause: plain(error.cause, depth + 1) };
  return { ...own, ...cause, stack: text };
}

function truncated(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
}
