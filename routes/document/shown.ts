import { z } from "@hono/zod-openapi";

/** What a client is shown, with an example that the compiler holds against the schema. */
export interface Shown<S extends z.ZodType = z.ZodType> {
  schema: S;
  example: z.output<S>;
}

/** A named component of the document. */
export function shown<S extends z.ZodType>(name: string, schema: S, example: z.output<S>): Shown<S> {
  return { schema: schema.openapi(name), example };
}

/** The same, written where it is used. */
export function inline<S extends z.ZodType>(schema: S, example: z.output<S>): Shown<S> {
  return { schema, example };
}

export function listOf<S extends z.ZodType>({ schema, example }: Shown<S>) {
  return inline(z.array(schema), [example]);
}

/** An integer id. */
export function id() {
  return z.int().min(1);
}

export function count() {
  return z.int().min(0);
}

/** An instant in UTC, milliseconds: `2026-01-31T08:15:02.123Z`. */
export function instant() {
  return z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/).openapi({ format: "date-time" });
}

/** A source time in UTC with its full fraction: `2026-01-31T08:15:02.1234567Z`. */
export function fullInstant() {
  return z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z$/).openapi({ format: "date-time" });
}

/** A number, a text or a truth, as samples and constants are. */
export function plainValue() {
  return z.union([z.number(), z.string(), z.boolean()]);
}

export function texts() {
  return z.record(z.string(), z.string());
}

/** One thing wrong with an input. */
export const issue = shown(
  "Issue",
  z.strictObject({
    path: z.string().openapi({ description: "Dotted path of the field; empty for the whole" }),
    message: z.string(),
  }),
  { path: "rules.0.conditions.1.value", message: "Is required" },
);
