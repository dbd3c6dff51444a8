/** An event, type or resource as received. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Finds a member by its exact spelling, else ignoring case; undefined when omitted. */
export function createMember(name: string): (object: JsonObject) => unknown {
  const lower = name.toLowerCase();
  const isInherited = name in Object.prototype;
  return (object) => {
    const value = isInherited ? undefined : object[name];
    if (value !== undefined) return value;
    if (Object.hasOwn(object, name)) return object[name];
    for (const key of Object.keys(object)) {
      if (key.length === name.length && key.toLowerCase() === lower) return object[key];
    }
    return undefined;
  };
}
