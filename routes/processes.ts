import { createRoute, z } from "@hono/zod-openapi";
import { answerData } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { answers } from "./document/answers.ts";
import { count, listOf, shown } from "./document/shown.ts";
import { newRoutes } from "./route.ts";

/** The route that lists the members of the cluster, as the leader sees them. */
export function processRoutes(deps: AppDeps) {
  return newRoutes().handle(route, (c) => answerData(c, processViews(deps)));
}

function processViews({ processes, now }: AppDeps) {
  return processes().map(({ id, address, partitions, shards, watermarkMs, renewedSeconds }) => ({
    id,
    address,
    partitions,
    shards,
    lag_seconds: watermarkMs === null ? null : Math.max(0, (now() - watermarkMs) / 1000),
    renewed_seconds: renewedSeconds,
  }));
}

const process = shown(
  "Process",
  z.strictObject({
    id: z.string().openapi({ description: "Changes at each start and after each loss of the store" }),
    address: z.string().nullable().openapi({
      description: "The address for other members; null without a cluster",
    }),
    partitions: count().openapi({ description: "Partitions of the store that it leases. The store has one" }),
    shards: count().openapi({
      description: "Shards that it runs; each evaluates a part of the instances",
    }),
    lag_seconds: z.number().min(0).nullable().openapi({
      description: "How far its evaluation is behind the clock; null: it evaluates nothing",
    }),
    renewed_seconds: z.number().min(0).openapi({
      description: "Time since its last heartbeat; beyond 5 s it counts as dead",
    }),
  }),
  {
    id: "b1f4a7d20c93e586",
    address: "10.0.0.7:41234",
    partitions: 1,
    shards: 2,
    lag_seconds: 1.2,
    renewed_seconds: 0.4,
  },
);

const route = createRoute({
  method: "get",
  path: "/api/processes",
  tags: ["Service"],
  operationId: "listProcesses",
  responses: answers("The live members of the cluster. Followers forward requests to the leader", {
    data: listOf(process),
  }),
});
