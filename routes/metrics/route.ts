import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { exposition } from "../../domain/metric/exposition.ts";
import { isLoopbackAddress, isLoopbackHost } from "../client.ts";
import type { AppDeps } from "../deps.ts";
import type { AppEnv } from "../env.ts";
import type { RequestMetrics } from "./request_metrics.ts";

const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** What a proxy adds: with one of these, the loopback address is the proxy's and not the client's. */
const BY_A_PROXY = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/** `GET /metrics` in Prometheus' text format: with METRICS_TOKEN for whoever has it, else on the machine itself. */
export function metricsRoutes(deps: AppDeps, requests: RequestMetrics): Hono<AppEnv> {
  const { metrics } = deps;
  const isToken = metrics === undefined || metrics.token === null ? undefined : tokenCheck(metrics.token);
  return new Hono<AppEnv>().get("/metrics", (c) => {
    if (isToken === undefined) {
      if (!isFromHere(c)) return refused(c, 403, "Without METRICS_TOKEN, metrics are for this machine only");
    } else if (!isToken(c.req.header("authorization"))) {
      c.header("WWW-Authenticate", "Bearer");
      return refused(c, 401, "Metrics need the METRICS_TOKEN as their bearer token");
    }
    const families = [...requests.families(), ...metrics?.families() ?? []];
    return c.body(exposition(families), 200, { "Content-Type": CONTENT_TYPE });
  });
}

function refused(c: Context<AppEnv>, status: 401 | 403, text: string): Response {
  return c.text(`${text}\n`, status);
}

/** By address and by name, so that neither a browser's page nor a proxy on this machine opens it to others. */
function isFromHere(c: Context<AppEnv>): boolean {
  const { address, host } = c.get("client");
  return isLoopbackAddress(address) && isLoopbackHost(host) &&
    BY_A_PROXY.every((header) => c.req.header(header) === undefined);
}

/** Takes the same time for every wrong token. */
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
