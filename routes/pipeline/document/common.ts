import type { RouteConfig } from "@hono/zod-openapi";
import type { ErrorCode } from "../../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import { type Access, accessOf, isGuardedPath, type RouteDefinition } from "../admission.ts";
import { confirmationHeaders } from "../../people/shared_desk/header.ts";
import type { DocumentedAnswer } from "./answers.ts";
import type { FailureCatalogue, Reference } from "./failure_catalogue.ts";
import { headersOf } from "./headers.ts";

/** A route's configuration for the document, with the answers that the middleware adds. */
export function completed(definition: RouteDefinition, catalogue: FailureCatalogue): RouteConfig {
  const { may, limit, screen: _, ...route } = definition;
  const responses = Object.entries(documented(route));
  const isLimited = underLimit(route);
  const codes = [...commonCodes(definition), ...responses.flatMap(([, { refuses }]) => refuses ?? [])];
  const own = responses.filter(([, { refuses }]) => refuses === undefined).map((
    [status, { carries, message: _, ...answer }],
  ) =>
    [
      status,
      status === "101" ? answer : { ...answer, headers: headersOf({ isLimited, own: carries }) },
    ] as const
  );
  const isPlain = own.some(([, { content = {} }]) => "text/plain" in content);
  const access = accessOf({ may });
  const request = typeof may === "object"
    ? { ...route.request, headers: confirmationHeaders }
    : route.request;
  return {
    ...route,
    request,
    summary: route.summary ?? own[0]?.[1].description,
    description: described(route.description, { access, isHeavy: limit === "heavy" }),
    ...(access === "public" && { security: route.security ?? [] }),
    responses: Object.fromEntries([
      ...own,
      ...failures([...new Set(codes)], { catalogue, isLimited, isPlain }),
    ]),
  };
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

function commonCodes(route: RouteDefinition): ErrorCode[] {
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

function described(
  description: string | undefined,
  { access, isHeavy }: { access: Access; isHeavy: boolean },
): string {
  const role = access === "public" ? "Needs no sign-in." : `Needs the role ${access}.`;
  const heavy = isHeavy ? "Counts against the heavy rate limit too." : undefined;
  return [description, [role, heavy].filter(Boolean).join(" ")].filter(Boolean).join("\n\n");
}
