import { type RouteConfig, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import type { Answer } from "../answer.ts";
import type { Pagination } from "../pagination.ts";
import type { HeaderName } from "./headers.ts";
import { pagination } from "./pagination.ts";
import { inline, listOf, type Shown } from "./shown.ts";

/** The successful answer of a route. */
export interface Answered {
  /** 201 for a created resource. */
  status?: 200 | 201;
  data?: Shown;
  /** A list, whole or the requested page; `always`: always paged. */
  list?: Shown;
  /** With `data`: the data contain a list that is paged. */
  paged?: "when asked" | "always";
  /** An example of a write's message. */
  message?: string;
  /** On request, the answer is sent as server-sent events. */
  streams?: boolean;
  /** A result under another name than `data`. */
  named?: Record<string, Shown>;
  /** Headers besides those of all answers. */
  carries?: readonly HeaderName[];
  /** Failures of this route besides those that `completed()` adds. */
  refuses?: readonly ErrorCode[];
}

interface AnswerContent {
  schema: z.ZodType;
  example?: unknown;
}

/** Contents are optional in this type, because `Routes` and not the library checks handlers against them. */
export interface DocumentedAnswer {
  description: string;
  content?: Record<string, AnswerContent>;
  carries?: readonly HeaderName[];
  refuses?: ErrorCode[];
}

type DocumentedAnswers = Record<string, DocumentedAnswer>;

declare const ANSWER: unique symbol;

/** The answers of a route. The type is what its handler must return. Failures are thrown, so it excludes them. */
export type Answers<A extends Response> = DocumentedAnswers & { readonly [ANSWER]?: A };

/** The return type of the route's handler. */
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

/** The answers of a route, for the document and for the type check of its handler. */
export function answers<const A extends Answered>(
  description: string,
  answered: A,
): Answers<Answer<BodyOf<A>, StatusOf<A>>> {
  const { status = 200, carries, refuses = [] } = answered;
  let content: Record<string, AnswerContent> | undefined;
  const success: DocumentedAnswer = {
    description,
    carries,
    // Only the document needs the schema, and few processes are asked for the document.
    get content() {
      return content ??= contentOf(answered);
    },
  };
  return { [status]: success, ...refusals(refuses) };
}

function contentOf(answered: Answered): Record<string, AnswerContent> {
  const content: Record<string, AnswerContent> = { "application/json": envelope(answered) };
  if (answered.streams) content["text/event-stream"] = { schema: z.string() };
  return content;
}

/** The failures of a route whose successful answer has no envelope. */
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

/** A plain text answer, whose failures are plain text too. */
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
