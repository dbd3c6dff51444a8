import type { AppDeps } from "../routes/deps.ts";

/**
 * Names Deno's own spans of requests after their route, when OpenTelemetry is on by Deno's switch, OTEL_DENO.
 * Undefined when it is off: then nothing of it is loaded.
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
