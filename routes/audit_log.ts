import { createRoute } from "@hono/zod-openapi";
import type { AuditRecord } from "../domain/audit/types.ts";
import { answerListed } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { MAX_ROWS, pageAsked, paginationOf } from "./pagination.ts";
import { answers } from "./document/answers.ts";
import { listQuery, newRoutes } from "./route.ts";
import { auditEntry } from "./views/schemas/audit.ts";

export function auditLogRoutes(deps: AppDeps) {
  return newRoutes().openapi(listRoute, async (c) => {
    const asked = pageAsked(c.req.valid("query"));
    const page = asked ?? { limit: MAX_ROWS, offset: 0 };
    const { rows, total } = await deps.storage.audit.list(page);
    const stops = asked !== undefined || total > MAX_ROWS;
    return answerListed(c, {
      rows,
      pagination: stops ? paginationOf(page, total) : undefined,
      view: auditView,
    });
  });
}

function auditView({ v: _, ...entry }: AuditRecord) {
  return entry;
}

const listRoute = createRoute({
  method: "get",
  path: "/api/audit-log",
  tags: ["Audit"],
  request: { query: listQuery({}) },
  operationId: "listAuditLog",
  responses: answers("Who changed what, newest first", { list: auditEntry }),
});
