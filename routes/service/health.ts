import { z } from "@hono/zod-openapi";
import { Refusal } from "../../domain/shared/refusal.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { inline } from "../pipeline/document/shown.ts";
import { newRoutes } from "../pipeline/route.ts";

/**
 * `/healthz`: the process answers. `/readyz`: storage and actors are ready, with or without a source. `/leaderz`: the
 * process leads; one that stands by answers 503 (`cluster/standby_app.ts`).
 */
export function healthRoutes(deps: AppDeps) {
  return newRoutes()
    .handle("GET /healthz", {
      may: "public",
      operationId: "getHealth",
      tags: ["Service"],
      responses: answers("The process answers", {
        data: inline(z.strictObject({ status: z.literal("ok") }), { status: "ok" }),
      }),
    }, (c) => answerData(c, { status: "ok" as const }))
    .handle("GET /readyz", {
      may: "public",
      operationId: "getReadiness",
      tags: ["Service"],
      responses: answers("Storage and actors are ready", {
        data: inline(z.strictObject({ status: z.literal("ready") }), { status: "ready" }),
        refuses: ["UNAVAILABLE"],
      }),
    }, (c) => {
      if (!deps.ready()) throw new Refusal("UNAVAILABLE", "Andon is starting or stopping");
      const { store } = deps.storage;
      const refusal = store.refusal("reads") ?? store.refusal("writes");
      if (refusal !== null) throw refusal;
      return answerData(c, { status: "ready" as const });
    })
    .handle("GET /leaderz", {
      may: "public",
      operationId: "getLeadership",
      tags: ["Service"],
      responses: answers("This process leads. Of several processes over one store, one does", {
        data: inline(z.strictObject({ status: z.literal("leader") }), { status: "leader" }),
        refuses: ["UNAVAILABLE"],
      }),
    }, (c) => {
      if (deps.ready() && deps.storage.leads()) return answerData(c, { status: "leader" as const });
      throw new Refusal("UNAVAILABLE", "This process does not lead at present", { leader: null });
    });
}
