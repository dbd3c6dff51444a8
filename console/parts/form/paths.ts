/** Reads a value by a dotted path: `rules.0.conditions.1.value`. */
export function valueAt(values: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>(
    (value, part) => isContainer(value) ? value[part] : undefined,
    values,
  );
}

/** Members of these lists keep their identity when they move. */
const KEYS = ["rule_id", "placeholder_name"];

/**
 * The value in `other` that stands where `path` leads in `values`. A rule or placeholder is found by its key, wherever
 * it stands; undefined if `other` has none.
 */
export function valueBeside(other: unknown, values: unknown, path: string): { value: unknown } | undefined {
  let [beside, here]: unknown[] = [other, values];
  for (const part of path.split(".")) {
    const member = isContainer(here) ? here[part] : undefined;
    beside = Array.isArray(beside) && isContainer(member)
      ? memberLike(beside, { member, index: Number(part) })
      : isContainer(beside)
      ? beside[part]
      : undefined;
    if (beside === undefined) return undefined;
    here = member;
  }
  return { value: beside };
}

function memberLike(
  list: readonly unknown[],
  { member, index }: { member: Record<string, unknown>; index: number },
): unknown {
  const key = KEYS.find((name) => name in member);
  if (key === undefined) return list[index];
  return list.find((one) => isContainer(one) && one[key] === member[key]);
}

/** The values with one replaced; only the objects on the path are copied. */
export function withValueAt<T>(values: T, path: string, value: unknown): T {
  const [part = "", ...rest] = path.split(".");
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
