import { createHash, timingSafeEqual } from "node:crypto";
import { z } from "@hono/zod-openapi";
import { exposition } from "../../../domain/metric/exposition.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { plainText } from "../../pipeline/document/answers.ts";
import { inline } from "../../pipeline/document/shown.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { newRoutes } from "../../pipeline/route.ts";
import type { RequestMetrics } from "./request_metrics.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** `GET /metrics` in Prometheus' text format, for clients with METRICS_TOKEN or, if unset, for the machine itself. */
export function metricsRoutes(deps: Pick<AppDeps, "metrics">, requests: RequestMetrics) {
  const { metrics } = deps;
  const isToken = metrics === undefined || metrics.token === null ? undefined : tokenCheck(metrics.token);
  return newRoutes().handle("GET /metrics", {
    may: "public",
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
  }, (c) => {
    if (isToken === undefined) {
      if (!isFromHere(c)) {
        throw new Refusal(
          "FORBIDDEN",
          "Without METRICS_TOKEN, only this machine can read metrics, and not through a proxy: set METRICS_TOKEN",
        );
      }
    } else if (!isToken(c.req.header("authorization"))) {
      c.header("WWW-Authenticate", "Bearer");
      throw new Refusal("AUTHENTICATION_REQUIRED", "Metrics need the METRICS_TOKEN as their bearer token");
    }
    const families = [...requests.families(), ...metrics?.families() ?? []];
    return c.body(exposition(families), 200, { "Content-Type": CONTENT_TYPE });
  });
}

/**
 * Neither a page in a browser nor a proxy on this machine may expose metrics. nginx as installed adds no header of a
 * proxy and names the address it connects to as the host, but closes each connection, which no reader of metrics does.
 */
function isFromHere(c: AppContext): boolean {
  return c.get("client").isLocal && c.req.header("connection")?.toLowerCase() !== "close";
}

/** Compares in constant time. */
function tokenCheck(token: string): (header: string | undefined) => boolean {
  const expected = digest(token);
  return (header) => {
    const given = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
    return timingSafeEqual(digest(given), expected);
  };
}

function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
