import { z } from "@hono/zod-openapi";

export { count, fullInstant, id, instant, plainValue, texts } from "../../domain/shared/schema.ts";

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

/** One thing wrong with an input. */
export const issue = shown(
  "Issue",
  z.strictObject({
    path: z.string().openapi({ description: "Dotted path of the field; empty for the whole" }),
    message: z.string(),
  }),
  { path: "rules.0.conditions.1.value", message: "Is required" },
);
