import { z } from "zod";
import { event } from "../event/schema.ts";
import { SEVERITIES } from "../event/severity.ts";
import { recipient } from "../notification/schema.ts";
import { flocId } from "../plant/schema.ts";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  issue,
  nameText,
  onAnyObject,
  storedFields,
} from "../shared/schema.ts";
import { category } from "../template/schema.ts";
import { POLICY_DEFAULTS, POLICY_LIMITS, UNTIL_ANSWERED } from "./limits.ts";

/** A list; repeats are dropped before it is stored. */
function listOf<S extends z.ZodType<string | number>>(item: S, most: number) {
  return z.array(item).max(most);
}

/** A drill is told by the policies of the events that it stands for. */
const eventFlag = event.shape.flags.element.exclude(["drill"]);

const match = z.strictObject({
  area_ids: listOf(idNumber(), POLICY_LIMITS.areas).default([]),
  plant_node_ids: listOf(flocId(), POLICY_LIMITS.plantNodes).default([]).describe(
    "The `floc_id` of plant nodes. An event matches in one of the areas or at or below one of the nodes",
  ),
  categories: listOf(category, POLICY_LIMITS.categories).default([]),
  severities: listOf(z.enum(SEVERITIES), SEVERITIES.length).default([]),
  template_ids: listOf(idNumber(), POLICY_LIMITS.templates).default([]),
  flags: listOf(eventFlag, eventFlag.options.length).default([]),
}).describe("An empty list matches everything. An event must match each list: by one of its items");

/** Which events a policy takes. */
export interface PolicyMatch extends z.output<typeof match> {}

export const GROUP_BY = ["plant_node", "template", "category", "instance"] as const;
export const STOP_ON = ["acknowledge", "close", "shelve"] as const;

export const POLICY_HOURS = ["always", "working_hours"] as const;

const step = z.strictObject({
  after_minutes: z.int().min(POLICY_LIMITS.afterMinutes.min).max(POLICY_LIMITS.afterMinutes.max).describe(
    "From the event's first commit",
  ),
  to: z.array(recipient).min(1, "Must name at least one recipient").max(POLICY_LIMITS.recipients),
});

/** A step of an escalation. */
export interface PolicyStep extends z.output<typeof step> {}

const steps = z.array(step).max(POLICY_LIMITS.steps)
  .refine(
    (list) =>
      list.every(({ after_minutes }, at) => after_minutes >= (list[at - 1]?.after_minutes ?? -Infinity)),
    "Must be ordered by after_minutes",
  );

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

const repeat = z.union([within(POLICY_LIMITS.repeat), z.literal(UNTIL_ANSWERED)], {
  error:
    `Must be a whole number from ${POLICY_LIMITS.repeat.min} to ${POLICY_LIMITS.repeat.max}, or "${UNTIL_ANSWERED}"`,
});

const given = {
  name: nameText().describe("Unique, whatever its case"),
  match: match.prefault({}),
  continue: z.boolean().default(POLICY_DEFAULTS.continue).describe(
    "Whether the policies after this one are asked too when this one matches",
  ),
  group_by: listOf(z.enum(GROUP_BY), GROUP_BY.length).default([...POLICY_DEFAULTS.group_by]).describe(
    "Events that agree in these fields share messages; none: all events of the policy",
  ),
  group_wait_seconds: within(POLICY_LIMITS.groupWaitSeconds).default(POLICY_DEFAULTS.group_wait_seconds).meta(
    {
      description:
        "How long the first message waits for other events of its group; critical events do not wait",
    },
  ),
  group_interval_seconds: within(POLICY_LIMITS.groupIntervalSeconds).default(
    POLICY_DEFAULTS.group_interval_seconds,
  ).describe("The least time between two messages of a group; critical events do not wait"),
  steps: steps.default([]).describe("Without steps, the fallback contact point is told"),
  repeat: repeat.default(POLICY_DEFAULTS.repeat).describe(
    "How often all steps begin again after the last one. `until_answered`: until the escalation is stopped; " +
      `\`stop_on\` then needs \`acknowledge\` or \`close\`, and the rounds are at least ${POLICY_LIMITS.endlessIntervalMinutes.min} minutes apart`,
  ),
  repeat_interval_minutes: within(POLICY_LIMITS.repeatIntervalMinutes).default(
    POLICY_DEFAULTS.repeat_interval_minutes,
  ),
  hours: z.enum(POLICY_HOURS).default(POLICY_DEFAULTS.hours).describe(
    "`working_hours`: outside the plant's working hours (PUT /api/plant-settings), what is not critical waits until " +
      "they begin, and leaves in a digest then",
  ),
  stop_on: listOf(z.enum(STOP_ON), STOP_ON.length).min(1, "Must name at least one").default([
    ...POLICY_DEFAULTS.stop_on,
  ])
    .describe(
      "What ends the escalation of an event; it goes on after what the list leaves out. A retracted or " +
        "deleted event always ends it",
    ),
  notify_resolved: z.boolean().default(POLICY_DEFAULTS.notify_resolved).describe(
    "Whether those who were told of an event are told when it closes",
  ),
};

const stored = z.strictObject({
  id: id(),
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

/** A notification policy: which events it takes, and who is told of them and when. */
export interface PolicyRecord extends z.infer<typeof stored> {
  v: 1;
}

/** A notification policy as clients read it. */
export const notificationPolicy = stored.extend({
  is_last: z.boolean().describe(
    "Whether it is the last policy, which takes every event and cannot be deleted",
  ),
  recipients: z.array(recipient.extend({
    name: z.string().nullable().describe("Null: it does not exist"),
  })).describe("Everybody whom the steps name, once each"),
  missing: z.array(issue).describe(
    "What the policy names although it does not exist, by its path in the policy",
  ),
});

/** The order of all policies but the last one. */
export interface PolicyOrderRecord {
  v: 1;
  policy_ids: number[];
}

const READ = Object.keys(notificationPolicy.shape);

/** Body of POST /api/notification-policies. */
export const policySchema = ignoring(READ, z.strictObject(given));
export interface PolicyDraft extends z.output<typeof policySchema> {}

/** Body of PUT /api/notification-policies/{id}. Omitted fields stay unchanged. */
export const policyChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface PolicyChange extends z.output<typeof policyChangeSchema> {}

/** An event that has not happened, for a preview. What it names must exist. */
const sampleEvent = z.strictObject({
  severity: z.enum(SEVERITIES).default("warning"),
  category: category.optional().describe("Absent: that of the template, or `health`"),
  template_id: idNumber().nullable().default(null).describe("Null: that of the instance"),
  instance_id: idNumber().nullable().default(null),
  plant_node_floc_id: flocId().nullable().default(null).describe("Null: that of the instance"),
  flags: match.shape.flags,
});
export interface SampleEvent extends z.output<typeof sampleEvent> {}

/** A policy for a preview: what saving it would send, which one it replaces, and where it would stand. */
const unsavedPolicy = z.strictObject({
  ...given,
  id: idNumber().nullable().default(null).describe("The policy that it replaces; null: none"),
  place: within(POLICY_LIMITS.place).optional().describe(
    'Its place in the order, from 0. Absent: the present one; for a new policy the one before "everything else"',
  ),
});
export interface UnsavedPolicy extends z.output<typeof unsavedPolicy> {}

/** Body of POST /api/notification-policies/preview. */
export const policyPreviewSchema = z.strictObject({
  event_id: idNumber().optional().describe("An event, as if it opened at that time"),
  event: sampleEvent.optional().describe("Instead of an event that exists"),
  policy: ignoring(READ, unsavedPolicy).optional().describe(
    "The answer is as if this policy were saved. Nothing is saved. Its name may be taken",
  ),
  at: z.iso.datetime({ offset: true, error: "Must be a time such as 2026-01-31T08:15:02Z" }).optional()
    .describe("When the event opens; absent: now"),
}).refine(({ event_id, event }) => (event_id === undefined) !== (event === undefined), {
  message: "Needs either event_id or event",
  when: onAnyObject,
});

export type PolicyPreviewDraft = z.output<typeof policyPreviewSchema>;

/** Body of PUT /api/notification-policies/order. */
export const policyOrderSchema = z.strictObject({
  policy_ids: listOf(idNumber(), POLICY_LIMITS.policies).describe(
    "All policies but the last one, in their new order",
  ),
});
