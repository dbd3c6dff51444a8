/** What stands at a dotted path of a JSON value; undefined: nothing. Keys may have dots themselves. */
export function valueAt(json: unknown, path: string): unknown {
  if (typeof json !== "object" || json === null) return undefined;
  if (Object.hasOwn(json, path)) return json[path as keyof typeof json];
  for (let dot = path.indexOf("."); dot >= 0; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    if (!Object.hasOwn(json, key)) continue;
    const found = valueAt(json[key as keyof typeof json], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Deeper fields are not listed. */
const DEEPEST = 5;

/** The numbers, texts, booleans and nulls of an object with their paths, at most `most` and one. */
export function fieldsOf(
  json: unknown,
  most: number,
): [path: string, value: string | number | boolean | null][] {
  const found: ReturnType<typeof fieldsOf> = [];
  const add = (value: unknown, path: string, depth: number) => {
    if (found.length > most) return;
    if (typeof value === "object" && value !== null) {
      if (Array.isArray(value) || depth >= DEEPEST) return;
      for (const key in value) {
        add(value[key as keyof typeof value], path === "" ? key : `${path}.${key}`, depth + 1);
      }
    } else if (path !== "") {
      found.push([path, value as string | number | boolean | null]);
    }
  };
  add(json, "", 0);
  return found;
}
