import { z } from "zod";
import { DOUBTS } from "../evaluation/evaluating/reading.ts";
import { RULE_PHASES } from "../evaluation/types.ts";
import { SEVERITIES } from "../event/severity.ts";
import { leftOutRule } from "../rule/schema.ts";
import { RELATIONS } from "../rule/operators/relations.ts";
import { OPERATOR_NAMES } from "../rule/operators/table.ts";
import { quality } from "../sample/schema.ts";
import { count, fullInstant, id, instant, plainValue } from "../shared/schema.ts";

const state = z.enum(RULE_PHASES);
const truth = z.enum(["true", "false", "unknown"]);
/** A sample, with the source's full fraction in `time`. */
const sample = z.strictObject({ value: plainValue().nullable(), time: fullInstant(), quality });
const anySample = () => z.union([sample, z.null()]);
const seconds = () => z.number().min(0);

/** A stream that a comparison reads. */
const input = z.strictObject({
  role: z.enum(["stream", "part", "of", "value", "limit"]).meta({
    description:
      "The compared stream, a part of an expression, the second stream of deviation_above, or the stream of " +
      "an operand",
  }),
  stream_id: z.int(),
  stream_name: z.string(),
  uom: z.string().nullable(),
  sample: anySample().meta({ description: "The newest evaluated sample" }),
  good: anySample().meta({ description: "The newest good sample, if the newest is not good" }),
  age_seconds: z.number().nullable(),
  max_age_seconds: seconds().meta({ description: "0: none" }),
  doubt: z.enum(DOUBTS).nullable().meta({
    description: "Why its value does not count; null if it does. Of a window: its past is not read yet, " +
      "or too little of it is known",
  }),
  waiting: count().meta({ description: "Samples that have arrived and wait for evaluation" }),
  newest_waiting: anySample(),
});

/**
 * What the value must do for the comparison to become TRUE or FALSE. Includes the deadband of a latched one. A limit is
 * null while the stream that provides it is unknown; numbers within `tolerance` are equal.
 */
const need = z.strictObject({
  relation: z.enum(RELATIONS),
  limits: z.array(plainValue().nullable()),
  tolerance: z.number(),
  text: z.string(),
});
const anyNeed = (description: string) => z.union([need, z.null()]).meta({ description });

const comparison = z.strictObject({
  operator: z.enum(OPERATOR_NAMES),
  expression: z.strictObject({ text: z.string(), unit: z.string().nullable() }).nullable().meta({
    description: "The calculated value, with the names of its streams; null: a stream is compared",
  }),
  value: plainValue().nullable().meta({
    description: "The compared value, or the measure of a window (seconds of stale_for, the " +
      "range of flat_for); null if unknown",
  }),
  latched: z.boolean().meta({ description: "True until its reset limit is reached: the deadband counts" }),
  deadband: z.number(),
  inputs: z.array(input),
  to_true: anyNeed("What makes it true; null if it is true"),
  to_false: anyNeed("What makes it false; null if it is false"),
  changes_at: instant().nullable().meta({
    description: "When it changes, or may change, without a sample",
  }),
});

/**
 * A part of a rule's conditions, in their order: each list before its parts. The whole has depth 0. The parts of `until`
 * follow while it is asked.
 */
const part = z.strictObject({
  of: z.enum(["conditions", "until"]).meta({
    description: "until: while it decides when the active event ends",
  }),
  depth: count(),
  kind: z.enum(["all", "any", "at_least", "not", "comparison"]),
  truth,
  text: z.string(),
  comparison: z.union([comparison, z.null()]),
});

/** A step that would change the state of a rule. */
const step = z.strictObject({
  to: state,
  by: z.enum(["time", "values", "data"]).meta({
    description: "What has to happen: time passes, values change, or known values arrive",
  }),
  seconds: seconds().nullable(),
  at: instant().nullable(),
  parts: z.array(count()).meta({ description: "The indexes in `parts` of the parts that must change" }),
  text: z.string(),
});

const delay = z.strictObject({
  kind: z.enum(["on_delay", "off_delay"]),
  seconds: seconds(),
  elapsed_seconds: seconds(),
  running: z.boolean().meta({
    description: "False while the delay does not run because the truth is unknown or about to be",
  }),
  ends_at: instant().nullable(),
});

const rule = z.strictObject({
  rule_id: z.string(),
  rule_name: z.string(),
  display_name: z.string().meta({ description: "What is wrong, in words" }),
  severity: z.enum(SEVERITIES),
  state: state.meta({ description: "The state at the last evaluation" }),
  truth: truth.meta({
    description: "The truth at `at`; of a sliding window it may be newer than the last evaluation",
  }),
  start_time: instant().nullable(),
  activated_at: instant().nullable(),
  end_time: instant().nullable().meta({ description: "Since when a clearing rule has been false" }),
  event_id: id().nullable().meta({ description: "Its active event; null for a past time" }),
  delay: z.union([delay, z.null()]),
  gives_up_at: instant().nullable().meta({
    description: "When a pending rule returns to normal because its truth is unknown",
  }),
  parts: z.array(part),
  next: z.array(step),
  text: z.string(),
});

export const explanation = z.strictObject({
  instance_id: id(),
  instance_name: z.string(),
  template_id: id(),
  template_version: z.int().nullable(),
  is_deployed: z.boolean(),
  judging: z.boolean().meta({ description: "Deployed, and the data source answers" }),
  basis: z.enum(["live", "replay", "backtest", "none"]).meta({
    description:
      "live: the current state. replay: the state at a past time, evaluated again from stored state. " +
      "backtest: evaluated from `judged_from` as if deployed there. none: not deployed",
  }),
  at: instant().nullable().meta({ description: "The explained time; everything up to it is evaluated" }),
  judged_from: instant().nullable(),
  rules: z.array(rule),
  left_out_rules: z.array(leftOutRule).meta({ description: "Rules that are not evaluated" }),
  missing_streams: z.array(z.string()).meta({ description: "Streams that are missing at the source" }),
  text: z.string(),
});

export interface Explanation extends z.infer<typeof explanation> {}
export interface ExplainedSample extends z.infer<typeof sample> {}
export interface ExplainedInput extends z.infer<typeof input> {}
export interface ExplainedNeed extends z.infer<typeof need> {}
export interface ExplainedComparison extends z.infer<typeof comparison> {}
export interface ExplainedPart extends z.infer<typeof part> {}
export interface ExplainedStep extends z.infer<typeof step> {}
export interface ExplainedDelay extends z.infer<typeof delay> {}
export interface ExplainedRule extends z.infer<typeof rule> {}
export type TruthName = z.infer<typeof truth>;
export type Basis = Explanation["basis"];
