import { z } from "zod";
import {
  count,
  descriptionText,
  enrichmentPairs,
  fullInstant,
  id,
  idNumber,
  ignoring,
  instant,
  linesText,
  plainValue,
  texts,
} from "../shared/schema.ts";
import { MOST_ONE_BY_ONE } from "../shared/bulk.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { OPERATOR_NAMES } from "../rule/operators/table.ts";
import { LIMIT_OPERATORS } from "./limit_operators.ts";
import { MOST_ACKNOWLEDGEMENTS, MOST_COMMENTS } from "./limits.ts";
import { SEVERITIES } from "./severity.ts";

/** How long a key may be shelved, minutes. */
export const SHELF_MINUTES = { min: 1, max: 1_440 } as const;

const CLOSE_REASONS = [
  "condition_cleared",
  "manual",
  "undeployed",
  "superseded",
  "data_correction",
  "drill_ended",
] as const;

/** A number of events or rules of each severity. */
export const severityCounts = z.strictObject({
  info: count(),
  warning: count(),
  error: count(),
  critical: count(),
});
export interface SeverityCounts extends z.infer<typeof severityCounts> {}

const acknowledgement = z.strictObject({
  by: z.string().nullable().describe("A user name or `key:<name>`"),
  at: instant(),
  via: z.enum(["link"]).nullable().describe("`link`: from a message; null: in the console or by the API"),
});
export interface Acknowledgement extends z.infer<typeof acknowledgement> {}

/** A rule event as clients read it. */
export const event = z.strictObject({
  id: id(),
  event_name: z.string(),
  event_description: z.string(),
  display_name: z.string().describe(
    "What is wrong, in words: the rule's display name, else a readable form of its name",
  ),
  severity: z.enum(SEVERITIES),
  is_active: z.boolean(),
  start_time: instant(),
  activated_at: instant(),
  end_time: instant().nullable(),
  closed_at: instant().nullable(),
  recorded_at: instant(),
  close_reason: z.enum(CLOSE_REASONS).nullable(),
  enrichment: texts(),
  template_instance: z.string().describe("The instance's name, or Andon"),
  guidance: z.strictObject({
    cause: z.string().nullable(),
    consequence: z.string().nullable(),
    action: z.string().nullable(),
  }).nullable().describe("The rule's guidance when the event was recorded; null: it had none"),
  category: z.string(),
  template_id: id().nullable().describe("Null, like the next two fields, for an event of Andon itself"),
  template_version: z.int().min(1).nullable(),
  instance_id: id().nullable(),
  rule_id: z.string(),
  plant_node_floc_id: z.string().nullable(),
  acknowledged_at: instant().nullable().describe(
    "The acknowledgement that counts; null: the event needs one, or needs one again",
  ),
  acknowledged_by: z.string().nullable(),
  acknowledgements: z.array(acknowledgement).max(MOST_ACKNOWLEDGEMENTS).describe(
    `The first acknowledgement, and the latest ${MOST_ACKNOWLEDGEMENTS - 1} others`,
  ),
  re_alarmed_at: instant().nullable().describe(
    "Since when the event needs a new acknowledgement (re-alarm); null: it does not",
  ),
  note: z.string().nullable().describe("The newest comment"),
  comment_count: count(),
  shelved_until: instant().nullable(),
  shelve_reason: z.string().nullable(),
  out_of_service_id: id().nullable().optional().describe(
    "The interval out of service in which `start_time` lies; null: none. Absent in a frame: none",
  ),
  out_of_service_until: instant().nullable().optional().describe(
    "Until when its alarm, instance or plant node is out of service; null: it is in service. Absent in a frame: in service",
  ),
  data_state: z.enum(["known", "unknown"]),
  flags: z.array(z.enum(["initial", "late_detected", "chattering", "backfilled", "retracted", "drill"])).meta(
    {
      description: "`drill`: nothing is wrong; the event tests whether people are reached",
    },
  ),
  revision: z.int().min(0),
  trigger: z.array(
    z.strictObject({
      stream: z.string().describe("Its name when the event was recorded"),
      stream_id: z.int().nullable().optional().describe(
        "The integer id of the stream, whose name may be another today; null for a system tag",
      ),
      unit: z.string().nullable().optional().describe(
        "The stream's unit; absent in an event of an older program",
      ),
      value: plainValue().nullable(),
      time: fullInstant(),
    }),
  ).describe("The samples that decided it"),
  limit: z.strictObject({
    stream: z.string(),
    operator: z.enum(LIMIT_OPERATORS),
    value: z.number(),
    deadband: z.number(),
    clears_after_seconds: z.number().nullable().describe(
      "The off-delay of the rule; null where the rule has other conditions too, or an until",
    ),
  }).nullable().describe(
    "The constant that the first deciding stream was compared with; null: not with a constant",
  ),
  opened_by: z.strictObject({
    operator: z.enum(OPERATOR_NAMES),
    subject: z.string().describe("A stream, or what is measured: the increase of a stream over a time"),
    value: plainValue().nullable().describe("The held, calculated or measured value; null: unknown"),
    limit: z.string().nullable().describe(
      "What it was compared with, such as `80` or `10 to 80`; null: nothing",
    ),
    unit: z.string(),
  }).nullable().describe(
    "The comparison of which the texts speak; null: none, or an event of an older program",
  ),
});

/** Andon's own events name no template and no instance. */
export interface EventView extends z.infer<typeof event> {}

/** An event as it is stored. Its identity is (template instance, rule, deployment, onset). */
export interface EventRecord extends
  Omit<
    z.infer<typeof event>,
    | "template_id"
    | "template_version"
    | "instance_id"
    | "display_name"
    | "out_of_service_id"
    | "out_of_service_until"
    | "limit"
    | "opened_by"
    | "guidance"
    | "comment_count"
    | "acknowledgements"
    | "re_alarmed_at"
  > {
  v: 1;
  /** Absent, like the limit, in an event of an older program. */
  display_name?: string;
  limit?: z.infer<typeof event>["limit"];
  opened_by?: z.infer<typeof event>["opened_by"];
  guidance?: z.infer<typeof event>["guidance"];
  /** Absent before the first one, and in an event of an older program. */
  acknowledgements?: Acknowledgement[];
  /** Present while the event needs a new acknowledgement. `is_late`: it came later than due, such as after a shelf. */
  re_alarm?: { at: string; is_late: boolean };
  /** Absent while there is no comment. */
  comment_count?: number;
  /** Everybody who commented, once each. */
  commented_by?: string[];
  template_id: number;
  template_version: number;
  instance_id: number;
  /** Ticks of the onset, exact; `start_time` is this cut to milliseconds. */
  onset: number;
  deployment: number;
}

/** Body of PUT /api/rule-events/{id}. `is_active: true` has no effect on an active event. */
export const eventChangeSchema = ignoring(
  Object.keys(event.shape),
  z.strictObject({
    event_description: descriptionText().optional(),
    severity: event.shape.severity.optional(),
    enrichment: enrichmentPairs().nullable().transform((pairs) => pairs ?? {}).optional(),
    note: linesText({ max: TEXT_LIMITS.description }).nullable().optional(),
    is_active: z.boolean().optional(),
  }),
);

/** Body of POST /api/rule-events/{id}/shelve. */
/** Body of POST /api/rule-events/bulk-acknowledge. */
export const bulkAcknowledgementSchema = z.strictObject({
  event_ids: z.array(idNumber()).min(1).max(MOST_ONE_BY_ONE),
  comment: linesText({ max: TEXT_LIMITS.description }).regex(/\S/, "Must not be empty").optional(),
});

export const shelveSchema = z.strictObject({
  minutes: z.int().min(SHELF_MINUTES.min).max(SHELF_MINUTES.max),
  reason: linesText({ max: TEXT_LIMITS.description }).regex(/\S/, "Must not be empty"),
});

/** Body of POST /api/rule-events/{id}/comments. */
export const commentSchema = z.strictObject({
  text: linesText({ max: TEXT_LIMITS.description }).regex(/\S/, "Must not be empty"),
});

/** A comment as clients read it. Comments are never changed. */
export const comment = z.strictObject({
  id: z.int().min(1).max(MOST_COMMENTS).describe("Its number in the thread, from 1"),
  text: z.string(),
  created_by: z.string().nullable().describe(
    "A user name or `key:<name>`; null for a note from the time before comments",
  ),
  created_at: instant().nullable(),
});

export interface EventComment extends z.infer<typeof comment> {}
