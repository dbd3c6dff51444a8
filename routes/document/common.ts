import { type RouteConfig, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import { HEAVY_ROUTES } from "../middleware/rate_limit.ts";
import { type Access, hasPlace, isGuardedPath, PERMISSIONS } from "../permissions.ts";
import { CONFIRMATION_HEADER } from "../shared_desk/header.ts";
import type { DocumentedAnswer } from "./answers.ts";
import type { FailureCatalogue, Reference } from "./failure_catalogue.ts";
import { headersOf } from "./headers.ts";

/** A route's configuration with the answers that the middleware adds. */
export function completed(route: RouteConfig, catalogue: FailureCatalogue): RouteConfig {
  const responses = Object.entries(documented(route));
  const isLimited = underLimit(route);
  const codes = [...commonCodes(route), ...responses.flatMap(([, { refuses }]) => refuses ?? [])];
  const own = responses.filter(([, { refuses }]) => refuses === undefined).map((
    [status, { carries, ...answer }],
  ) =>
    [
      status,
      status === "101" ? answer : { ...answer, headers: headersOf({ isLimited, own: carries }) },
    ] as const
  );
  const isPlain = own.some(([, { content = {} }]) => "text/plain" in content);
  const access = accessOf(route);
  const request = hasPlace(access) || isDeskEnd(route)
    ? { ...route.request, headers: DESK_HEADERS }
    : route.request;
  return {
    ...route,
    request,
    summary: route.summary ?? own[0]?.[1].description,
    description: described(route, access),
    ...(access === "public" && { security: route.security ?? [] }),
    responses: Object.fromEntries([
      ...own,
      ...failures([...new Set(codes)], { catalogue, isLimited, isPlain }),
    ]),
  };
}

/** Of the requests that a shared desk may send. */
const DESK_HEADERS = z.object({
  [CONFIRMATION_HEADER]: z.string().optional().openapi({
    description: "From a shared desk only: the confirmation of a person, of /api/auth/desk-confirmations",
  }),
});

function isDeskEnd(route: RouteConfig): boolean {
  return lineOf(route) === "DELETE /api/auth/desk-confirmations";
}

/** The answers that `answers()` returned. */
function documented({ responses }: RouteConfig): Record<string, DocumentedAnswer> {
  return responses as Record<string, DocumentedAnswer>;
}

/** One answer for each status, with its possible error codes. */
function failures(
  codes: readonly ErrorCode[],
  { catalogue, ...kind }: { catalogue: FailureCatalogue; isLimited: boolean; isPlain: boolean },
): [string, Reference][] {
  return [...Map.groupBy(codes, (code) => STATUS_OF[code])].map(([status, some]) => [
    String(status),
    kind.isPlain ? catalogue.plain(some) : catalogue.answer(some, kind),
  ]);
}

/** The push channel too: it refuses pages of other sites beyond their allowance. */
function underLimit({ path }: RouteConfig): boolean {
  return isGuardedPath(path);
}

function commonCodes(route: RouteConfig): ErrorCode[] {
  const { path, request = {} } = route;
  const names404 = "404" in route.responses;
  const held: [ErrorCode, boolean][] = [
    ["VALIDATION_FAILED", request.query !== undefined || request.body !== undefined],
    ["AUTHENTICATION_REQUIRED", accessOf(route) !== "public"],
    ["FORBIDDEN", true],
    ["NOT_FOUND", path.includes("{") && !names404],
    ["PAYLOAD_TOO_LARGE", route.method !== "get"],
    ["RATE_LIMITED", underLimit(route)],
    ["INTERNAL_ERROR", true],
    ["UNAVAILABLE", isGuardedPath(path)],
  ];
  return held.flatMap(([code, holds]) => holds ? [code] : []);
}

/** The form of the router and of the tables: `PUT /api/users/:id`. */
function lineOf({ method, path }: RouteConfig): string {
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

function accessOf(route: RouteConfig): Access {
  return PERMISSIONS[lineOf(route)] ?? "public";
}

function described(route: RouteConfig, access: Access): string {
  const role = access === "public" ? "Needs no sign-in." : `Needs the role ${access}.`;
  const heavy = HEAVY_ROUTES.has(lineOf(route)) ? "Counts against the heavy rate limit too." : undefined;
  return [route.description, [role, heavy].filter(Boolean).join(" ")].filter(Boolean).join("\n\n");
}
