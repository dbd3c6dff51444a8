import { Refusal } from "../domain/shared/refusal.ts";
import { answerData } from "../routes/pipeline/answer.ts";
import type { App } from "../routes/app.ts";
import { clientOf } from "../routes/pipeline/client.ts";
import type { AppDeps } from "../routes/pipeline/deps.ts";
import { answerError, answersJson } from "../routes/pipeline/errors.ts";
import { RequestMetrics } from "../routes/service/metrics/request_metrics.ts";
import { metricsRoutes } from "../routes/service/metrics/route.ts";
import { refuseMalformedHost } from "../routes/pipeline/middleware/host_check.ts";
import { newRoutes } from "../routes/pipeline/route.ts";

const HEADERS = {
  "X-Api-Version": "beta",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};
const STANDS_BY =
  "This process stands by, another one leads; send requests to the process where /leaderz is 200";
const RETRY_SECONDS = 1;
/** Loads itself again until a process leads, which serves its style too; so this page brings its own. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="refresh" content="${RETRY_SECONDS}">
    <title>Andon</title>
    <style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; }</style>
  </head>
  <body>
    <main>
      <h1>Andon is not answering here yet</h1>
      <p role="status">This process stands by for another one. The page loads again by itself.</p>
    </main>
  </body>
</html>
`;
const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

export interface StandbyDeps extends Pick<AppDeps, "metrics" | "log"> {
  trustProxy: number;
  nextId(): string;
  /** The id of the process that leads; null: none is known. */
  leader(): string | null;
  /** Why this process could not take over; null: it could. */
  obstacle(): string | null;
}

/** The app of a process that stands by: answers for itself, and refuses everything else until it leads. */
export function createStandbyApp(deps: StandbyDeps): App {
  const app = newRoutes();
  app.onError((error, c) => answerError(error, c, deps));
  app.use("*", async (c, next) => {
    const peer = c.env.remoteAddr?.hostname;
    c.set("requestId", deps.nextId());
    c.set("client", clientOf(c.req.raw, { peer, trustProxy: deps.trustProxy }));
    refuseMalformedHost(c.req.raw);
    await next();
    for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
    c.res.headers.set("X-Request-Id", c.get("requestId"));
    if (c.res.status === 503) c.res.headers.set("Retry-After", String(RETRY_SECONDS));
  });
  app.get("/healthz", (c) => answerData(c, { status: "ok" }));
  app.get("/readyz", (c) => {
    const obstacle = deps.obstacle();
    if (obstacle !== null) throw new Refusal("UNAVAILABLE", obstacle);
    return answerData(c, { status: "ready" });
  });
  app.route("/", metricsRoutes(deps, new RequestMetrics()));
  app.all("*", (c) => {
    if (answersJson(c.req.path)) throw new Refusal("UNAVAILABLE", STANDS_BY, { leader: deps.leader() });
    return c.html(PAGE, 503, { "Content-Security-Policy": PAGE_POLICY });
  });
  return { fetch: (request, info) => app.fetch(request, { remoteAddr: info?.remoteAddr }) };
}
