import { z } from "@hono/zod-openapi";
import { notificationPolicy as stored } from "../../../../domain/notification_policy/schema.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";

export const policyExample = {
  name: "Critical events in North",
  match: {
    area_ids: [1],
    plant_node_ids: [],
    categories: [],
    severities: ["critical" as const],
    template_ids: [],
    flags: [],
  },
  continue: false,
  group_by: ["plant_node" as const],
  group_wait_seconds: 30,
  group_interval_seconds: 300,
  steps: [
    { after_minutes: 0, to: [{ kind: "roster" as const, id: 1 }] },
    { after_minutes: 10, to: [{ kind: "team" as const, id: 2 }] },
  ],
  repeat: 1,
  repeat_interval_minutes: 60,
  hours: "working_hours" as const,
  stop_on: ["acknowledge" as const, "close" as const, "shelve" as const],
  notify_resolved: true,
};

export const notificationPolicy = shown("NotificationPolicy", stored, {
  id: 2,
  ...policyExample,
  created_at: "2026-01-31T08:15:02.123Z",
  created_by: "admin",
  is_last: false,
  recipients: [
    { kind: "roster", id: 1, name: "Utilities" },
    { kind: "team", id: 2, name: "Electricians" },
  ],
  missing: [],
});

/** Where a message goes. */
export const notificationWay = z.strictObject({
  contact_point_id: id(),
  contact_point: z.string().nullable(),
  user_id: id().nullable().describe("Null: the contact point's own receiver"),
  username: z.string().nullable(),
});

const message = z.strictObject({
  at: instant(),
  after_seconds: count().describe("After the event opens"),
  reason: z.enum(["opened", "escalated", "repeated", "digest"]),
  policy_id: id().nullable().describe("Null: the fallback, a digest, or the policy that is not saved"),
  step: count().describe("From 0"),
  round: count().describe("From 0"),
  is_fallback: z.boolean(),
  to: notificationWay,
  otherwise: z.array(notificationWay).describe("The person's further ways, if that one fails for good"),
});

const passed = message.pick({ at: true, after_seconds: true, step: true, round: true }).extend({
  policy_id: id().nullable().describe("Null: the policy that is not saved"),
  because: z.array(z.string()).describe("Why each recipient of the step is not reached"),
});

const noon = { contact_point_id: 1, contact_point: "Mail", user_id: 2, username: "anna" };

export const policyPreview = shown(
  "NotificationPolicyPreview",
  z.strictObject({
    at: instant(),
    policies: z.array(z.strictObject({ id: id().nullable(), name: z.string() })).describe(
      "The policies that take the event, in their order; id null: it is not saved",
    ),
    messages: z.array(message),
    passed: z.array(passed).describe("The steps that reach nobody, so that the next one follows at once"),
    is_untold: z.boolean().describe(
      "Whether nobody can be told at some time, as no fallback contact point is usable",
    ),
    is_cut: z.boolean().describe("Whether more follows than is shown"),
  }),
  {
    at: "2026-01-31T08:15:02.123Z",
    policies: [{ id: 2, name: "Critical events in North" }],
    messages: [{
      at: "2026-01-31T08:15:02.123Z",
      after_seconds: 0,
      reason: "opened",
      policy_id: 2,
      step: 0,
      round: 0,
      is_fallback: false,
      to: noon,
      otherwise: [],
    }],
    passed: [],
    is_untold: false,
    is_cut: false,
  },
);
