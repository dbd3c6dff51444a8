import { z } from "@hono/zod-openapi";
import { BACKTEST_LIMITS, BACKTEST_POINTS } from "../../../domain/backtest/types.ts";
import { bindingForms } from "../../../domain/instance/schema.ts";
import { idNumber } from "../../../domain/shared/schema.ts";
import { unsavedTemplateSchema } from "../../../domain/template/schema.ts";
import { sourceTime } from "../../pipeline/query.ts";

const { min, max, default: points } = BACKTEST_POINTS;

const fields = {
  instance_ids: z.array(idNumber()).min(1).max(BACKTEST_LIMITS.instances).optional(),
  ...bindingForms,
  from: sourceTime().optional(),
  to: sourceTime().optional(),
  points: z.int().min(min).max(max).default(points),
  stream: z.boolean().default(false),
};

const bound = <
  Body extends z.ZodType<{ instance_ids?: unknown; placeholders?: unknown; placeholder_mappings?: unknown }>,
>(
  body: Body,
) =>
  body.refine(
    ({ instance_ids, placeholders, placeholder_mappings }) =>
      instance_ids === undefined || (placeholders ?? placeholder_mappings) === undefined,
    { path: ["instance_ids"], message: "Give instance_ids or placeholder_mappings, not both" },
  );

/** Body of POST /api/templates/{id}/backtest. */
export const templateBacktestSchema = bound(z.strictObject(fields));

/** Body of POST /api/backtests: a template as POST /api/templates takes it, or a stored one's id. */
export const backtestSchema = bound(z.strictObject({
  template: unsavedTemplateSchema.optional(),
  template_id: idNumber().optional(),
  ...fields,
})).refine((body) => (body.template === undefined) !== (body.template_id === undefined), {
  path: ["template"],
  message: "Give either template or template_id",
});

export type TemplateBacktestBody = z.infer<typeof templateBacktestSchema>;
export type BacktestBody = z.infer<typeof backtestSchema>;
