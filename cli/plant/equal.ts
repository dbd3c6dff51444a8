import { isItem } from "./references.ts";

/** Whether two values of JSON are the same, whatever the order of their fields. An absent field is like null. */
export function isEqual(one: unknown, other: unknown): boolean {
  if ((one ?? null) === (other ?? null)) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, at) => isEqual(each, other[at]));
  }
  if (!isItem(one) || !isItem(other)) return false;
  const fields = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...fields].every((field) => isEqual(one[field], other[field]));
}
