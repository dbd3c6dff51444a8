import type { RouteConfig } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import { HEAVY_ROUTES, NOT_LIMITED } from "../middleware/rate_limit.ts";
import { type Access, PERMISSIONS } from "../permissions.ts";
import type { DocumentedAnswer } from "./answers.ts";
import { failureExamples, failureSchema } from "./failures.ts";
import { headersOf } from "./headers.ts";

/** A route's configuration with what all routes of its kind may answer: the middleware's part of the contract. */
export function completed(route: RouteConfig): RouteConfig {
  const responses: Record<string, DocumentedAnswer> = route.responses;
  const codes = [...commonCodes(route), ...Object.values(responses).flatMap(({ refuses }) => refuses ?? [])];
  const own = Object.entries(responses).filter(([, { refuses }]) => refuses === undefined);
  const all = [...own, ...failures([...new Set(codes)])].sort(([one], [other]) => Number(one) - Number(other));
  const access = accessOf(route);
  return {
    ...route,
    summary: route.summary ?? own[0]?.[1].description,
    description: described(route, access),
    ...(access === "public" && { security: [] }),
    responses: Object.fromEntries(
      all.map(([status, answer]) => [status, { ...answer, headers: headersOf(route, status) }]),
    ),
  };
}

/** One answer a status, with the codes that may stand in it. */
function failures(codes: readonly ErrorCode[]): [string, DocumentedAnswer][] {
  return [...Map.groupBy(codes, (code) => STATUS_OF[code])].map(([status, some]) => {
    const sorted = some.sort();
    const content = { schema: failureSchema(sorted), examples: failureExamples(sorted) };
    return [String(status), { description: sorted.join(", "), content: { "application/json": content } }];
  });
}

function commonCodes(route: RouteConfig): ErrorCode[] {
  const { path, request = {} } = route;
  const isApi = path.startsWith("/api/");
  const names404 = Object.keys(route.responses).includes("404");
  const held: [ErrorCode, boolean][] = [
    ["VALIDATION_FAILED", request.query !== undefined || request.body !== undefined],
    ["AUTHENTICATION_REQUIRED", accessOf(route) !== "public"],
    ["FORBIDDEN", true],
    ["NOT_FOUND", path.includes("{") && !names404],
    ["PAYLOAD_TOO_LARGE", route.method !== "get"],
    ["RATE_LIMITED", isApi && path !== NOT_LIMITED],
    ["INTERNAL_ERROR", true],
    ["UNAVAILABLE", isApi],
  ];
  return held.flatMap(([code, holds]) => holds ? [code] : []);
}

/** As the router and the tables write it: `PUT /api/users/:id`. */
function lineOf({ method, path }: RouteConfig): string {
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
}

function accessOf(route: RouteConfig): Access {
  return PERMISSIONS[lineOf(route)] ?? "public";
}

function described(route: RouteConfig, access: Access): string {
  const role = access === "public" ? "Needs no sign-in." : `Needs the role ${access}.`;
  const heavy = HEAVY_ROUTES.has(lineOf(route)) ? "Counts to the heavy rate limit as well." : undefined;
  return [route.description, [role, heavy].filter(Boolean).join(" ")].filter(Boolean).join("\n\n");
}
