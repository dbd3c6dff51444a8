/**
 * The JSON text of a value with sorted names and without spaces, as RFC 8785 writes it: equal for equal values, whatever
 * wrote them. Like JSON.stringify it writes null for numbers without JSON form, where RFC 8785 knows only an error:
 * an audit entry must never prevent its change.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(",")}]`;
  if (typeof value !== "object" || value === null) return plainJson(value);
  let text = "{";
  const fields = Object.entries(value);
  if (fields.length > 1) fields.sort(([one], [other]) => one < other ? -1 : 1);
  for (const [name, field] of fields) {
    if (field === undefined) continue;
    text += `${text.length > 1 ? "," : ""}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `${text}}`;
}

function plainJson(value: unknown): string {
  return typeof value === "bigint" ? `"${value}"` : JSON.stringify(value) ?? "null";
}
