import { bareTemplateSchema, packageChangeSchema, packageSchema } from "../../domain/template/schema.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { actorOf } from "../pipeline/env.ts";
import { detail } from "../pipeline/query.ts";
import {
  body,
  integerId,
  listQuery,
  mustExist,
  newRoutes,
  packageIdParam,
  present,
} from "../pipeline/route.ts";
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
  const found = (id: unknown) => present(packages.get(integerId(String(id)) ?? 0), { noun: "Package", id });
  const one = "/api/packages/{package_id}";
  const exists = mustExist({ param: "package_id", noun: "Package", find: (id) => storage.packages.get(id) });
  const params = packageIdParam;
  return newRoutes("Packages")
    .handle({
      method: "get",
      path: "/api/packages",
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
    .handle({
      method: "post",
      path: "/api/packages",
      may: { role: "engineer", at: "plant" },
      request: { body: body(packageSchema, packageExample) },
      operationId: "createPackage",
      responses: answers("The new package", {
        status: 201,
        data: newPackage,
        message: isDone("Package", "created"),
      }),
    }, async (c, message) => {
      const created = await packages.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created), data: packageView(storage, created) });
    })
    .handle({
      method: "get",
      path: one,
      may: "viewer",
      middleware: [exists],
      request: { params },
      operationId: "getPackage",
      responses: answers("The package", { data: packageShown }),
    }, (c) => answerData(c, packageView(storage, found(c.req.param("package_id")))))
    .handle({
      method: "put",
      path: one,
      may: { role: "engineer", at: "plant" },
      middleware: [exists],
      request: { params, body: body(packageChangeSchema, { name: "Utilities" }) },
      operationId: "updatePackage",
      responses: answers("The changed package", {
        data: packageShown,
        message: isDone("Package", "updated"),
      }),
    }, async (c, message) => {
      const { package_id: id } = c.req.valid("param");
      const updated = await packages.update(id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: packageView(storage, updated) });
    })
    .handle({
      method: "delete",
      path: one,
      may: { role: "engineer", at: "plant" },
      middleware: [exists],
      request: { params },
      operationId: "deletePackage",
      responses: answers("Deleted", {
        message: isDone("Package", "deleted"),
        of: { name: "Utilities" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.param("package_id"));
      await packages.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    })
    .handle({
      method: "get",
      path: `${one}/templates`,
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
    .handle({
      method: "post",
      path: `${one}/templates`,
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
