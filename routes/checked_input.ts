import type { OpenAPIHono, z } from "@hono/zod-openapi";
import { validationRefusal } from "../domain/shared/refusal.ts";
import { issuesOfZod } from "../domain/shared/schema.ts";
import type { AppContext, AppEnv } from "./env.ts";

type Routes = OpenAPIHono<AppEnv>;
type Target = "query" | "param";

interface Given {
  request?: { query?: z.ZodType; params?: z.ZodType };
  middleware?: unknown;
}

/**
 * Has a table of routes read query and path at once, in place of the library's readers: those wait, though no schema
 * here does, and a read that waits for nothing else would become three times as dear.
 */
export function readAtOnce(routes: Routes): Routes {
  const register = looseRegister(routes);
  const openapi = ({ middleware = [], ...route }: Given, handler: unknown) => {
    routes.openAPIRegistry.registerPath(documented(route));
    const { query, params, ...request } = route.request ?? {};
    const readers = [query && reader("query", query), params && reader("param", params)];
    const before = [middleware, ...readers].flat().filter((each) => each !== undefined);
    return register({ ...route, request, hide: true, middleware: before }, handler);
  };
  return Object.assign(routes, { openapi });
}

function reader(target: Target, schema: z.ZodType) {
  return (c: AppContext, next: () => unknown) => {
    const { success, data, error } = schema.safeParse(target === "query" ? queryOf(c) : c.req.param());
    if (!success) throw validationRefusal(issuesOfZod(error));
    c.req.addValidatedData(target, objectOf(data));
    return next();
  };
}

/** A name that stands once has a text, one that stands several times a list. */
function queryOf(c: AppContext): Record<string, string | string[]> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(
    entries.map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

/** The library's types follow each route from its schema to its handler; from here on nobody asks for them. */
function looseRegister(routes: Routes): (route: unknown, handler: unknown) => Routes {
  return routes.openapi as unknown as (route: unknown, handler: unknown) => Routes;
}

function documented(route: unknown) {
  return route as Parameters<Routes["openAPIRegistry"]["registerPath"]>[0];
}

/** Schemas of queries and paths are of objects. */
function objectOf(data: unknown): object {
  return data as object;
}
