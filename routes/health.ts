import { createRoute, z } from "@hono/zod-openapi";
import { Refusal } from "../domain/shared/refusal.ts";
import { answerData } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { answers } from "./document/answers.ts";
import { inline } from "./document/shown.ts";
import { newRoutes } from "./route.ts";

/** `/healthz`: the process answers. `/readyz`: storage and actors are ready, with or without a source. */
export function healthRoutes(deps: AppDeps) {
  return newRoutes()
    .handle(aliveRoute, (c) => answerData(c, { status: "ok" }))
    .handle(readyRoute, (c) => {
      if (!deps.ready()) throw new Refusal("UNAVAILABLE", "Andon is starting or stopping");
      const { store } = deps.storage;
      const refusal = store.refusal("reads") ?? store.refusal("writes");
      if (refusal !== null) throw refusal;
      return answerData(c, { status: "ready" });
    });
}

const aliveRoute = createRoute({
  method: "get",
  path: "/healthz",
  operationId: "getHealth",
  tags: ["Service"],
  responses: answers("The process answers", {
    data: inline(z.strictObject({ status: z.literal("ok") }), { status: "ok" }),
  }),
});

const readyRoute = createRoute({
  method: "get",
  path: "/readyz",
  operationId: "getReadiness",
  tags: ["Service"],
  responses: answers("Storage and actors are ready", {
    data: inline(z.strictObject({ status: z.literal("ready") }), { status: "ready" }),
    refuses: ["UNAVAILABLE"],
  }),
});
