import { createHash, timingSafeEqual } from "node:crypto";
import { createRoute, z } from "@hono/zod-openapi";
import { exposition } from "../../domain/metric/exposition.ts";
import { isLoopbackAddress, isLoopbackHost } from "../client.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../deps.ts";
import { plainText } from "../document/answers.ts";
import { inline } from "../document/shown.ts";
import type { AppContext } from "../env.ts";
import { newRoutes } from "../route.ts";
import type { RequestMetrics } from "./request_metrics.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Headers of proxies. With one of them, a loopback address is the proxy's and not the client's. */
const BY_A_PROXY = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** `GET /metrics` in Prometheus' text format, for clients with METRICS_TOKEN or, if unset, for the machine itself. */
export function metricsRoutes(deps: Pick<AppDeps, "metrics">, requests: RequestMetrics) {
  const { metrics } = deps;
  const isToken = metrics === undefined || metrics.token === null ? undefined : tokenCheck(metrics.token);
  return newRoutes().handle(route, (c) => {
    if (isToken === undefined) {
      if (!isFromHere(c)) {
        throw new Refusal("FORBIDDEN", "Without METRICS_TOKEN, only this machine can read metrics");
      }
    } else if (!isToken(c.req.header("authorization"))) {
      c.header("WWW-Authenticate", "Bearer");
      throw new Refusal("AUTHENTICATION_REQUIRED", "Metrics need the METRICS_TOKEN as their bearer token");
    }
    const families = [...requests.families(), ...metrics?.families() ?? []];
    return c.body(exposition(families), 200, { "Content-Type": CONTENT_TYPE });
  });
}

const route = createRoute({
  method: "get",
  path: "/metrics",
  tags: ["Service"],
  description:
    "With METRICS_TOKEN set, needs it as bearer token; otherwise only the machine itself can read metrics.",
  security: [{ metricsToken: [] }, {}],
  operationId: "getMetrics",
  responses: plainText(
    "The metrics of this process in Prometheus' text format, version 0.0.4",
    inline(z.string(), "# TYPE andon_store_healthy gauge\nandon_store_healthy 1\n"),
    ["AUTHENTICATION_REQUIRED"],
  ),
});

/** Checks address and host name, so that neither a page in a browser nor a local proxy exposes metrics. */
function isFromHere(c: AppContext): boolean {
  const { address, host } = c.get("client");
  return isLoopbackAddress(address) && isLoopbackHost(host) &&
    BY_A_PROXY.every((header) => c.req.header(header) === undefined);
}

/** Compares in constant time. */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const wanted = digest(token);
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), wanted);
  };
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
