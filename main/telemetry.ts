import type { AppDeps } from "../routes/deps.ts";

/**
 * Names Deno's request spans after their routes, when OpenTelemetry is enabled by Deno's OTEL_DENO. Undefined,
 * and nothing is loaded, when it is not.
 */
export async function requestTracing(otelDeno: string | undefined): Promise<AppDeps["traced"]> {
  if (!/^(true|1)$/i.test(otelDeno ?? "")) return undefined;
  const { trace } = await import("@opentelemetry/api");
  return ({ method, route }) => {
    const span = trace.getActiveSpan();
    span?.setAttribute("http.route", route);
    span?.updateName(`${method} ${route}`);
  };
}
