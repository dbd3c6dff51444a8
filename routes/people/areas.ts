import { areaChangeSchema, type AreaRecord, areaSchema } from "../../domain/area/schema.ts";
import { AREA_LIMITS } from "../../domain/area/limits.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers, isDone } from "../pipeline/document/answers.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import type { BodyCheck } from "../pipeline/middleware/json_body.ts";
import { takenName } from "../pipeline/references.ts";
import { body, idParam, listQuery, newRoutes, oneOf } from "../pipeline/route.ts";
import { areaView } from "./views/area.ts";
import { authoredFor } from "../pipeline/for_reader.ts";
import { area, areaExample } from "./views/schemas/area.ts";

/** Areas of responsibility. Everybody reads them, as they read the plant model. */
export function areaRoutes(deps: AppDeps) {
  const { areas } = deps.storage;
  const { found, exists } = oneOf({ noun: "Area", find: (id) => areas.get(id) });
  const check: BodyCheck = (given, c) => bodyIssues(deps, given, c);
  const one = { path: "/api/areas/{id}", middleware: [exists], request: { params: idParam } };
  return newRoutes("Areas")
    .handle({
      method: "get",
      path: "/api/areas",
      may: "viewer",
      screen: true,
      request: { query: listQuery({}) },
      operationId: "listAreas",
      responses: answers("The areas of responsibility", { list: area }),
    }, (c) => {
      const view = (one: AreaRecord) => authoredFor(c, areaView(one));
      return answerList(c, { rows: areas.list(), query: c.req.valid("query"), view });
    })
    .handle({
      method: "post",
      path: "/api/areas",
      may: "admin",
      check,
      request: { body: body(areaSchema, areaExample) },
      description:
        `At most ${AREA_LIMITS.areas} areas, each with at most ${AREA_LIMITS.nodes} plant nodes. What is ` +
        "below a node belongs to the area too; a plant node may belong to several areas. A plant node that an area " +
        "names cannot be deleted.",
      operationId: "createArea",
      responses: answers("The new area", { status: 201, data: area, message: isDone("Area", "created") }),
    }, async (c, message) => {
      const created = await areas.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, { message: message(created), data: areaView(created) });
    })
    .handle({
      ...one,
      method: "get",
      may: "viewer",
      operationId: "getArea",
      responses: answers("The area", { data: area }),
    }, (c) => answerData(c, areaView(found(c.req.valid("param").id))))
    .handle({
      ...one,
      method: "put",
      may: "admin",
      check,
      request: { params: idParam, body: body(areaChangeSchema, { name: "North" }) },
      description: "Changed nodes count from the next request on.",
      operationId: "updateArea",
      responses: answers("The changed area", { data: area, message: isDone("Area", "updated") }),
    }, async (c, message) => {
      const updated = await areas.update(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, { message: message(updated), data: areaView(updated) });
    })
    .handle({
      ...one,
      method: "delete",
      may: "admin",
      description:
        "RESOURCE_IN_USE while a grant of a user, an API key or an identity provider, a notification policy or a wall screen names it.",
      operationId: "deleteArea",
      responses: answers("Deleted", {
        message: isDone("Area", "deleted"),
        of: { name: "North" },
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      await areas.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    });
}

/** A name that another area has, and unknown nodes, reported together with the issues of the schema. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>, c: AppContext): Issue[] {
  const { name, plant_node_ids: nodes } = given;
  const issues = takenName(c, { noun: "Area", name, byName: (name) => storage.areas.byName(name) });
  for (const [at, id] of Array.isArray(nodes) ? nodes.entries() : []) {
    if (typeof id !== "string" || storage.plant.get(id) !== undefined) continue;
    issues.push({ path: `plant_node_ids.${at}`, message: `Plant node "${id}" does not exist` });
  }
  return issues;
}
