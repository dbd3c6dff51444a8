import type { Ms } from "../../domain/shared/time.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { App } from "../../routes/app.ts";
import { clientOf } from "../../routes/client.ts";
import type { AppDeps } from "../../routes/deps.ts";
import { answerError } from "../../routes/errors.ts";
import { answerData } from "../../routes/answer.ts";
import { RequestMetrics } from "../../routes/metrics/request_metrics.ts";
import { metricsRoutes } from "../../routes/metrics/route.ts";
import { refuseMalformedHost } from "../../routes/middleware/host_check.ts";
import { newRoutes } from "../../routes/route.ts";

const HEADERS = {
  "X-Api-Version": "beta",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};
/** Response header: the member that answered, when it is not the one that the client asked. */
export const ANSWERED_BY = "X-Andon-Answered-By";
/** Shorter than the usual timeout of a load balancer's probe. */
const READY_WITHIN_MS: Ms = 800;

export interface StandbyDeps {
  metrics: AppDeps["metrics"];
  log: AppDeps["log"];
  trustProxy: number;
  nextId(): string;
  /** Has the leader answer. Refuses with UNAVAILABLE when none does in time. */
  forward(request: Request, options: { peer: string; longestMs?: Ms }): Promise<Response>;
}

/** The app of a follower: answers for its own health and metrics, and forwards everything else to the leader. */
export function createStandbyApp(deps: StandbyDeps): App {
  const app = newRoutes();
  app.onError((error, c) => answerError(error, c, deps));
  app.use("*", async (c, next) => {
    const peer = c.env.remoteAddr?.hostname;
    c.set("requestId", deps.nextId());
    c.set("client", clientOf(c.req.raw, { peer, trustProxy: deps.trustProxy }));
    refuseMalformedHost(c.req.raw);
    await next();
    const { headers } = c.res;
    for (const [name, value] of Object.entries(HEADERS)) if (!headers.has(name)) headers.set(name, value);
    if (!headers.has("X-Request-Id")) headers.set("X-Request-Id", c.get("requestId"));
  });
  app.get("/healthz", (c) => answerData(c, { status: "ok" }));
  app.get("/readyz", async (c) => {
    const answer = await deps.forward(c.req.raw, { peer: peerOf(c.env), longestMs: READY_WITHIN_MS });
    if (!answer.ok) throw new Refusal("UNAVAILABLE", "The leader is not ready");
    const by = answer.headers.get(ANSWERED_BY);
    if (by !== null) c.header(ANSWERED_BY, by);
    return answerData(c, { status: "ready" });
  });
  app.route("/", metricsRoutes(deps, new RequestMetrics()));
  app.all("*", (c) => deps.forward(c.req.raw, { peer: peerOf(c.env) }));
  return { fetch: (request, info) => app.fetch(request, { remoteAddr: info?.remoteAddr }) };
}

function peerOf({ remoteAddr }: { remoteAddr?: { hostname: string } }): string {
  return remoteAddr?.hostname ?? "127.0.0.1";
}
