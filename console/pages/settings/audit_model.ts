import type { Schemas } from "../../api/client.ts";
import type { paths } from "../../generated/api.ts";
import { leavesOf } from "../../parts/field_values.ts";
import { countText } from "../../parts/numbers.ts";
import { plainText } from "../../parts/plain_text.ts";

export type AuditEntry = Schemas["AuditEntry"];

type AuditQuery = NonNullable<paths["/api/audit-log"]["get"]["parameters"]["query"]>;

export const PAGE_ROWS = 100;

/** What is shown: people's changes unless another kind is chosen. */
export const AUDIT_KINDS = [
  ["people", "People and API keys"],
  ["engine", "Andon itself"],
  ["refusals", "Refused requests"],
  ["all", "Everything"],
] as const;
type Kind = (typeof AUDIT_KINDS)[number][0];

/** The last hours, or everything between two times. */
export const AUDIT_SPANS = [
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
  ["all", "All the time"],
  ["between", "From – to"],
] as const;
type Span = (typeof AUDIT_SPANS)[number][0];

const FIRST = { kind: "people", span: "168" } as const;

/** The filter of the audit log, kept in the address. Empty texts do not filter. */
export interface AuditFilter {
  kind: Kind;
  span: Span;
  /** ISO times of the span "between". */
  from: string;
  to: string;
  who: string;
  action: string;
  type: string;
  /** Words that an entry must have. */
  text: string;
  /** The user id of a shared desk. */
  desk: string;
  /** The line of a bulk whose entries are shown. */
  bulk: string;
  /** From 1, newest first. */
  page: number;
  /** The entry that is open. */
  open: string;
}

const TEXTS = ["from", "to", "who", "action", "type", "text", "desk", "bulk", "open"] as const;

/** The filter in an address; invalid values are ignored. */
export function auditFilter(query: Readonly<Record<string, string>>): AuditFilter {
  const { from = "", to = "", who = "", action = "", type = "", text = "", desk = "" } = query;
  const { bulk = "", open = "", page = "" } = query;
  return {
    kind: oneOf(AUDIT_KINDS, query.kind) ?? FIRST.kind,
    span: oneOf(AUDIT_SPANS, query.span) ?? FIRST.span,
    from: isTime(from) ? from : "",
    to: isTime(to) ? to : "",
    who,
    action,
    type,
    text,
    bulk,
    desk: /^[1-9]\d{0,14}$/.test(desk) ? desk : "",
    open,
    page: /^[1-9]\d{0,8}$/.test(page) ? Number(page) : 1,
  };
}

function oneOf<T extends string>(options: readonly (readonly [T, string])[], text = ""): T | undefined {
  return options.find(([value]) => value === text)?.[0];
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

export function auditAddress(filter: AuditFilter): string {
  const query = new URLSearchParams();
  if (filter.kind !== FIRST.kind) query.set("kind", filter.kind);
  if (filter.span !== FIRST.span) query.set("span", filter.span);
  for (const key of TEXTS) if (filter[key] !== "") query.set(key, filter[key]);
  if (filter.page > 1) query.set("page", String(filter.page));
  return query.size === 0 ? "/settings/audit" : `/settings/audit?${query}`;
}

export function isNarrowed({ who, action, type, text, desk }: AuditFilter): boolean {
  return [who, action, type, text, desk].some((one) => one !== "");
}

/** The API query of a filter. */
export function auditQuery(filter: AuditFilter, nowMs: number): AuditQuery {
  const { kind, who, action, type, text, desk, page } = filter;
  return {
    ...kind !== "all" && { kind },
    ...spanQuery(filter, nowMs),
    ...who !== "" && { who },
    ...action !== "" && { action },
    ...type !== "" && { resource_type: type },
    ...text !== "" && { text },
    ...desk !== "" && { desk_id: Number(desk) },
    fold: true,
    limit: PAGE_ROWS,
    offset: (page - 1) * PAGE_ROWS,
  };
}

function spanQuery({ span, from, to }: AuditFilter, nowMs: number): AuditQuery {
  if (span === "all") return {};
  if (span === "between") return { ...from !== "" && { from }, ...to !== "" && { to } };
  return { from: new Date(nowMs - Number(span) * 3_600_000).toISOString() };
}

/** The API query of the entries of a bulk, 1,000 a page. */
export function membersQuery({ who, resource_type, desk_id }: AuditEntry, { from, until }: Bulk): AuditQuery {
  const to = new Date(Date.parse(until) + 1).toISOString();
  return { who, resource_type, from, to, ...desk_id !== null && { desk_id }, limit: 1_000 };
}

type Bulk = NonNullable<AuditEntry["bulk"]>;

/** What stands for a bulk: “61 events: Cleaning”. */
export function bulkText({ resource_type }: AuditEntry, { resources, comment }: Bulk): string {
  const what = countText(resources, resourceText(resource_type));
  return comment === null ? what : `${what}: “${comment}”`;
}

/** The names of actions that plain text would not explain. */
const ACTION_TEXTS: Readonly<Record<string, string>> = {
  resealed: "encrypted anew with another key",
  sign_in_refused: "sign-in refused",
  more_refused: "more refusals",
  desk_pin_set: "desk PIN set",
  desk_pin_removed: "desk PIN removed",
};

/** "Anna Keller", of an action at a shared desk "Anna Keller at Control room 1". */
export function whoText(
  { who, desk }: Pick<AuditEntry, "who" | "desk">,
  nameOf: (who: string) => string,
): string {
  return desk === null ? nameOf(who) : `${nameOf(who)} at ${nameOf(desk)}`;
}

/** The shared desks of today, and those of the entries that exist no longer: user id and name. */
export function deskOptions(
  { users, entries, nameOf }: {
    users: readonly Pick<Schemas["User"], "id" | "username" | "shared_desk">[];
    entries: readonly Pick<AuditEntry, "desk" | "desk_id">[];
    nameOf: (who: string) => string;
  },
): [string, string][] {
  const names = new Map<number, string>();
  for (const { desk, desk_id } of entries) if (desk !== null && desk_id !== null) names.set(desk_id, desk);
  for (const { id, username, shared_desk } of users) if (shared_desk) names.set(id, username);
  return [...names].map(([id, username]): [string, string] => [String(id), nameOf(username)])
    .sort(([, one], [, other]) => one.localeCompare(other));
}

export function actionText(action: string): string {
  return ACTION_TEXTS[action] ?? plainText(action);
}

/** The fields that name a resource, the best first. */
const NAMES = ["name", "instance_name", "event_name", "display_name", "username", "template_name"] as const;

/** The resource in people's words: `package “Utilities”`, `event “Filler.Overfill”`, else its id. */
export function subjectText({ resource_type: type, resource_id: id, before, after }: AuditEntry): string {
  if (type === "refusal") return id;
  if (type === "session" || type === "configuration" || type === "secrets") return resourceText(type);
  const { template_instance: instance, display_name: wrong } = { ...before, ...after };
  if (type === "rule_event" && typeof instance === "string" && typeof wrong === "string") {
    return `event “${instance}: ${wrong}”`;
  }
  const name = NAMES.map((field) => after?.[field] ?? before?.[field]).find((found) =>
    typeof found === "string" && found !== ""
  );
  return name === undefined ? `${resourceText(type)} #${id}` : `${resourceText(type)} “${name}”`;
}

const RESOURCE_TEXTS: Readonly<Record<string, string>> = {
  rule_event: "event",
  configuration: "data source",
  key: "API key",
  api_key: "API key",
  ai_provider: "AI provider",
  refusal: "refused request",
};

/** A type of resource in the console's terms. */
export function resourceText(type: string): string {
  return RESOURCE_TEXTS[type] ?? plainText(type);
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
  const were = leavesOf(before);
  const are = leavesOf(after);
  return [...new Set([...were.keys(), ...are.keys()])]
    .map((path) => ({ path, before: were.get(path), after: are.get(path) }))
    .filter((change) => change.before !== change.after);
}
