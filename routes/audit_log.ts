import { createRoute } from "@hono/zod-openapi";
import type { AuditRecord } from "../domain/audit/types.ts";
import { answerListed } from "./answer.ts";
import { msFromTicks, type Ticks } from "../domain/shared/time.ts";
import type { AuditFilter } from "../storage/audit_contract.ts";
import type { AppDeps } from "./deps.ts";
import { described, sourceTime, text } from "./query.ts";
import { MAX_ROWS, pageAsked, paginationOf } from "./pagination.ts";
import { answers } from "./document/answers.ts";
import { listQuery, newRoutes } from "./route.ts";
import { auditEntry } from "./views/schemas/audit.ts";

export function auditLogRoutes(deps: AppDeps) {
  return newRoutes().handle(listRoute, async (c) => {
    const query = c.req.valid("query"), asked = pageAsked(query);
    const page = asked ?? { limit: MAX_ROWS, offset: 0 };
    const filter = filterOf(query), { audit } = deps.storage;
    const { rows, total } = await (filter === undefined ? audit.list(page) : audit.find(filter, page));
    const stops = asked !== undefined || total > MAX_ROWS;
    return answerListed(c, {
      rows,
      pagination: stops ? paginationOf(page, total) : undefined,
      view: auditView,
    });
  });
}

function filterOf({ resource_type, resource_id, from }: Filters): AuditFilter | undefined {
  if (resource_type === undefined && resource_id === undefined && from === undefined) return undefined;
  const fromMs = from === undefined ? undefined : msFromTicks(from);
  return { resourceType: resource_type, resourceId: resource_id, fromMs };
}

function auditView({ v: _, before, after, address, ...entry }: AuditRecord) {
  return { ...entry, before: snapshot(before), after: snapshot(after), address: address ?? null };
}

/** A record as it was stored; null if there was none. */
function snapshot(record: unknown): Record<string, unknown> | null {
  return typeof record === "object" && record !== null ? { ...record } : null;
}

const filters = {
  resource_type: described(text(), "Only entries of this type: rule_event, template, refusal, …"),
  resource_id: described(text(), "Only entries of the resource with this id"),
  from: described(sourceTime(), "Only entries at or after this time; at most 100,000 entries are searched"),
};

interface Filters {
  resource_type?: string;
  resource_id?: string;
  from?: Ticks;
}

const listRoute = createRoute({
  method: "get",
  path: "/api/audit-log",
  tags: ["Audit"],
  request: { query: listQuery(filters) },
  operationId: "listAuditLog",
  responses: answers("The changes and the refused requests, newest first", { list: auditEntry }),
});
