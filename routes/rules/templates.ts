import type { z } from "@hono/zod-openapi";
import type { Issue } from "../../domain/shared/refusal.ts";
import { templateIssues } from "../../domain/template/check.ts";
import { templateChangeSchema, templateSchema } from "../../domain/template/schema.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import { answerList, answerNamed } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf } from "../pipeline/env.ts";
import { described, detail, flag, idNumber, text } from "../pipeline/query.ts";
import { unknownReferences } from "../pipeline/references.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { body, integerId, listQuery } from "../pipeline/route.ts";
import { instanceTally, templateBriefView } from "./views/brief.ts";
import { listedTemplate } from "./views/schemas/brief.ts";
import { templateView } from "./views/template.ts";
import { template, templateExample } from "./views/schemas/template.ts";

export function templateRoutes(deps: AppDeps) {
  const { templates, instances } = deps.storage;
  const view = (template: TemplateRecord) =>
    templateView(template, instances.list({ template_id: template.id }).length);
  return new NounRoutes({
    tag: "Templates",
    what: "template",
    code: "TEMPLATE_NOT_FOUND",
    operation: { one: "Template", many: "Templates" },
    path: "/api/templates",
    records: templates,
    may: { read: "viewer", write: { role: "engineer", at: "plant" } },
    check: (given, c) => bodyIssues(deps, given, templates.get(integerId(c.req.param("id")) ?? 0)),
    shown: template,
    view,
  })
    .handle("GET /api/templates", {
      may: "viewer",
      screen: { query: ["detail", "limit", "offset"], must: { name: "detail", value: "brief" } },
      request: { query: listQuery(listFields) },
      operationId: "listTemplates",
      responses: answers("The templates", { list: listedTemplate }),
    }, (c) => {
      const query = c.req.valid("query");
      const rows = templates.list(filterOf(query)).filter(lookedThrough(deps, query.stream_id));
      const brief = (one: TemplateRecord) => templateBriefView(one, instanceTally(deps.storage, one.id));
      return answerList(c, { rows, query, view: (one) => query.detail === "brief" ? brief(one) : view(one) });
    })
    .handle("POST /api/templates", {
      may: { role: "engineer", at: "plant" },
      check: (given) => bodyIssues(deps, given),
      request: { body: body(templateSchema, templateExample) },
      operationId: "createTemplate",
      responses: answers("The new template", {
        status: 201,
        message: isDone("Template", "created"),
        of: { name: "Pump pressure" },
        named: { template },
      }),
    }, async (c, message) => {
      const created = await templates.create(c.req.valid("json"), actorOf(c));
      return answerNamed(c, {
        status: 201,
        message: message(created),
        named: { template: templateView(created, 0) },
      });
    })
    .read({ refuses: ["TEMPLATE_NOT_FOUND"] })
    .update({
      body: body(templateChangeSchema, { name: "Pump pressure", is_active: false }),
      refuses: ["TEMPLATE_NOT_FOUND", "TEMPLATE_IN_USE"],
    })
    .remove({
      answer: "Deleted, with its undeployed instances",
      refuses: ["TEMPLATE_NOT_FOUND", "TEMPLATE_IN_USE"],
    });
}

/** The templates whose deployed instances use a stream; all templates without a stream. */
function lookedThrough({ storage }: AppDeps, streamId: number | undefined): (one: TemplateRecord) => boolean {
  if (streamId === undefined) return () => true;
  const looking = storage.instances.list({ is_deployed: true, stream_id: streamId });
  const ids = new Set(looking.map(({ template_id }) => template_id));
  return ({ id }) => ids.has(id);
}

/** The issues of a body's rules and placeholders beyond their schema, and a missing package. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, stored?: TemplateRecord): Issue[] {
  const packages = unknownReferences(given, [
    { path: "package_id", noun: "Package", find: (id) => storage.packages.get(id) },
  ]);
  const { name, description = "", rules = [], placeholders = [] } = { ...stored, ...given };
  return [...packages, ...templateIssues({ name, description, rules, placeholders })];
}

const listFields = {
  package_id: idNumber().optional(),
  category: text().optional(),
  is_active: flag().optional(),
  has_instances: flag().optional(),
  stream_id: described(idNumber(), "Only templates whose deployed instances use this stream"),
  detail: detail("without rules and placeholders, with the names and severities of the rules"),
};

type ListFields = z.infer<ReturnType<typeof listQuery<typeof listFields>>>;

function filterOf({ package_id, category, is_active, has_instances }: ListFields) {
  return { package_id, category, is_active, has_instances };
}
