/** An object or a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** An object that is no list. */
export function isMap(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value);
}
