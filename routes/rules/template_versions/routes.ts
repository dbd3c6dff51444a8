import type { MiddlewareHandler } from "hono";
import { templateIssues } from "../../../domain/template/check.ts";
import { templateVersionSchema } from "../../../domain/template/schema.ts";
import type { TemplateVersion } from "../../../domain/template/types.ts";
import { MOST_VERSIONS } from "../../../domain/template/versions.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { actorOf, type AppEnv } from "../../pipeline/env.ts";
import { captureAbortSignal } from "../../pipeline/middleware/capture_abort_signal.ts";
import {
  body,
  idParam,
  integerId,
  listQuery,
  mustExist,
  newRoutes,
  notFound,
  present,
  versionParam,
} from "../../pipeline/route.ts";
import { deployedByVersion, templateVersionView } from "../views/template_version.ts";
import {
  currentVersionExample,
  templateVersion,
  upgrade,
  upgradeExample,
  versionExample,
} from "../views/schemas/template_version.ts";
import { UPGRADE_TEXT, upgradeSchema } from "./body.ts";
import { upgraded, upgradeText } from "./upgrade.ts";

/** A version of a template, in messages. */
interface Named {
  version: number;
  name: string;
}

/** Routes of template versions, and of the upgrade of deployed instances. */
export function templateVersionRoutes(deps: AppDeps) {
  const { storage } = deps, { versions } = storage.templates;
  const view = (version: TemplateVersion) =>
    templateVersionView(version, deployedByVersion(storage, version.template_id));
  const { templates } = deps.storage;
  const exists = mustExist({
    param: "id",
    noun: "Template",
    code: "TEMPLATE_NOT_FOUND",
    find: (id) => templates.get(id),
  });
  const all = { middleware: [exists] };
  const one = { middleware: [exists, versionExists(deps)], request: { params: versionParam } };
  const missing = ["TEMPLATE_NOT_FOUND", "NOT_FOUND"] as const;
  const current = { schema: templateVersion.schema, example: currentVersionExample };
  return newRoutes("Templates")
    .handle("GET /api/templates/{id}/versions", {
      ...all,
      may: "viewer",
      request: { params: idParam, query: listQuery({}) },
      operationId: "listTemplateVersions",
      responses: answers("The versions of the template", {
        list: templateVersion,
        refuses: ["TEMPLATE_NOT_FOUND"],
      }),
    }, async (c) => {
      const { id } = c.req.valid("param");
      const deployed = deployedByVersion(storage, id);
      return answerList(c, {
        rows: await versions.list(id),
        query: c.req.valid("query"),
        view: (version) => templateVersionView(version, deployed),
      });
    })
    .handle("POST /api/templates/{id}/versions", {
      ...all,
      may: { role: "engineer", at: "plant" },
      check: (given, c) => bodyIssues(deps, given, integerId(c.req.param("id"))),
      request: { params: idParam, body: body(templateVersionSchema, versionExample) },
      description:
        "Adds a draft, with or without deployed instances; fields that the body leaves out are as in the current " +
        `version. A template keeps ${MOST_VERSIONS} versions: the oldest superseded one that no deployed ` +
        "instance runs on, or ran on before an upgrade, is removed for a new one; if there is none, 400.",
      operationId: "addTemplateVersion",
      responses: answers("The new draft", {
        status: 201,
        data: templateVersion,
        refuses: ["TEMPLATE_NOT_FOUND"],
        message: ({ version, name }: Named) =>
          `Version ${version} of template "${name}" is a draft; release it to use it`,
      }),
    }, async (c, message) => {
      const added = await versions.add(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(added), data: view(added) });
    })
    .handle("GET /api/templates/{id}/versions/{version}", {
      ...one,
      may: "viewer",
      operationId: "getTemplateVersion",
      responses: answers("The version", { data: templateVersion, refuses: missing }),
    }, async (c) => {
      const { id, version } = c.req.valid("param");
      return answerData(c, view(present(await versions.get(id, version), { noun: "Version", id: version })));
    })
    .handle("DELETE /api/templates/{id}/versions/{version}", {
      ...one,
      may: { role: "engineer", at: "plant" },
      description: "A draft, or a superseded version that no deployed instance needs.",
      operationId: "deleteTemplateVersion",
      responses: answers("Deleted", {
        message: ({ version }: { version: number }) => `Version ${version} is deleted`,
        of: { version: 2 },
        refuses: [...missing, "RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, version } = c.req.valid("param");
      await versions.remove(id, version, actorOf(c));
      return answerDone(c, message({ version }));
    })
    .handle("POST /api/templates/{id}/versions/{version}/release", {
      ...one,
      may: { role: "engineer", at: "plant" },
      description: "Makes a draft or a superseded version the current one, which new deployments use. " +
        "Deployed instances keep their version until they are upgraded.",
      operationId: "releaseTemplateVersion",
      responses: answers("The version, now the current one", {
        data: current,
        refuses: missing,
        message: ({ version, name }: Named) => `Version ${version} of template "${name}" is the current one`,
      }),
    }, async (c, message) => {
      const { id, version } = c.req.valid("param");
      const released = await versions.release(id, version, actorOf(c));
      return answerWritten(c, { message: message(released), data: view(released) });
    })
    .handle("POST /api/templates/{id}/versions/{version}/upgrade", {
      ...one,
      may: { role: "engineer", at: "items" },
      limit: "heavy",
      middleware: [exists, versionExists(deps), captureAbortSignal()],
      request: { params: versionParam, body: body(upgradeSchema, upgradeExample) },
      description: UPGRADE_TEXT,
      operationId: "upgradeInstances",
      responses: answers("One item for each instance, the difference, and with dry_run a backtest", {
        data: upgrade,
        message: upgradeText,
        refuses: missing,
      }),
    }, async (c, message) => {
      const { id, version } = c.req.valid("param");
      const data = await upgraded(c, { deps, templateId: id, version, body: c.req.valid("json") });
      return answerWritten(c, { message: message(data), data });
    });
}

/** Refuses a version that does not exist. */
function versionExists({ storage }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const id = integerId(c.req.param("id")), text = c.req.param("version"), version = integerId(text);
    const found = id !== undefined && version !== undefined &&
      await storage.templates.versions.get(id, version) !== undefined;
    if (!found) throw notFound("Version", { id: text });
    await next();
  };
}

/** The issues of a version beyond its schema, with the fields that it takes from the current version. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, id: number | undefined) {
  const { name, description, rules, placeholders } = { ...storage.templates.get(id ?? 0), ...given };
  return templateIssues({ name, description: description ?? "", rules, placeholders });
}
