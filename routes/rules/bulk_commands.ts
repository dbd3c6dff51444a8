import type { z } from "@hono/zod-openapi";
import { MOST_AT_ONCE } from "../../domain/instance/bulk.ts";
import { bulkCommandSchema, bulkDeletionSchema } from "../../domain/instance/schema.ts";
import { MOST_ONE_BY_ONE } from "../../domain/shared/bulk.ts";
import { invalid, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import { answerWritten } from "../pipeline/answer.ts";
import { byCaller, commandMany } from "./bulk_dispatch.ts";
import { counted, countedBy } from "../pipeline/counts.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, requireAt } from "../pipeline/env.ts";
import { oneByOne } from "../pipeline/one_by_one.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, newRoutes } from "../pipeline/route.ts";
import { bulkDeletion, bulkDeployment, bulkUndeployment } from "./views/schemas/instance.ts";

/** Routes that deploy and undeploy many instances in one request. */
export function bulkCommandRoutes(deps: AppDeps) {
  const common = {
    check: (given: Record<string, unknown>) => unknownTemplate(deps, given),
    request: { body: body(bulkCommandSchema, { instance_ids: [11] }) },
  };
  const each =
    `Takes instance_ids (at most ${MOST_AT_ONCE}) or template_id. Answers when all are done, within ` +
    "60 s, with one item for each instance";
  return newRoutes("Instances")
    .handle("POST /api/instances/bulk-deploy", {
      ...common,
      may: { role: "engineer", at: "items" },
      limit: "heavy",
      description: `${each}: \`deployed\`, \`already\`, or \`failed\` with its problems.`,
      operationId: "deployInstances",
      responses: answers("One item for each instance, and the number of deployed ones", {
        data: bulkDeployment,
        message: ({ summary }: { summary: { deployed: number } }) =>
          `Deployed ${counted(summary.deployed, "instance")}`,
      }),
    }, async (c, message) => {
      const ids = idsOf(deps, c.req.valid("json"));
      const items = await commandMany(deps, { command: { type: "deploy" }, ids, ...byCaller(c) });
      const data = { items, summary: countedBy(items, ["deployed", "already", "failed"]) };
      return answerWritten(c, { message: message(data), data });
    })
    .handle("POST /api/instances/bulk-undeploy", {
      ...common,
      may: { role: "engineer", at: "items" },
      limit: "heavy",
      description:
        `${each}: \`undeployed\`, \`already\`, or \`failed\` with its problems. Closes the active events.`,
      operationId: "undeployInstances",
      responses: answers("One item for each instance, and the number of undeployed ones", {
        data: bulkUndeployment,
        message: ({ summary }: { summary: { undeployed: number } }) =>
          `Undeployed ${counted(summary.undeployed, "instance")}`,
      }),
    }, async (c, message) => {
      const ids = idsOf(deps, c.req.valid("json"));
      const items = await commandMany(deps, { command: { type: "undeploy" }, ids, ...byCaller(c) });
      const data = { items, summary: countedBy(items, ["undeployed", "already", "failed"]) };
      return answerWritten(c, { message: message(data), data });
    })
    .handle("POST /api/instances/bulk-delete", {
      may: { role: "engineer", at: "items" },
      limit: "heavy",
      request: { body: body(bulkDeletionSchema, { instance_ids: [11] }) },
      description:
        `Deletes instances (at most ${MOST_ONE_BY_ONE}), one after the other. Answers when all are done, within 60 s, ` +
        "with one item for each instance: `deleted`, or `failed` with its problems. A deployed instance is not deleted; " +
        "undeploy it first. Its events stay in the history.",
      operationId: "deleteInstances",
      responses: answers("One item for each instance, and the number of deleted ones", {
        data: bulkDeletion,
        message: ({ summary }: { summary: { deleted: number } }) =>
          `Deleted ${counted(summary.deleted, "instance")}`,
      }),
    }, async (c, message) => {
      const { storage } = deps, by = actorOf(c);
      const items = await oneByOne(deps, c.req.valid("json").instance_ids, {
        at: "instance_ids",
        async run(id) {
          const instance = storage.instances.get(id);
          if (instance === undefined) throw new Refusal("NOT_FOUND", `Instance ${id} does not exist`);
          requireAt(c, instance.plant_node_floc_id);
          await storage.instances.remove(id, by);
          return { instance_name: instance.instance_name, status: "deleted" as const };
        },
        failed: (id) => ({
          instance_name: storage.instances.get(id)?.instance_name ?? null,
          status: "failed" as const,
        }),
      });
      const data = { items, summary: countedBy(items, ["deleted", "failed"]) };
      return answerWritten(c, { message: message(data), data });
    });
}

type CommandBody = z.infer<typeof bulkCommandSchema>;

/** Each instance once, in the order of the body; those of a template by ascending id. */
function idsOf({ storage }: AppDeps, { instance_ids, template_id }: CommandBody): number[] {
  if (instance_ids !== undefined) return [...new Set(instance_ids)];
  const ids = storage.instances.list({ template_id }).map((instance) => instance.id);
  if (ids.length <= MOST_AT_ONCE) return ids;
  const message =
    `The template has ${ids.length} instances; give up to ${MOST_AT_ONCE} of them as instance_ids`;
  throw invalid("template_id", message);
}

function unknownTemplate({ storage }: AppDeps, { template_id: id }: Record<string, unknown>): Issue[] {
  if (typeof id !== "number" || storage.templates.get(id) !== undefined) return [];
  return [{ path: "template_id", message: `Template ${id} does not exist` }];
}
