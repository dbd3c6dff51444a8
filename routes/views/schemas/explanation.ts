import { z } from "@hono/zod-openapi";
import type { Explanation } from "../../../domain/explanation/types.ts";
import { RELATIONS } from "../../../domain/rule/operators/entry.ts";
import { OPERATOR_NAMES } from "../../../domain/rule/operators/table.ts";
import { count, fullInstant, id, instant, plainValue, shown } from "../../document/shown.ts";
import { quality } from "./asset.ts";
import { severity } from "./event.ts";

const state = z.enum(["normal", "pending", "active", "clearing", "held"]);
const truth = z.enum(["true", "false", "unknown"]);
const sample = z.strictObject({ value: plainValue().nullable(), time: fullInstant(), quality });
const anySample = () => z.union([sample, z.null()]);
const seconds = () => z.number().min(0);

const input = z.strictObject({
  role: z.enum(["stream", "of", "value", "limit"]).openapi({
    description: "The compared stream, the second stream of deviation_above, or the stream of an operand",
  }),
  stream_id: z.int(),
  stream_name: z.string(),
  uom: z.string().nullable(),
  sample: anySample().openapi({ description: "The newest evaluated sample" }),
  good: anySample().openapi({ description: "The newest good sample, if the newest is not good" }),
  age_seconds: z.number().nullable(),
  max_age_seconds: seconds().openapi({ description: "0: none" }),
  doubt: z.enum([
    ...["unread", "no_sample", "bad_quality", "too_old", "history_unread", "not_covered"] as const,
  ]).nullable().openapi({
    description: "Why its value does not count; null if it does. Of a window: its past is not read yet, " +
      "or too little of it is known",
  }),
  waiting: count().openapi({ description: "Samples that have arrived and wait for evaluation" }),
  newest_waiting: anySample(),
});

const need = z.strictObject({
  relation: z.enum(RELATIONS),
  limits: z.array(plainValue().nullable()),
  tolerance: z.number(),
  text: z.string(),
});
const anyNeed = (description: string) => z.union([need, z.null()]).openapi({ description });

const comparison = z.strictObject({
  operator: z.enum(OPERATOR_NAMES),
  value: plainValue().nullable().openapi({
    description: "The compared value, or the measure of a window (seconds of stale_for, the " +
      "range of flat_for); null if unknown",
  }),
  latched: z.boolean().openapi({ description: "True until its reset limit is reached: the deadband counts" }),
  deadband: z.number(),
  inputs: z.array(input),
  to_true: anyNeed("What makes it true; null if it is true"),
  to_false: anyNeed("What makes it false; null if it is false"),
  changes_at: instant().nullable().openapi({
    description: "When it changes, or may change, without a sample",
  }),
});

const part = z.strictObject({
  depth: count(),
  kind: z.enum(["all", "any", "not", "comparison"]),
  truth,
  text: z.string(),
  comparison: z.union([comparison, z.null()]),
});

const step = z.strictObject({
  to: state,
  by: z.enum(["time", "values", "data"]).openapi({
    description: "What has to happen: time passes, values change, or known values arrive",
  }),
  seconds: seconds().nullable(),
  at: instant().nullable(),
  parts: z.array(count()).openapi({ description: "The indexes in `parts` of the parts that must change" }),
  text: z.string(),
});

const delay = z.strictObject({
  kind: z.enum(["on_delay", "off_delay"]),
  seconds: seconds(),
  elapsed_seconds: seconds(),
  running: z.boolean().openapi({
    description: "False while the delay does not run because the truth is unknown or about to be",
  }),
  ends_at: instant().nullable(),
});

const rule = z.strictObject({
  rule_id: z.string(),
  rule_name: z.string(),
  severity,
  state: state.openapi({ description: "The state at the last evaluation" }),
  truth: truth.openapi({
    description: "The truth at `at`; of a sliding window it may be newer than the last evaluation",
  }),
  start_time: instant().nullable(),
  activated_at: instant().nullable(),
  end_time: instant().nullable().openapi({ description: "Since when a clearing rule has been false" }),
  event_id: id().nullable().openapi({ description: "Its active event; null for a past time" }),
  delay: z.union([delay, z.null()]),
  gives_up_at: instant().nullable().openapi({
    description: "When a pending rule returns to normal because its truth is unknown",
  }),
  parts: z.array(part),
  next: z.array(step),
  text: z.string(),
});

export const explanation = shown(
  "Explanation",
  z.strictObject({
    instance_id: id(),
    instance_name: z.string(),
    template_id: id(),
    template_version: z.int().nullable(),
    is_deployed: z.boolean(),
    judging: z.boolean(),
    basis: z.enum(["live", "replay", "backtest", "none"]),
    at: instant().nullable(),
    judged_from: instant().nullable(),
    rules: z.array(rule),
    missing_streams: z.array(z.string()).openapi({ description: "Streams that are missing at the source" }),
    text: z.string(),
  }) satisfies z.ZodType<Explanation>,
  {
    instance_id: 11,
    instance_name: "Pump 1",
    template_id: 3,
    template_version: 1,
    is_deployed: true,
    judging: true,
    basis: "live",
    at: "2026-01-31T08:15:05.000Z",
    judged_from: null,
    rules: [{
      rule_id: "high",
      rule_name: "High pressure",
      severity: "warning",
      state: "normal",
      truth: "false",
      start_time: null,
      activated_at: null,
      end_time: null,
      event_id: null,
      delay: null,
      gives_up_at: null,
      parts: [{
        depth: 0,
        kind: "comparison",
        truth: "false",
        text: "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar)",
        comparison: {
          operator: "greater_than",
          value: 3.9,
          latched: false,
          deadband: 0.2,
          inputs: [{
            role: "stream",
            stream_id: 17,
            stream_name: "Line1.Pump1.Pressure",
            uom: "bar",
            sample: { value: 3.9, time: "2026-01-31T08:15:02.1234567Z", quality: "good" },
            good: null,
            age_seconds: 2.8765433,
            max_age_seconds: 0,
            doubt: null,
            waiting: 0,
            newest_waiting: null,
          }],
          to_true: {
            relation: "above",
            limits: [4],
            tolerance: 0,
            text: "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar)",
          },
          to_false: null,
          changes_at: null,
        },
      }],
      next: [{
        to: "pending",
        by: "values",
        seconds: null,
        at: null,
        parts: [0],
        text: "Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar), and stay so for 5 s",
      }],
      text:
        "Normal. To become an event, Line1.Pump1.Pressure must rise above 4 bar (is 3.9 bar), and stay so for 5 s.",
    }],
    missing_streams: [],
    text: "1 rule: 1 normal.",
  },
);
