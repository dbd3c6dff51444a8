import { type RouteConfig, z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
import type { Answer } from "../answer.ts";
import type { Pagination } from "../pagination.ts";
import type { HeaderName } from "./headers.ts";
import { count, inline, listOf, type Shown, shown } from "./shown.ts";

/** The successful answer of a route. */
export interface Answered {
  /** 201 for a created resource. */
  status?: 200 | 201;
  data?: Shown;
  /** A list, whole or the requested page; `always`: always paged. */
  list?: Shown;
  /** With `data`: the data contain a list that is paged. */
  paged?: "when asked" | "always";
  /** The message of a write; the document's example is the same function's, of the data's example. */
  message?: MessageFunction;
  /** What the example of the message is of, if not of the data's example. */
  of?: unknown;
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
  message?: MessageFunction;
  carries?: readonly HeaderName[];
  refuses?: ErrorCode[];
}

type DocumentedAnswers = Record<string, DocumentedAnswer>;

declare const ANSWER: unique symbol;
declare const MESSAGE: unique symbol;

/** The message of a write, made of what it tells about. */
type MessageFunction = (of: never) => string;

/**
 * The answers of a route. The types are what its handler must return, and how it makes its message. Failures are
 * thrown, so they are excluded.
 */
export type Answers<A extends Response, T extends MessageFunction = never> = DocumentedAnswers & {
  readonly [ANSWER]?: A;
  readonly [MESSAGE]?: T;
};

type WithAnswers = Pick<RouteConfig, "responses">;

/** The return type of the route's handler. */
export type AnswerOf<R extends WithAnswers> = R extends
  { responses: { readonly [ANSWER]?: infer A extends Response } } ? A : Response;

/** The function that makes the message of the route's answer. */
export type MessageFunctionOf<R extends WithAnswers> = R extends
  { responses: { readonly [MESSAGE]?: infer T extends MessageFunction } } ? T : never;

/** The message `Area "North" is created`, of what has a name. */
export function isDone(
  noun: string,
  done: "added" | "created" | "deleted" | "paired" | "saved" | "updated",
): (of: { name: string }) => string {
  return ({ name }) => `${noun} "${name}" is ${done}`;
}

/** The function that makes the message of a route's answer; `answers()` was given it. */
export function messageFunctionOf<R extends WithAnswers>({ responses }: WithAnswers): MessageFunctionOf<R> {
  const all = Object.values(responses as DocumentedAnswers);
  return all.find(({ message }) => message !== undefined)?.message as MessageFunctionOf<R>;
}

type MessageOf<A extends Answered> = A extends { message: infer M extends MessageFunction } ? M : never;

type ExampleOf<A extends Answered> = A extends { data: Shown<infer S> } ? z.output<S> : unknown;

/** What an answer must have so that its message has an example. */
type WithExample<A extends Answered> = A extends { message: (of: infer Of) => string }
  ? ExampleOf<A> extends Of ? unknown : { of: Of }
  : unknown;

type StatusOf<A extends Answered> = A extends { status: 201 } ? 201 : 200;

type OptionalPagination = { pagination?: Pagination };

/** The body that `envelope()` documents. */
type BodyOf<A extends Answered> =
  & { success: true }
  & (A extends { data: Shown<infer S> } ? { data: z.output<S> } : unknown)
  & (A extends { list: Shown<infer S> } ? { data: z.output<S>[] } & OptionalPagination : unknown)
  & (A extends { paged: "always" } ? { pagination: Pagination } : unknown)
  & (A extends { paged: "when asked" } ? OptionalPagination : unknown)
  & (A extends { message: unknown } ? { message: string } : unknown)
  & (A extends { named: infer N } ? { [K in keyof N]: N[K] extends Shown<infer S> ? z.output<S> : never }
    : unknown);

/** The answers of a route, for the document and for the type check of its handler. */
export function answers<const A extends Answered>(
  description: string,
  answered: A & WithExample<A>,
): Answers<Answer<BodyOf<A>, StatusOf<A>>, MessageOf<A>> {
  const { status = 200, carries, refuses = [] } = answered;
  let content: Record<string, AnswerContent> | undefined;
  const success: DocumentedAnswer = {
    description,
    message: answered.message,
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

function envelope({ data, list, paged: pagedData, message, of = data?.example, named }: Answered): Shown {
  const paged = pagedData ?? "when asked";
  const parts: Record<string, Shown | undefined> = {
    data: list === undefined ? data : listOf(list),
    message: message && inline(z.string(), message(of as never)),
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

/** The position of a page in its list. Totals are exact. */
const pagination = shown(
  "Pagination",
  z.strictObject({
    limit: z.int().min(1).max(10_000),
    offset: count(),
    total: count(),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  }),
  { limit: 50, offset: 0, total: 1, has_next: false, has_prev: false },
);
