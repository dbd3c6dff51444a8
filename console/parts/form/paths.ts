/** Reads a value by a dotted path: `rules.0.conditions.1.value`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, part) => isContainer(value) ? value[part] : undefined,
    values,
  );
}

/** The values with one replaced; only the objects on the path are copied. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [part, ...rest] = path.split(".");
  const changed = rest.length === 0
    ? value
    : withValueAt(isContainer(values) ? values[part] : undefined, rest.join("."), value);
  return copyWith(values, part, changed) as T;
}

function copyWith(values: unknown, part: string, value: unknown): unknown {
  if (!Array.isArray(values)) return { ...(isContainer(values) ? values : {}), [part]: value };
  const copy = [...values];
  copy[Number(part)] = value;
  return copy;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
