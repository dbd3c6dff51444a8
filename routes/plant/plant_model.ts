import type { MiddlewareHandler } from "hono";
import { isFlocId, plantNodeChangeSchema, plantNodeSchema } from "../../domain/plant/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppEnv } from "../pipeline/env.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, flocIdParam, listQuery, newRoutes, present, useStored } from "../pipeline/route.ts";
import { plantNodeView } from "./views/plant_node.ts";
import { plantNode, plantNodeExample, plantTree } from "./views/schemas/plant_node.ts";

export function plantModelRoutes(deps: AppDeps) {
  const { plant } = deps.storage;
  const found = (id: string) => present(plant.get(id), { noun: "Plant node", id });
  const exists = nodeExists(deps);
  const one = { middleware: [exists], request: { params: flocIdParam } };
  return newRoutes("Plant model")
    .handle("GET /api/plant-model", {
      may: "viewer",
      screen: true,
      request: { query: listQuery({}) },
      operationId: "getPlantModel",
      responses: answers("The root nodes, each with its children", { list: plantTree }),
    }, (c) => answerList(c, { rows: plant.tree(), query: c.req.valid("query"), view: (node) => node }))
    .handle("POST /api/plant-model", {
      may: { role: "engineer", at: "new_node" },
      check: (given) => namedNodes(deps, given),
      request: { body: body(plantNodeSchema, plantNodeExample) },
      operationId: "createPlantNode",
      responses: answers("The new node", {
        status: 201,
        data: plantNode,
        message: ({ floc_id }: { floc_id: string }) => `Plant node "${floc_id}" is created`,
      }),
    }, async (c, message) => {
      const created = await plant.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created), data: plantNodeView(plant, created) });
    })
    .handle("GET /api/plant-model/{floc_id}", {
      ...one,
      may: "viewer",
      operationId: "getPlantNode",
      responses: answers("The node with its children", { data: plantNode }),
    }, (c) => answerData(c, plantNodeView(plant, found(c.req.valid("param").floc_id))))
    .handle("PUT /api/plant-model/{floc_id}", {
      ...one,
      may: { role: "engineer", at: "node" },
      check: (given) => namedParent(deps, given),
      request: { params: flocIdParam, body: body(plantNodeChangeSchema, { name: "Line 1" }) },
      operationId: "updatePlantNode",
      responses: answers("The changed node", {
        data: plantNode,
        message: ({ floc_id }: { floc_id: string }) => `Plant node "${floc_id}" is updated`,
      }),
    }, async (c, message) => {
      const { type, ...change } = c.req.valid("json");
      const named = type === undefined ? change : { node_type: type, ...change };
      const updated = await plant.update(c.req.valid("param").floc_id, named, actorOf(c));
      return answerWritten(c, { message: message(updated), data: plantNodeView(plant, updated) });
    })
    .handle("DELETE /api/plant-model/{floc_id}", {
      ...one,
      may: { role: "engineer", at: "node" },
      operationId: "deletePlantNode",
      responses: answers("Deleted", {
        message: ({ floc_id }: { floc_id: string }) => `Plant node "${floc_id}" is deleted`,
        of: { floc_id: "NORTH" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { floc_id } = found(c.req.valid("param").floc_id);
      await plant.remove(floc_id, actorOf(c));
      return answerDone(c, message({ floc_id }));
    });
}

/** A used floc_id or a missing parent, reported together with the issues of the schema. */
function namedNodes({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  const { floc_id, parent_id } = given;
  const known = (id: string) => storage.plant.get(id) !== undefined;
  const issues: Issue[] = [];
  if (typeof floc_id === "string" && known(floc_id)) {
    issues.push({ path: "floc_id", message: `Plant node "${floc_id}" exists already` });
  }
  if (typeof parent_id === "string" && !known(parent_id)) {
    issues.push({ path: "parent_id", message: `Plant node "${parent_id}" does not exist` });
  }
  return issues;
}

/** A change can only name a parent, because the floc_id is read-only. */
function namedParent(deps: AppDeps, { parent_id }: Record<string, unknown>): Issue[] {
  return namedNodes(deps, { parent_id });
}

function nodeExists({ storage }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const id = c.req.param("floc_id") ?? "";
    useStored(c, present(isFlocId(id) ? storage.plant.get(id) : undefined, { noun: "Plant node", id }));
    await next();
  };
}
