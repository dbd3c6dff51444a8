import type { AppDeps } from "../deps.ts";
import type { AppContext } from "../env.ts";
import type { RequestMetrics } from "../../service/metrics/request_metrics.ts";
import { recordRefusal } from "./refusal_record.ts";

interface Observed {
  /** The pattern of the path, `/api/packages/:package_id`. */
  route: string;
  status: number;
  durationMs: number;
}

/** The statuses of refusals that may be recorded; 429 for sign-ins that are slowed down. */
const RECORDED: ReadonlySet<number> = new Set([401, 403, 429]);

/** Counts and logs each request, records a refused one, and names its trace span, when its answer is known. */
export function observer(
  { log, traced, storage }: Pick<AppDeps, "log" | "traced" | "storage">,
  requests: RequestMetrics,
): (c: AppContext, observed: Observed) => void {
  return (c, { route, status, durationMs }) => {
    const { method } = c.req;
    requests.observe({ method, route, status, seconds: durationMs / 1000 });
    traced?.({ method, route });
    if (RECORDED.has(status)) recordRefusal(c, { route: `${method} ${route}`, storage });
    // The path is not logged: its parts and query may contain secrets.
    log(status >= 500 ? "info" : "debug", "Request", {
      request_id: c.get("requestId"),
      method,
      route,
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      user: c.get("actor")?.name,
    });
  };
}
