import { z } from "@hono/zod-openapi";
import { packageDocument } from "../../domain/package/document.ts";
import { IMPORT_STATUSES, importSchema } from "../../domain/package/schema.ts";
import { MOST_CHANGES } from "../../domain/package/bounded_items.ts";
import { MOST_ISSUES, MOST_PROBLEMS } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerData, answerItems } from "../pipeline/answer.ts";
import { countedBy } from "../pipeline/counts.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf } from "../pipeline/env.ts";
import { importBody } from "../pipeline/middleware/import_body.ts";
import { importPackage } from "./package_import.ts";
import { flag } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, mustExist, newRoutes, packageIdParam, present } from "../pipeline/route.ts";
import { nameOf } from "./views/instance.ts";
import { importResult, packageDocument as packageShown } from "./views/schemas/package_document.ts";

/** Routes that export and import a package as one JSON document. */
export function packageTransferRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes("Packages")
    .handle("GET /api/packages/{package_id}/export", {
      may: "viewer",
      description: "The package as one JSON document: its templates with rules and placeholders, and with " +
        "instances=true its instances. Ids, deployments and events are not part of it.",
      middleware: [
        mustExist({ param: "package_id", noun: "Package", find: (id) => storage.packages.get(id) }),
      ],
      request: { params: packageIdParam, query: z.object({ instances: flag().optional() }) },
      operationId: "exportPackage",
      responses: answers("The document", { data: packageShown }),
    }, (c) => {
      const { package_id: id } = c.req.valid("param");
      const record = present(storage.packages.get(id), { noun: "Package", id });
      const templates = storage.templates.list({ package_id: id });
      const instances = c.req.valid("query").instances
        ? storage.instances.list({ package_id: id })
        : undefined;
      const exportedAt = isoFromMs(deps.now());
      return answerData(
        c,
        packageDocument({ package: record, templates, instances, exportedAt, nameOf: nameOf(deps) }),
      );
    })
    .handle("POST /api/packages/import", {
      may: { role: "engineer", at: "plant" },
      limit: "heavy",
      description:
        "Applies a document item by item: the package, its templates and its instances are matched " +
        "by name, and are created, updated or left unchanged. An item that cannot be applied fails alone " +
        "(a template with deployed instances: TEMPLATE_IN_USE), and the others continue. New instances are not deployed; " +
        "unknown streams are problems of their item. With dry_run nothing is written and " +
        "the answer is the difference. The body may hold 32 MiB, each template and instance 1 MiB. An item lists at most " +
        `${MOST_CHANGES} changes and ${MOST_ISSUES} problems; beyond ` +
        `${MOST_PROBLEMS.toLocaleString("en-US")} problems in all, each lists its first one.`,
      middleware: [importBody()],
      request: { body: body(importSchema, { document: packageShown.example }) },
      operationId: "importPackage",
      responses: answers("One item for each part of the document, and the number of items of each status", {
        data: importResult,
        message: ({ name, dry_run }: { name: string; dry_run: boolean }) =>
          `Package "${name}" is ${dry_run ? "compared" : "imported"}`,
        of: { name: packageShown.example.package.name, dry_run: false },
      }),
    }, async (c, message) => {
      const given = c.req.valid("json");
      const order = { given, items: c.get("documentItems"), by: actorOf(c) };
      const { package_id, items } = await importPackage(storage, order);
      const { dry_run } = given;
      const summary = { dry_run, ...countedBy(items, IMPORT_STATUSES) };
      const { name } = given.document.package;
      return answerItems(c, { message: message({ name, dry_run }), data: { package_id, items, summary } });
    });
}
