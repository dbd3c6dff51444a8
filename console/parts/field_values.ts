import { plainText } from "./plain_text.ts";

/** The values of an object and of the lists and objects in it, by dotted path: `rules.0.severity`. */
export function leavesOf(value: unknown, path = ""): Map<string, string> {
  if (typeof value !== "object" || value === null) {
    return path === ""
      ? new Map()
      : new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  }
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== "") return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    entries.flatMap(([key, inner]) => [...leavesOf(inner, path === "" ? key : `${path}.${key}`)]),
  );
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

const VALUE_TEXTS: Readonly<Record<string, string>> = {
  null: "none",
  true: "yes",
  false: "no",
  "": "empty",
  "[]": "none",
  "{}": "none",
};

/** Such a value as people read it: a time in their zone, "yes", "condition cleared". */
export function valueInWords(value: string, timeText: (ms: number) => string): string {
  if (ISO_TIME.test(value)) return timeText(Date.parse(value));
  return VALUE_TEXTS[value] ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? plainText(value) : value);
}
