import { z } from "zod";
import { MOST_WARNINGS } from "../instance/limits.ts";
import { unitWarning } from "../instance/schema.ts";
import { event } from "../event/schema.ts";
import { dataType } from "../sample/schema.ts";
import { count, id, instant } from "../shared/schema.ts";
import { trend } from "../trend/schema.ts";

const amount = () => z.number().min(0);

/** Figures of one rule, or of all together. With several rules the shares are of their total time. */
const figures = z.strictObject({
  events: count(),
  active_at_end: count(),
  rate_per_day: amount(),
  chattering: count().describe("Events with the flag chattering"),
  active_seconds: amount(),
  active_share: amount(),
  blind_seconds: amount().describe("Time in which the truth of a rule was unknown"),
  blind_share: amount(),
});

/** Both null for an instance that is not stored. */
const ofInstance = { instance_id: id().nullable(), template_instance: z.string().nullable() };

const ruleFigures = z.strictObject({
  ...ofInstance,
  rule_id: z.string(),
  rule_name: z.string(),
  ...figures.shape,
});

/** An event as a live evaluation would raise it. */
const backtestEvent = event.omit({
  id: true,
  recorded_at: true,
  display_name: true,
  limit: true,
  guidance: true,
  template_instance: true,
  template_id: true,
  template_version: true,
  instance_id: true,
  acknowledged_at: true,
  acknowledged_by: true,
  acknowledgements: true,
  re_alarmed_at: true,
  comment_count: true,
  note: true,
  shelved_until: true,
  shelve_reason: true,
  revision: true,
}).extend({ template_instance: ofInstance.template_instance, instance_id: ofInstance.instance_id })
  .meta({ id: "BacktestEvent" });

/** The series of a stream: numbers in buckets, texts and booleans as their newest changes. */
const series = z.strictObject({
  stream_name: z.string(),
  data_type: dataType,
  uom: z.string().nullable(),
  ...trend.pick({ held: true, samples: true, buckets: true, changes: true, truncated: true }).shape,
});

/** The result of a backtest. Rules are evaluated without the streams that are missing at the source. */
export const backtest = z.strictObject({
  from: instant(),
  to: instant(),
  samples: count(),
  evaluations: count().describe("Evaluations of a rule"),
  summary: figures,
  rules: z.array(ruleFigures),
  events: z.array(backtestEvent).describe("Sorted by start"),
  truncated: z.boolean().describe("There are more events than are listed"),
  series: z.array(series),
  series_left_out: count().describe("Streams without a series, because there are too many buckets"),
  missing_streams: z.array(z.string()).describe("Streams that are missing at the source"),
  warnings: z.array(unitWarning).describe(
    `Conditions that compare streams of different units, at most ${MOST_WARNINGS}`,
  ),
}).meta({ id: "Backtest" });

export interface BacktestResult extends z.infer<typeof backtest> {}
export interface BacktestEvent extends z.infer<typeof backtestEvent> {}
export interface BacktestFigures extends z.infer<typeof figures> {}
export interface BacktestRuleFigures extends z.infer<typeof ruleFigures> {}
export interface BacktestSeries extends z.infer<typeof series> {}
