import type { OpenAPIHono, RouteConfig } from "@hono/zod-openapi";
import type { Role } from "../../domain/access/types.ts";

/** The access of a route: public, or the lowest role that may call it. */
export type Access = "public" | Role;

/** Paths that need sign-in and are limited: the API, and files for which its envelope does not fit. */
export function isGuardedPath(path: string): boolean {
  return path.startsWith("/api/") || path.startsWith("/files/");
}

/** What programs push to; the key of a source admits them, and its own limit counts them. */
export const INGEST_PATHS = {
  own: "/ingest/:name",
  /** What clients of InfluxDB make of an address that has a path. */
  influx: "/ingest/:name/api/v2/write",
  /** And of one that has none: the bucket is the name of the source. */
  bucket: "/api/v2/write",
} as const;

export function isIngestPath(path: string): boolean {
  return path.startsWith("/ingest/") || path === INGEST_PATHS.bucket;
}

/**
 * Where the thing stands that a route acts on; the caller needs the role there.
 * - `plant`: everywhere, so only a role in the whole plant counts.
 * - `anywhere`: nowhere, since nothing of the plant changes; the role in any area is enough.
 * - `event`, `instance`, `node`: at the plant node of what the path names, and at the one that the body moves it to.
 * - `shelf`: at the plant node of the instance whose event the path names.
 * - `scope`: at the plant node of what the stored record, or the body of a new one, takes out of service.
 * - `new_instance`, `new_node`: at the plant node that the body names.
 * - `named_instance`: at the plant node of the instance that the body names.
 * - `items`: each item of the body at its own plant node; the others are carried out.
 */
export type Place =
  | "plant"
  | "anywhere"
  | "event"
  | "shelf"
  | "scope"
  | "instance"
  | "new_instance"
  | "named_instance"
  | "node"
  | "new_node"
  | "items";

/** Who may call a route. Operators and engineers have their role in areas, so the route says where it acts. */
export type May = "public" | "viewer" | "admin" | { role: "operator" | "engineer"; at: Place };

/** `heavy`: costly, of a client's heavy limit; `ai`: calls the provider that the path names, of that provider's limit. */
export type Limit = "heavy" | "ai";

/** What a wall screen may read of a route. */
interface ScreenRead {
  /** The query parameters that it may have. Others could search for names of people. */
  query: readonly string[];
  /** A query parameter that it must have: the other form of the answer names people. */
  must?: { readonly name: string; readonly value: string };
}

/** Whom a route admits, by its definition. */
export interface Admission {
  may: May;
  /** Besides the default limit. */
  limit?: Limit;
  /** Without it, a wall screen is refused; `true`: it may read without query parameters. */
  screen?: true | ScreenRead;
}

/** All that holds of a route: its path and schema, whom it admits, and what it answers. */
export type RouteDefinition = RouteConfig & Admission;

export function accessOf({ may }: Pick<Admission, "may">): Access {
  return typeof may === "string" ? may : may.role;
}

export function placeOf({ may }: Pick<Admission, "may">): Place {
  return typeof may === "string" ? "plant" : may.at;
}

/** Whether a wall screen may make this request. */
export function isScreenRead(screen: Admission["screen"], query: URLSearchParams): boolean {
  if (screen === undefined) return false;
  const { query: allowed, must }: ScreenRead = screen === true ? { query: [] } : screen;
  if (must !== undefined && query.getAll(must.name).join() !== must.value) return false;
  return [...query.keys()].every((name) => allowed.includes(name));
}

type Registered = Pick<OpenAPIHono, "openAPIRegistry">;

/** The definitions of all routes of an app. */
export function definitionsOf({ openAPIRegistry }: Registered): RouteDefinition[] {
  // `Routes.handle()` takes nothing else.
  return openAPIRegistry.definitions.flatMap((one) =>
    one.type === "route" ? [one.route as RouteDefinition] : []
  );
}

/** Whom each route admits, by the form of the router: `PUT /api/users/:id`. */
export function admissions(app: Registered): ReadonlyMap<string, Admission> {
  return new Map(definitionsOf(app).map((route) => [routeKey(route), route]));
}

function routeKey({ method, path }: RouteDefinition): string {
  return `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`;
}
