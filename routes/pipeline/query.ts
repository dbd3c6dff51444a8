import { z } from "@hono/zod-openapi";
import { limitedText } from "../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import { ticksFromSourceTime } from "../../domain/shared/time.ts";

/** A whole number in a query or path, digits only. */
export function wholeNumber({ min, max }: { min: number; max: number }) {
  const text = `Must be a whole number from ${min} to ${max}`;
  return z.string().regex(/^\d{1,16}$/, text).transform(Number)
    .pipe(z.number().min(min, text).max(max, text))
    .openapi({ type: "integer", minimum: min, maximum: max });
}

/** An optional parameter with its description. */
export function described<S extends z.ZodType>(schema: S, description: string) {
  return schema.optional().openapi({ param: { description } });
}

/** An id in a query. */
export function idNumber() {
  return wholeNumber({ min: 1, max: Number.MAX_SAFE_INTEGER });
}

/** `true` or `false` in a query. */
export function flag() {
  return z.enum(["true", "false"], { error: "Must be true or false" }).transform((text) => text === "true")
    .openapi({ type: "boolean" });
}

/** The `detail` of a list. `brief` describes what the brief rows leave out. */
export function detail(brief: string) {
  return described(
    z.enum(["full", "brief"], { error: "Must be full or brief" }),
    `Default: full; brief: ${brief}`,
  );
}

const MAX_HOURS = 8_760;
const HOURS_TEXT = `Must be above 0 and at most ${MAX_HOURS}`;

/** A number as JSON writes it, not negative: `0.5`, `1e-3`. */
const NUMBER = /^\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** `hours`: above 0, up to a year or to fewer hours. */
export function hoursNumber(max = MAX_HOURS) {
  const text = `Must be above 0 and at most ${max}`;
  return z.string().regex(NUMBER, text).transform(Number)
    .pipe(z.number().gt(0, text).max(max, text))
    .openapi({ type: "number", exclusiveMinimum: 0, maximum: max });
}

/** The same in a body. */
export function hoursInBody() {
  return z.number(HOURS_TEXT).gt(0, HOURS_TEXT).max(MAX_HOURS, HOURS_TEXT);
}

/** The text of a filter, at most 200 characters by default. */
export function text(max: number = TEXT_LIMITS.name) {
  return limitedText({ max });
}

const TIME_TEXT = "Must be an ISO 8601 time such as 2026-01-31T08:15:02.123Z";

/** False for dates such as 30 February, which a source may send but a client may not. */
function isDay(text: string): boolean {
  const [year = NaN, month = NaN, day] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day;
}

/** An ISO 8601 time as ticks; UTC without a zone. */
export function sourceTime() {
  return z.string().regex(/^\d{4}-\d{2}-\d{2}T/, TIME_TEXT)
    .transform((text, context) => {
      const ticks = isDay(text) ? ticksFromSourceTime(text) : undefined;
      if (ticks === undefined) context.addIssue({ code: "custom", message: TIME_TEXT });
      return ticks ?? 0;
    })
    .openapi({ type: "string", format: "date-time" });
}
