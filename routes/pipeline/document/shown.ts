import { z } from "@hono/zod-openapi";
import { issue as inputIssue } from "../../../domain/shared/schema.ts";

export { count, fullInstant, id, instant, plainValue, texts } from "../../../domain/shared/schema.ts";

/** A schema of an answer with an example, which the compiler checks against the schema. */
export interface Shown<S extends z.ZodType = z.ZodType> {
  schema: S;
  example: z.output<S>;
}

/** A named component of the document. */
export function shown<S extends z.ZodType>(name: string, schema: S, example: z.output<S>): Shown<S> {
  // A schema made before the package extended zod has no method of its own.
  return { schema: z.ZodType.prototype.openapi.call(schema, name), example };
}

/** The same without a component: inlined where it is used. */
export function inline<S extends z.ZodType>(schema: S, example: z.output<S>): Shown<S> {
  return { schema, example };
}

export function listOf<S extends z.ZodType>({ schema, example }: Shown<S>) {
  return inline(z.array(schema), [example]);
}

/** One issue of an input. */
export const issue = inline(inputIssue, { path: "rules.0.conditions.1.value", message: "Is required" });
