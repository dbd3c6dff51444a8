import { OpenAPIHono, type RouteConfig, type RouteHandler, z } from "@hono/zod-openapi";
import type { MiddlewareHandler } from "hono";
import { type ErrorCode, Refusal, validationRefusal } from "../../domain/shared/refusal.ts";
import { issuesOfZod, onAnyObject } from "../../domain/shared/schema.ts";
import { cutText, TEXT_LIMITS } from "../../domain/shared/text.ts";
import { FLOC_ID } from "../../domain/plant/schema.ts";
import { type AnswerOf, type MessageFunctionOf, messageFunctionOf } from "./document/answers.ts";
import type { Tag } from "./document/tags.ts";
import type { AppContext, AppEnv } from "./env.ts";
import { type BodyCheck, jsonBody } from "./middleware/json_body.ts";
import { mixesPaging, pagingFields } from "./pagination.ts";
import type { RouteDefinition } from "./admission.ts";

interface Defined extends RouteDefinition {
  /** What the schema of the body cannot tell. */
  check?: BodyCheck;
}

/** `GET /api/users/{id}` */
type Line = `${keyof typeof METHODS} ${string}`;
const METHODS = { GET: "get", POST: "post", PUT: "put", DELETE: "delete" } as const;

/** What holds of a route beside its line. */
type Rest = Omit<Defined, "method" | "path">;

/** The context of a handler, to whose type the path is known. */
type Handled<L extends Line, R extends Rest> = Parameters<
  RouteHandler<R & { method: "get"; path: L extends `${string} ${infer P}` ? P : never }, AppEnv>
>[0];

/** Routes whose handlers must return what their routes document. */
export class Routes extends OpenAPIHono<AppEnv> {
  /** `tag`: the group of the document, for routes that name none. All issues of the schemas are thrown at once. */
  constructor(readonly tag?: Tag) {
    super({
      defaultHook: (result, c) => {
        const found = result.success ? [] : issuesOfZod(result.error);
        const seen = new Set(found.map((issue) => `${issue.path} ${issue.message}`));
        const also = result.target === "json" ? c.get("issues") ?? [] : [];
        const issues = [...found, ...also.filter((issue) => !seen.has(`${issue.path} ${issue.message}`))];
        if (issues.length > 0) throw validationRefusal(issues);
      },
    });
  }

  handle<L extends Line, R extends Rest>(
    line: L,
    rest: R,
    handler: (c: Handled<L, R>, message: MessageFunctionOf<R>) => AnswerOf<R> | Promise<AnswerOf<R>>,
  ): this {
    const message = messageFunctionOf<R>(rest);
    this.openapi<RouteConfig>(
      withBody({ ...this.tag && { tags: [this.tag] }, ...routeAt(line, rest) }),
      (c) => {
        c.get("areaGuard")?.checkAll();
        if (c.get("spendAi") !== undefined) throw new Error("A route with the limit ai needs mustExist()");
        return handler(c, message);
      },
    );
    return this;
  }
}

/** A route that is defined apart from its handler, as `handle()` takes it. */
export function defineRoute<L extends Line, R extends Rest>(line: L, rest: R): [L, R] {
  return [line, rest];
}

/** The definition as the document has it. */
export function routeAt(line: Line, rest: Rest): Defined {
  const [method, path] = line.split(" ") as [keyof typeof METHODS, string];
  return { ...rest, method: METHODS[method], path };
}

/** The route, which reads its JSON body after its own middleware. */
function withBody({ check, ...route }: Defined): RouteConfig {
  const { required, content } = route.request?.body ?? {}, json = content?.["application/json"];
  const schema = json !== undefined && "schema" in json ? json.schema : undefined;
  if (!(schema instanceof z.ZodType)) return route;
  // `useBody()` checks sizes by it.
  const known: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.set("bodySchema", schema);
    await next();
  };
  const read = jsonBody({ isOptional: required !== true, check });
  return { ...route, middleware: [known, ...[route.middleware ?? []].flat(), read] };
}

/** A route table for one resource. */
export function newRoutes(tag?: Tag): Routes {
  return new Routes(tag);
}

/** The query of a list: its filters and the fields of paging. */
export function listQuery<Filters extends z.ZodRawShape>(filters: Filters) {
  return z.object({ ...filters, ...pagingFields }).refine((query) => !mixesPaging(query), {
    path: ["page"],
    message: "Use limit and offset, or page and per_page, not both",
    when: onAnyObject,
  });
}

export type JsonBody<S extends z.ZodType> = ReturnType<typeof body<S>>;

/** The JSON body of a route. */
export function body<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { required: true, content: { "application/json": { schema, example } } } as const;
}

/** A JSON body that may be absent: then it is an empty object. */
export function optionalBody<S extends z.ZodType>(schema: S, example: z.input<S>) {
  return { required: false, content: { "application/json": { schema, example } } } as const;
}

export const pathId = (example: number) =>
  z.coerce.number().openapi({
    type: "integer",
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    param: { required: true, example },
  });
export const idParam = z.object({ id: pathId(11) });
export const versionParam = z.object({ id: pathId(3), version: pathId(2) });
export const packageIdParam = z.object({ package_id: pathId(1) });
export const providerIdParam = z.object({ provider_id: pathId(1) });
export const templateIdParam = z.object({ template_id: pathId(3) });
export const flocIdParam = z.object({
  floc_id: z.string().openapi({ pattern: FLOC_ID.source, param: { example: "NORTH" } }),
});

const ID = /^[1-9]\d{0,15}$/;

/** The integer of a path part; undefined for anything else. */
export function integerId(text: string | undefined): number | undefined {
  if (text === undefined || !ID.test(text)) return undefined;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : undefined;
}

export interface Lookup<T = unknown> {
  /** Default: `id`. */
  param?: "id" | "override_id" | "package_id" | "template_id" | "provider_id";
  /** The noun of the message: `Package`, `Template` … */
  noun: string;
  code?: ErrorCode;
  find: (id: number) => T;
}

/** Refuses a path whose id is not an integer or does not exist, before the body is checked. */
export function mustExist(
  { param = "id", noun, code = "NOT_FOUND", find }: Lookup,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const text = c.req.param(param);
    const id = integerId(text);
    const found = id === undefined ? undefined : await find(id);
    if (found === undefined) throw notFound(noun, { id: text, code });
    useStored(c, found);
    await c.get("spendAi")?.(String(id));
    await next();
  };
}

/** The record that a path names: `exists` checks it before the body, `found` has it for the handler. */
export function oneOf<T>(lookup: Lookup<T | undefined>) {
  const { noun, code, find } = lookup;
  return { exists: mustExist(lookup), found: (id: number): T => present(find(id), { noun, id, code }) };
}

/** Makes a record the one that the path names, if the caller may act where it stands. */
export function useStored(c: AppContext, found: unknown): void {
  c.set("stored", found);
  c.get("areaGuard")?.checkStored(found);
}

export function notFound(noun: string, what: { id: unknown; code?: ErrorCode }): Refusal {
  return new Refusal(what.code ?? "NOT_FOUND", `${noun} "${shortened(what.id)}" does not exist`);
}

/** The record, or NOT_FOUND (it may have been deleted meanwhile). */
export function present<T>(
  found: T | undefined,
  missing: { noun: string; id: unknown; code?: ErrorCode },
): T {
  if (found === undefined) throw notFound(missing.noun, missing);
  return found;
}

export function noPath(c: AppContext): Refusal {
  return new Refusal("NOT_FOUND", `${c.req.method} ${shortened(c.req.path)} does not exist`);
}

/** A part of a path, which may be as long as the request's head. */
function shortened(part: unknown): string {
  return cutText(String(part), TEXT_LIMITS.name);
}
