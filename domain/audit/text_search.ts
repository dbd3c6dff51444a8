import type { AuditRecord } from "./types.ts";

/** Who an entry names, in the person's own words: "Anna Keller". */
type DisplayNameOf = (username: string) => string | undefined;

/**
 * Whether an entry has all words, in lower case: in who did it, in what was done to which resource, or in a text or number
 * of the resource before or after, such as its name or a comment.
 */
export function hasWords(
  entry: AuditRecord,
  { words, displayNameOf }: { words: readonly string[]; displayNameOf: DisplayNameOf },
): boolean {
  let missing = without(words, headOf(entry, displayNameOf));
  for (const value of [entry.after, entry.before]) {
    if (missing.length === 0) return true;
    missing = missingIn(value, missing);
  }
  return missing.length === 0;
}

function headOf(entry: AuditRecord, displayNameOf: DisplayNameOf): string {
  const { who, action, resource_type, resource_id, address = "", desk = "" } = entry;
  const people = [who, displayNameOf(who) ?? "", desk, displayNameOf(desk) ?? ""];
  const plain = [action, resource_type].map((name) => name.replaceAll("_", " "));
  return [...people, action, resource_type, ...plain, resource_id, address].join("\n");
}

function without(words: readonly string[], text: string): readonly string[] {
  const lower = text.toLowerCase(), left = words.filter((word) => !lower.includes(word));
  return left.length === words.length ? words : left;
}

/** The words that no text or number within a value has. */
function missingIn(value: unknown, words: readonly string[]): readonly string[] {
  if (words.length === 0) return words;
  if (typeof value === "string") return without(words, value);
  if (typeof value === "number") return without(words, String(value));
  if (typeof value !== "object" || value === null) return words;
  let missing = words;
  for (const one of Object.values(value)) missing = missingIn(one, missing);
  return missing;
}
