import { Hono } from "hono";
import { Refusal } from "../domain/shared/refusal.ts";
import { answerData } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import type { AppEnv } from "./env.ts";

/** `/healthz`: the process answers. `/readyz`: storage and actors stand, with or without a source. */
export function healthRoutes(deps: AppDeps): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get("/healthz", (c) => answerData(c, { status: "ok" }))
    .get("/readyz", (c) => {
      if (!deps.ready()) throw new Refusal("UNAVAILABLE", "Andon is starting or stopping");
      if (!deps.storage.store.healthy()) throw new Refusal("UNAVAILABLE", "The storage is out of reach");
      return answerData(c, { status: "ready" });
    });
}
