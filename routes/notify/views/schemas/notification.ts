import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../../domain/event/severity.ts";
import { KEPT_ATTEMPTS, MOST_WORDS } from "../../../../domain/notification/delivery.ts";
import { DELIVERY_STATES, MOST_NAMED, REASONS } from "../../../../domain/notification/limits.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";

const attempt = z.strictObject({
  at: instant(),
  outcome: z.enum(["accepted", "delivered", "retry", "failed", "interrupted"]).describe(
    "`interrupted`: Andon ended during the attempt, so the message is sent again with the same key",
  ),
  status: z.int().nullable().describe(
    "Of HTTP or SMTP, or the reason code of MQTT; null: there was no answer",
  ),
  words: z.string().describe(
    `The receiver's own words, or what prevented the attempt; at most ${MOST_WORDS.toLocaleString("en")} ` +
      "characters, 200 of attempts before the last one",
  ),
  latency_ms: z.number().min(0),
});

export const delivery = shown(
  "NotificationDelivery",
  z.strictObject({
    id: z.string().describe("A ULID; the order of ids is the order of time"),
    created_at: instant(),
    reason: z.enum(REASONS),
    severity: z.enum(SEVERITIES),
    is_drill: z.boolean(),
    state: z.enum(DELIVERY_STATES).describe(
      "`accepted`: the receiver took it; `delivered` only where the receiver reports so. " +
        "`folded`: a digest names it instead",
    ),
    event_ids: z.array(id()).max(MOST_NAMED).describe(
      `The events that it names, at most ${MOST_NAMED}, the most severe first`,
    ),
    event_count: count(),
    first_event: z.strictObject({
      id: id(),
      template_instance: z.string(),
      plant_node_floc_id: z.string().nullable(),
      display_name: z.string(),
    }).nullable().describe("The first of `event_ids`; null: it does not exist any more"),
    contact_point_id: id(),
    contact_point_name: z.string().nullable().describe("Null: it does not exist any more"),
    user_id: id().nullable().describe("Null: the contact point's own receiver"),
    username: z.string().nullable(),
    address: z.string().nullable().describe("The person's address at the contact point"),
    policy_id: id().nullable().describe("Null: the fallback"),
    step: count().describe("Of the policy, from 0"),
    round: count().describe("How often all steps had been repeated"),
    key: z.string().describe("The same at each attempt, so that the receiver recognises a repeat"),
    attempts: z.array(attempt).max(KEPT_ATTEMPTS).describe("The last ones, oldest first"),
    attempt_count: count(),
    due_at: instant(),
    next_attempt_at: instant().nullable(),
    settled_at: instant().nullable(),
    folded_into: z.string().nullable().describe("The digest that names it"),
    instead_of: z.string().nullable().describe(
      "The delivery to the same person by another way, which failed for good",
    ),
    cancelled_because: z.string().nullable().describe(
      "Null: it was not cancelled, or what it told of had ended",
    ),
  }),
  {
    id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
    created_at: "2026-01-31T08:15:02.123Z",
    reason: "opened",
    severity: "critical",
    is_drill: false,
    state: "accepted",
    event_ids: [42],
    event_count: 1,
    first_event: {
      id: 42,
      template_instance: "Pump 7",
      plant_node_floc_id: "NORTH-UTL",
      display_name: "Overpressure",
    },
    contact_point_id: 2,
    contact_point_name: "Company mail",
    user_id: 5,
    username: "anna",
    address: "anna@example.org",
    policy_id: 3,
    step: 0,
    round: 0,
    key: "8f3a0c5d1e7b2946/42/opened/1/p3/0/0/u5/c2",
    attempts: [{
      at: "2026-01-31T08:15:02.200Z",
      outcome: "accepted",
      status: 250,
      words: "2.0.0 Ok: queued as 4Xk2",
      latency_ms: 41.5,
    }],
    attempt_count: 1,
    due_at: "2026-01-31T08:15:02.123Z",
    next_attempt_at: null,
    settled_at: "2026-01-31T08:15:02.241Z",
    folded_into: null,
    instead_of: null,
    cancelled_because: null,
  },
);

export const eventNotification = shown(
  "EventNotification",
  z.strictObject({
    ...delivery.schema.shape,
    answer: z.enum(["acknowledge", "cannot"]).nullable().describe(
      "What the person answered about the event, in the console or from a message; null: nothing yet",
    ),
    answered_at: instant().nullable(),
  }),
  { ...delivery.example, answer: "acknowledge", answered_at: "2026-01-31T08:16:00.000Z" },
);
