/** Reads a value by a dotted path: `rules.0.conditions.1.value`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((value, part) => isHolder(value) ? value[part] : undefined, values);
}

/** The values with one changed; what lies on the path is copied, nothing else. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [part, ...rest] = path.split(".");
  const changed = rest.length === 0
    ? value
    : withValueAt(isHolder(values) ? values[part] : undefined, rest.join("."), value);
  return copyWith(values, part, changed) as T;
}

function copyWith(values: unknown, part: string, value: unknown): unknown {
  if (!Array.isArray(values)) return { ...(isHolder(values) ? values : {}), [part]: value };
  const copy = [...values];
  copy[Number(part)] = value;
  return copy;
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
