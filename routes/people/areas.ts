import { areaChangeSchema, type AreaRecord, areaSchema } from "../../domain/area/schema.ts";
import { AREA_LIMITS } from "../../domain/area/limits.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { AppContext } from "../pipeline/env.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { takenName } from "../pipeline/references.ts";
import { body } from "../pipeline/route.ts";
import { areaView } from "./views/area.ts";
import { authoredFor } from "../pipeline/for_reader.ts";
import { area, areaExample } from "./views/schemas/area.ts";

/** Areas of responsibility. Everybody reads them, as they read the plant model. */
export function areaRoutes(deps: AppDeps) {
  const { areas } = deps.storage;
  return new NounRoutes({
    tag: "Areas",
    what: "area",
    operation: { one: "Area", many: "Areas" },
    path: "/api/areas",
    records: areas,
    may: { read: "viewer", write: "admin" },
    check: (given, c) => bodyIssues(deps, given, c),
    shown: area,
    view: (one: AreaRecord, c) => authoredFor(c, areaView(one)),
  })
    .list("The areas of responsibility", { screen: true })
    .create({
      body: body(areaSchema, areaExample),
      description:
        `At most ${AREA_LIMITS.areas} areas, each with at most ${AREA_LIMITS.nodes} plant nodes. What is ` +
        "below a node belongs to the area too; a plant node may belong to several areas. A plant node that an area " +
        "names cannot be deleted.",
    })
    .read()
    .update({
      body: body(areaChangeSchema, { name: "North" }),
      description: "Changed nodes count from the next request on.",
    })
    .remove({
      description:
        "RESOURCE_IN_USE while a grant of a user, an API key or an identity provider, a notification policy or a wall screen names it.",
      refuses: ["RESOURCE_IN_USE"],
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
