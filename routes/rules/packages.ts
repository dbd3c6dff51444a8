import { bareTemplateSchema, packageChangeSchema, packageSchema } from "../../domain/template/schema.ts";
import type { PackageRecord } from "../../domain/template/types.ts";
import { answerCreated, answerList } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { actorOf } from "../pipeline/env.ts";
import { detail } from "../pipeline/query.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { body, listQuery, mustExist, packageIdParam } from "../pipeline/route.ts";
import { packageBriefView, templateCounts } from "./views/brief.ts";
import { listedPackage } from "./views/schemas/brief.ts";
import { packageTemplates, packageView, templateView } from "./views/template.ts";
import {
  bareTemplate,
  bareTemplateExample,
  newPackage,
  packageExample,
  packageShown,
  packageTemplate,
} from "./views/schemas/template.ts";

export function packageRoutes(deps: AppDeps) {
  const { storage } = deps;
  const { packages, templates } = storage;
  const one = "/api/packages/{package_id}";
  const exists = mustExist({ param: "package_id", noun: "Package", find: (id) => storage.packages.get(id) });
  const params = packageIdParam;
  return new NounRoutes({
    tag: "Packages",
    what: "package",
    operation: { one: "Package", many: "Packages" },
    path: "/api/packages",
    param: { name: "package_id", schema: params },
    records: packages,
    may: { read: "viewer", write: { role: "engineer", at: "plant" } },
    shown: packageShown,
    view: (one: PackageRecord) => packageView(storage, one),
  })
    .handle("GET /api/packages", {
      may: "viewer",
      request: { query: listQuery({ detail: detail("the number of templates in place of the templates") }) },
      operationId: "listPackages",
      responses: answers("The packages with their templates", { list: listedPackage }),
    }, (c) => {
      const query = c.req.valid("query");
      const rows = packages.list();
      if (query.detail !== "brief") {
        return answerList(c, { rows, query, view: (one) => packageView(storage, one) });
      }
      const counts = templateCounts(storage);
      return answerList(c, { rows, query, view: (one) => packageBriefView(one, counts.get(one.id) ?? 0) });
    })
    .create({ body: body(packageSchema, packageExample), example: newPackage.example })
    .read()
    .update({ body: body(packageChangeSchema, { name: "Utilities" }) })
    .remove({ refuses: ["RESOURCE_IN_USE"] })
    .handle(`GET ${one}/templates`, {
      may: "viewer",
      middleware: [exists],
      request: { params, query: listQuery({}) },
      operationId: "listPackageTemplates",
      responses: answers("The package's templates with their instances", { list: packageTemplate }),
    }, (c) =>
      answerList(c, {
        rows: packageTemplates(storage, c.req.valid("param").package_id),
        query: c.req.valid("query"),
        view: (template) => template,
      }))
    .handle(`POST ${one}/templates`, {
      may: { role: "engineer", at: "plant" },
      middleware: [exists],
      request: { params, body: body(bareTemplateSchema, bareTemplateExample) },
      operationId: "createPackageTemplate",
      responses: answers("The new template, without rules", {
        status: 201,
        data: bareTemplate,
        message: isDone("Template", "created"),
      }),
    }, async (c, message) => {
      const { package_id } = c.req.valid("param");
      const draft = { ...c.req.valid("json"), package_id, rules: [], placeholders: [] };
      const created = await templates.create(draft, actorOf(c));
      return answerCreated(c, { message: message(created), data: templateView(created, 0) });
    });
}
