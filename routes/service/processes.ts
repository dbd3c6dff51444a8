import { z } from "@hono/zod-openapi";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { listOf, shown } from "../pipeline/document/shown.ts";
import { newRoutes } from "../pipeline/route.ts";

/** The route that lists the processes that share the store, as the leader sees them. */
export function processRoutes(deps: AppDeps) {
  return newRoutes("Service").handle("GET /api/processes", {
    may: "viewer",
    operationId: "listProcesses",
    responses: answers("The live processes that share the store: one leads, the others stand by", {
      data: listOf(process),
    }),
  }, (c) => answerData(c, processViews(deps)));
}

function processViews({ processes }: AppDeps) {
  return processes().map(({ id, program, isLeader, renewedSeconds }) => ({
    id,
    role: isLeader ? "leader" as const : "standby" as const,
    program,
    renewed_seconds: renewedSeconds,
  }));
}

const process = shown(
  "Process",
  z.strictObject({
    id: z.string().describe(
      "The name of the machine, and a part that changes at each start and after each loss of the store",
    ),
    role: z.enum(["leader", "standby"]).describe(
      "The leader evaluates, answers and writes; a process that stands by can take over from it",
    ),
    program: z.string().nullable().describe("The version of its program; null: not known"),
    renewed_seconds: z.number().min(0).describe(
      "Time since it last renewed its record; beyond 5 s it counts as dead",
    ),
  }),
  { id: "andon-1-b1f4a7d20c93e586", role: "leader", program: "0.1.0", renewed_seconds: 0.4 },
);
