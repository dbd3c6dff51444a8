import type { Schemas } from "../../api/client.ts";

export type AuditEntry = Schemas["AuditEntry"];

/** Entries that a page of the log holds; its filters look through one page. */
export const PAGE_ROWS = 1_000;

/** What of the audit log stands in the address. Empty: not filtered. */
export interface AuditFilter {
  who: string;
  action: string;
  type: string;
  /** From 1, the newest first. */
  page: number;
  /** The entry that is open. */
  open: string;
}

const KEYS = ["who", "action", "type", "open"] as const;

export function auditFilter(query: Readonly<Record<string, string>>): AuditFilter {
  const { who = "", action = "", type = "", open = "", page = "" } = query;
  return { who, action, type, open, page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1 };
}

export function auditAddress(filter: AuditFilter): string {
  const query = new URLSearchParams();
  for (const key of KEYS) if (filter[key] !== "") query.set(key, filter[key]);
  if (filter.page > 1) query.set("page", String(filter.page));
  return query.size === 0 ? "/settings/audit" : `/settings/audit?${query}`;
}

export function fitsFilter({ who, action, type }: AuditFilter): (entry: AuditEntry) => boolean {
  return (entry) =>
    (who === "" || entry.who === who) && (action === "" || entry.action === action) &&
    (type === "" || entry.resource_type === type);
}

/** A name of the log as people read it: "signed_in" is "signed in". */
export function inWords(name: string): string {
  return name.replaceAll("_", " ");
}

export interface FieldChange {
  /** Dotted: `rules.0.severity`. */
  path: string;
  /** Undefined: it was not there. */
  before: string | undefined;
  after: string | undefined;
}

/** What is different, field by field; lists and objects are looked into. */
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
