import type { Schemas } from "../../api/client.ts";

export type AuditEntry = Schemas["AuditEntry"];

/** Entries per page of the log; the filters apply to one page. */
export const PAGE_ROWS = 1_000;

/** What was done, and what was refused. */
export const AUDIT_KINDS = [
  ["changes", "Changes"],
  ["refusals", "Refused requests"],
] as const;

/** The filter of the audit log, kept in the address. Empty texts do not filter. */
export interface AuditFilter {
  kind: string;
  who: string;
  action: string;
  type: string;
  /** From 1, newest first. */
  page: number;
  /** The entry that is open. */
  open: string;
}

const KEYS = ["kind", "who", "action", "type", "open"] as const;

export function auditFilter(query: Readonly<Record<string, string>>): AuditFilter {
  const { kind = "", who = "", action = "", type = "", open = "", page = "" } = query;
  return { kind, who, action, type, open, page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1 };
}

export function auditAddress(filter: AuditFilter): string {
  const query = new URLSearchParams();
  for (const key of KEYS) if (filter[key] !== "") query.set(key, filter[key]);
  if (filter.page > 1) query.set("page", String(filter.page));
  return query.size === 0 ? "/settings/audit" : `/settings/audit?${query}`;
}

export function fitsFilter({ kind, who, action, type }: AuditFilter): (entry: AuditEntry) => boolean {
  return (entry) =>
    (kind === "" || kind === kindOf(entry)) && (who === "" || entry.who === who) &&
    (action === "" || entry.action === action) &&
    (type === "" || entry.resource_type === type);
}

function kindOf({ resource_type }: AuditEntry): (typeof AUDIT_KINDS)[number][0] {
  return resource_type === "refusal" ? "refusals" : "changes";
}

/** A name in the log as text: "signed_in" is "signed in". */
export function plainText(name: string): string {
  return name.replaceAll("_", " ");
}

/** A type of resource in the console's terms. */
export function resourceText(type: string): string {
  return type === "rule_event" ? "event" : plainText(type);
}

/** A field as text: `rules.0.rule_name` is "rules 1, rule name". */
export function fieldText(path: string): string {
  const parts = path.split(".").map((part) =>
    /^\d+$/.test(part) ? ` ${Number(part) + 1}` : `, ${plainText(part)}`
  );
  return parts.join("").replace(/^, /, "");
}

export interface FieldChange {
  /** Dotted: `rules.0.severity`. */
  path: string;
  /** Undefined if the field did not exist. */
  before: string | undefined;
  after: string | undefined;
}

/** The changed fields, including those of nested lists and objects. */
export function changesOf(before: unknown, after: unknown): FieldChange[] {
  const were = leaves(before);
  const are = leaves(after);
  return [...new Set([...were.keys(), ...are.keys()])]
    .map((path) => ({ path, before: were.get(path), after: are.get(path) }))
    .filter((change) => change.before !== change.after);
}

function leaves(value: unknown, path = ""): Map<string, string> {
  if (typeof value !== "object" || value === null) {
    return path === ""
      ? new Map()
      : new Map([[path, typeof value === "string" ? value : JSON.stringify(value)]]);
  }
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== "") return new Map([[path, JSON.stringify(value)]]);
  return new Map(
    entries.flatMap(([key, inner]) => [...leaves(inner, path === "" ? key : `${path}.${key}`)]),
  );
}
