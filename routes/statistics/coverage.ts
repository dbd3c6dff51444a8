import { z } from "@hono/zod-openapi";
import { hoursBefore, isoFromMs } from "../../domain/shared/time.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { placeFields, placesOf } from "../pipeline/place_filter.ts";
import { described, hoursNumber } from "../pipeline/query.ts";
import { idParam, mustExist, newRoutes, present } from "../pipeline/route.ts";
import { leftOutOf } from "../rules/views/left_out.ts";
import { coverageView, missingDataView } from "./views/coverage.ts";
import { instanceCoverage, missingData, MOST_INSTANCES } from "./views/schemas/coverage.ts";

const DEFAULT_HOURS = 24;
/** The hours that are kept in memory for all instances. */
const MOST_HOURS = 24;

export function coverageRoutes(deps: AppDeps) {
  const { storage, now } = deps;
  return newRoutes("Instances").handle("GET /api/instances/{id}/coverage", {
    may: "viewer",
    middleware: [
      mustExist({ noun: "Instance", find: (id) => storage.instances.get(id) }),
    ],
    request: {
      params: idParam,
      query: z.object({
        hours: described(hoursNumber(), "The last hours, from a full hour; default: 24"),
      }),
    },
    description:
      "The share of the time in which an instance could be evaluated, and the causes of the rest. The mean over its rules, " +
      "without those that it leaves out, counts. Available since the instance was created, for its last 20 deployments.",
    operationId: "getInstanceCoverage",
    responses: answers("The coverage of the instance", { data: instanceCoverage }),
  }, async (c) => {
    const { id } = c.req.valid("param");
    const { hours = DEFAULT_HOURS } = c.req.valid("query");
    const instance = present(storage.instances.get(id), { noun: "Instance", id });
    const nowMs = now();
    const coverage = await storage.coverage.since(instance, hoursBefore(hours, nowMs));
    return answerData(c, {
      instance_id: id,
      hours,
      generated_at: isoFromMs(nowMs),
      ...coverageView(coverage),
      left_out_rules: leftOutOf(deps, instance),
    });
  });
}

/** Where data was missing in the whole plant, or at a place. */
export function missingDataRoutes({ storage, now }: AppDeps) {
  return newRoutes("Instances").handle("GET /api/coverage", {
    may: "viewer",
    request: {
      query: z.object({
        hours: described(hoursNumber(MOST_HOURS), "The last hours, from a full hour; default: 24"),
        ...placeFields,
      }),
    },
    description:
      "When the data source was lost, when Andon did not run, and which deployed instances lacked data for a " +
      `minute or more in the rest of the time: the ${MOST_INSTANCES} with the longest time, and the number of all. ` +
      "`area` and `plant_node` limit the instances and their number; the rest is of the whole plant.",
    operationId: "getMissingData",
    responses: answers("Where data was missing", { data: missingData }),
  }, (c) => {
    const { hours = DEFAULT_HOURS, ...query } = c.req.valid("query");
    const nowMs = now(), places = placesOf(storage, query);
    return answerData(c, missingDataView(storage.coverage.missing(hoursBefore(hours, nowMs), places), nowMs));
  });
}
