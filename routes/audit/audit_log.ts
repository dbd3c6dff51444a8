import { z } from "@hono/zod-openapi";
import { AUDIT_KINDS, type AuditKind } from "../../domain/audit/kind.ts";
import type { AuditLine } from "../../domain/audit/bulk.ts";
import { wordsOf } from "../../domain/event/filter.ts";
import { answerListed } from "../pipeline/answer.ts";
import { msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { described, flag, idNumber, sourceTime, text } from "../pipeline/query.ts";
import { MAX_ROWS, paginationOf, requestedPage } from "../pipeline/pagination.ts";
import { answers } from "../pipeline/document/answers.ts";
import { listQuery, newRoutes } from "../pipeline/route.ts";
import { auditEntry } from "./views/schemas/audit.ts";
import type { AuditFilter } from "../../storage/audit.ts";
import type { Page, PageRequest } from "../../storage/page.ts";

export function auditLogRoutes(deps: AppDeps) {
  return newRoutes("Audit").handle("GET /api/audit-log", {
    may: "admin",
    request: { query: listQuery(filters) },
    operationId: "listAuditLog",
    responses: answers("The changes and the refused requests, newest first", { list: auditEntry }),
  }, async (c) => {
    const query = c.req.valid("query"), requested = requestedPage(query);
    const page = requested ?? { limit: MAX_ROWS, offset: 0 };
    const { rows, total } = await read(query, { page, storage: deps.storage });
    const stops = requested !== undefined || total > MAX_ROWS;
    return answerListed(c, {
      rows,
      pagination: stops ? paginationOf(page, total) : undefined,
      view: auditView,
    });
  });
}

async function read(
  query: Filters,
  { page, storage }: { page: PageRequest; storage: Pick<AppDeps["storage"], "access" | "audit"> },
): Promise<Page<AuditLine>> {
  const filter = filterOf(query, storage), { audit } = storage;
  if (query.fold === true) return await audit.lines(filter ?? {}, page);
  const { rows, total } = await (filter === undefined ? audit.list(page) : audit.find(filter, page));
  return { rows: rows.map((entry) => ({ entry })), total };
}

function filterOf(
  { resource_type, resource_id, from, to, who, action, kind, desk_id, text = "" }: Filters,
  { access }: Pick<AppDeps["storage"], "access">,
) {
  const words = wordsOf(text);
  const filter: AuditFilter = {
    resourceType: resource_type,
    resourceId: resource_id,
    who,
    action,
    kind,
    desk: desk_id === undefined ? undefined : { id: desk_id, username: access.user(desk_id)?.username },
    fromMs: from === undefined ? undefined : msFromTicks(from),
    toMs: to === undefined ? undefined : msFromTicks(to),
    text: words.length === 0
      ? undefined
      : { words, displayNameOf: (username) => access.userByName(username)?.display_name ?? undefined },
  };
  return Object.values(filter).every((value) => value === undefined) ? undefined : filter;
}

function auditView({ entry: { v: _, before, after, address, desk, desk_id, ...entry }, bulk }: AuditLine) {
  const states = { before: snapshot(before), after: snapshot(after) };
  const optional = { address: address ?? null, desk: desk ?? null, desk_id: desk_id ?? null };
  return { ...entry, ...states, ...optional, ...bulk && { bulk } };
}

/** A record as it was stored; null if there was none. */
function snapshot(record: unknown): Record<string, unknown> | null {
  return typeof record === "object" && record !== null ? { ...record } : null;
}

const filters = {
  resource_type: described(text(), "Only entries of this type: rule_event, template, refusal, …"),
  resource_id: described(text(), "Only entries of the resource with this id"),
  from: described(sourceTime(), "Only entries at or after this time; at most 100,000 entries are searched"),
  to: described(sourceTime(), "Only entries before this time"),
  who: described(text(), "Only entries of this user name, `key:<name>` or `Andon`"),
  action: described(text(), "Only entries of this action: created, updated, deployed, …"),
  kind: described(
    z.enum(AUDIT_KINDS, { error: "Must be people, engine or refusals" }),
    "people: changes by users and API keys; engine: changes by Andon itself; refusals: refused requests",
  ),
  text: described(
    text(),
    "Words that all stand in who did it, the action, the resource, or in what it was before or after, such as its name " +
      "or a comment",
  ),
  fold: described(
    flag(),
    "Default: false; true: what one person did to at least three resources in one go, with at most 10 s between two, is " +
      "one line with `bulk`, also in the pages and their total; at most 100,000 entries are searched",
  ),
  desk_id: described(idNumber(), "Only what people confirmed at the shared desk of this user id"),
};

interface Filters {
  resource_type?: string;
  resource_id?: string;
  from?: Ticks;
  to?: Ticks;
  who?: string;
  action?: string;
  kind?: AuditKind;
  desk_id?: number;
  text?: string;
  fold?: boolean;
}
