import { type RouteConfig, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import type { Answer } from "../answer.ts";
import type { Pagination } from "../pagination.ts";
import type { HeaderName } from "./headers.ts";
import { pagination } from "./pagination.ts";
import { inline, listOf, type Shown } from "./shown.ts";

/** What a route answers when it does what it was asked. */
export interface Answered {
  /** 201 for what was made. */
  status?: 200 | 201;
  data?: Shown;
  /** A list: whole, or the page that was asked for; `always`: never without its `pagination`. */
  list?: Shown;
  /** Beside `data`: the data hold a list that is paged like one. */
  paged?: "when asked" | "always";
  /** The sentence of a write, as an example. */
  message?: string;
  /** When asked for, the answer comes as server-sent events. */
  streams?: boolean;
  /** A result under a name of its own. */
  named?: Record<string, Shown>;
  /** Headers besides those that all answers carry. */
  carries?: readonly HeaderName[];
  /** Failures of this route, besides those that `completed()` adds to all of its kind. */
  refuses?: readonly ErrorCode[];
}

interface AnswerContent {
  schema: z.ZodType;
  example?: unknown;
}

/** Contents are optional in the type: not the library but `Routes` holds handlers to them. */
export interface DocumentedAnswer {
  description: string;
  content?: Record<string, AnswerContent>;
  carries?: readonly HeaderName[];
  refuses?: ErrorCode[];
}

type DocumentedAnswers = Record<string, DocumentedAnswer>;

declare const ANSWER: unique symbol;

/** The answers of a route. The type says what its handler must return; failures are thrown, and no part of it. */
export type Answers<A extends Response> = DocumentedAnswers & { readonly [ANSWER]?: A };

/** What a handler of the route must return. */
export type AnswerOf<R extends RouteConfig> = R extends
  { responses: { readonly [ANSWER]?: infer A extends Response } } ? A : Response;

type StatusOf<A extends Answered> = A extends { status: 201 } ? 201 : 200;

type OptionalPagination = { pagination?: Pagination };

/** The body that `envelope()` documents. */
type BodyOf<A extends Answered> =
  & { success: true }
  & (A extends { data: Shown<infer S> } ? { data: z.output<S> } : unknown)
  & (A extends { list: Shown<infer S> } ? { data: z.output<S>[] } & OptionalPagination : unknown)
  & (A extends { paged: "always" } ? { pagination: Pagination } : unknown)
  & (A extends { paged: "when asked" } ? OptionalPagination : unknown)
  & (A extends { message: string } ? { message: string } : unknown)
  & (A extends { named: infer N } ? { [K in keyof N]: N[K] extends Shown<infer S> ? z.output<S> : never }
    : unknown);

/** The answers of a route, for the document and for the compiler, which holds the handler to them. */
export function answers<const A extends Answered>(
  description: string,
  answered: A,
): Answers<Answer<BodyOf<A>, StatusOf<A>>> {
  const { status = 200, carries, refuses = [] } = answered;
  const content: Record<string, AnswerContent> = { "application/json": envelope(answered) };
  if (answered.streams) content["text/event-stream"] = { schema: z.string() };
  return { [status]: { description, content, carries }, ...refusals(refuses) };
}

/** The failures of a route that has an answer of its own kind. */
export function refusals(codes: readonly ErrorCode[]): DocumentedAnswers {
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, refuses]) => [status, { description: "", refuses }]),
  );
}

/** An answer without the envelope. */
export function bare<S extends z.ZodType>(
  description: string,
  { schema, example }: Shown<S>,
): Answers<Answer<z.output<S>, 200>> {
  return { 200: { description, content: { "application/json": { schema, example } } } };
}

/** An answer that is plain text, as its failures then are too. */
export function plainText(
  description: string,
  { schema, example }: Shown<z.ZodString>,
  refuses: ErrorCode[],
): Answers<Response> {
  return { 200: { description, content: { "text/plain": { schema, example } } }, ...refusals(refuses) };
}

function envelope({ data, list, paged: pagedData, message, named }: Answered): Shown {
  const paged = pagedData ?? "when asked";
  const parts: Record<string, Shown | undefined> = {
    data: list === undefined ? data : listOf(list),
    message: message === undefined ? undefined : inline(z.string(), message),
    ...named,
  };
  const given = Object.entries(parts).flatMap(([name, part]) => part === undefined ? [] : [{ name, part }]);
  const shape: z.ZodRawShape = Object.fromEntries(given.map(({ name, part }) => [name, part.schema]));
  const example = Object.fromEntries(given.map(({ name, part }) => [name, part.example]));
  const page = list === undefined && pagedData === undefined ? {} : pagePart(paged);
  return inline(
    z.strictObject({ success: z.literal(true), ...shape, ...page.shape }),
    { success: true, ...example, ...page.example },
  );
}

function pagePart(paged: "when asked" | "always"): { shape?: z.ZodRawShape; example?: object } {
  const { schema, example } = pagination;
  if (paged === "always") return { shape: { pagination: schema }, example: { pagination: example } };
  return { shape: { pagination: schema.optional() } };
}
