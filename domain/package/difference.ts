import { isObject } from "../shared/objects.ts";
/** The dotted paths at which two values of plain data differ. List items are compared by index. */
export function changedPaths(before: unknown, after: unknown, path = ""): string[] {
  if (Object.is(before, after)) return [];
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after)) return [path];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const inner = path === "" ? name : `${path}.${name}`;
    return changedPaths(before[name], after[name], inner);
  });
}
