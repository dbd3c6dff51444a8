import { z } from "@hono/zod-openapi";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import { STATUS_OF } from "../errors.ts";
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

/** No interface: the library takes only what may have any media type. */
type JsonContent = { "application/json": AnswerContent; "text/event-stream"?: AnswerContent };

/** Contents are optional in the type, so that handlers may answer by `routes/answer.ts`. */
export interface DocumentedAnswer {
  description: string;
  content?: JsonContent | { "text/plain": AnswerContent };
  carries?: readonly HeaderName[];
  refuses?: ErrorCode[];
}

export type Answers = Record<string, DocumentedAnswer>;

/** The answers of a route, for the document. */
export function answers(description: string, answered: Answered = {}): Answers {
  const { status = 200, carries, refuses = [] } = answered;
  const content: JsonContent = { "application/json": envelope(answered) };
  if (answered.streams) content["text/event-stream"] = { schema: z.string() };
  return { [status]: { description, content, carries }, ...refusals(refuses) };
}

/** The failures of a route that has an answer of its own kind. */
export function refusals(codes: readonly ErrorCode[]): Answers {
  const byStatus = Map.groupBy(codes, (code) => STATUS_OF[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, refuses]) => [status, { description: "", refuses }]),
  );
}

/** An answer without the envelope. */
export function bare(description: string, { schema, example }: Shown): Answers {
  return { 200: jsonAnswer(description, { schema, example }) };
}

/** An answer that is plain text, as its failures then are too. */
export function plainText(description: string, { schema, example }: Shown, refuses: ErrorCode[]): Answers {
  return { 200: { description, content: { "text/plain": { schema, example } } }, ...refusals(refuses) };
}

function jsonAnswer(description: string, { schema, example }: Shown): DocumentedAnswer {
  return { description, content: { "application/json": { schema, example } } };
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
