import { createRoute, z } from "@hono/zod-openapi";
import { isoFromMs } from "../domain/shared/time.ts";
import { answerData } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { answers } from "./document/answers.ts";
import { described, hoursNumber } from "./query.ts";
import { idParam, mustExist, newRoutes, present } from "./route.ts";
import { coverageView } from "./views/coverage.ts";
import { instanceCoverage } from "./views/schemas/coverage.ts";

const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

export function coverageRoutes(deps: AppDeps) {
  const { storage, now } = deps;
  return newRoutes().handle(coverageRoute(deps), async (c) => {
    const { id } = c.req.valid("param");
    const { hours = DEFAULT_HOURS } = c.req.valid("query");
    const instance = present(storage.instances.get(id), { noun: "Instance", id });
    const nowMs = now();
    const coverage = await storage.coverage.since(instance, nowMs - hours * HOUR_MS);
    return answerData(c, {
      instance_id: id,
      hours,
      generated_at: isoFromMs(nowMs),
      ...coverageView(coverage),
    });
  });
}

function coverageRoute({ storage }: AppDeps) {
  return createRoute({
    method: "get",
    path: "/api/instances/{id}/coverage",
    tags: ["Instances"],
    middleware: [
      mustExist({ param: "id", noun: "Instance", find: (id) => storage.instances.get(id) }),
    ],
    request: {
      params: idParam,
      query: z.object({
        hours: described(hoursNumber(), "The last hours, from a full hour; default: 24"),
      }),
    },
    description:
      "The share of the time in which an instance could be evaluated, and the causes of the rest. The mean over its rules " +
      "counts. Available since the instance was created, for its last 20 deployments.",
    operationId: "getInstanceCoverage",
    responses: answers("The coverage of the instance", { data: instanceCoverage }),
  });
}
