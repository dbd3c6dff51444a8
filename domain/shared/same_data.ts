import { isObject } from "./objects.ts";
/** Whether two values of plain data are equal, whatever the order of their members. */
export function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameData(a[name], b[name]));
}
