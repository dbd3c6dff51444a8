import type { RequestHandler } from "../ports/http.ts";
import type { AppDeps } from "../routes/pipeline/deps.ts";

function isEnabled(otelDeno: string | undefined): boolean {
  return /^(true|1)$/i.test(otelDeno ?? "");
}

/**
 * Names the spans of requests after their routes, when OpenTelemetry is enabled by Deno's OTEL_DENO. Undefined,
 * and nothing is loaded, when it is not.
 */
export async function requestTracing(otelDeno: string | undefined): Promise<AppDeps["traced"]> {
  if (!isEnabled(otelDeno)) return undefined;
  const { trace } = await import("@opentelemetry/api");
  return ({ method, route }) => {
    const span = trace.getActiveSpan();
    span?.setAttribute("http.route", route);
    span?.updateName(`${method} ${route}`);
  };
}

/**
 * A span for each request, in the trace that the request belongs to. The handler itself when OpenTelemetry is not
 * enabled. Deno traces only the requests of `Deno.serve` by itself.
 */
export async function inSpans(
  otelDeno: string | undefined,
): Promise<(handler: RequestHandler) => RequestHandler> {
  if (!isEnabled(otelDeno)) return (handler) => handler;
  const { context, propagation, SpanKind, SpanStatusCode, trace } = await import("@opentelemetry/api");
  const tracer = trace.getTracer("andon");
  const headers = {
    get: (request: Request, name: string) => request.headers.get(name) ?? undefined,
    keys: (request: Request) => [...request.headers.keys()],
  };
  return (handler) => (request, info) => {
    const { method, url } = request;
    const { pathname, protocol } = new URL(url);
    const attributes = {
      "http.request.method": method,
      "url.full": url,
      "url.path": pathname,
      "url.scheme": protocol.slice(0, -1),
    };
    const parent = propagation.extract(context.active(), request, headers);
    return tracer.startActiveSpan(method, { kind: SpanKind.SERVER, attributes }, parent, async (span) => {
      try {
        const response = await handler(request, info);
        span.setAttribute("http.response.status_code", response.status);
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        return response;
      } finally {
        span.end();
      }
    });
  };
}
