import { z } from "zod";
import { id, idNumber, ignoring, instant, linesText, lineText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { isoFromMs } from "../shared/time.ts";
import { OUT_OF_SERVICE_LIMITS } from "./limits.ts";

const alarm = z.strictObject({
  kind: z.literal("alarm"),
  instance_id: idNumber(),
  rule_id: lineText({ min: 1, max: TEXT_LIMITS.name }),
});
const instance = z.strictObject({ kind: z.literal("instance"), instance_id: idNumber() });
const plantNode = z.strictObject({
  kind: z.literal("plant_node"),
  plant_node_floc_id: lineText({ min: 1, max: TEXT_LIMITS.flocId }),
});

/** An alarm (a rule of an instance), an instance, or a plant node with everything beneath it. */
export const scope = z.discriminatedUnion("kind", [alarm, instance, plantNode]);
export type Scope = z.infer<typeof scope>;

export const OUT_OF_SERVICE_STATES = ["planned", "running", "ended"] as const;
export type OutOfServiceState = (typeof OUT_OF_SERVICE_STATES)[number];

const time = z.iso.datetime({ offset: true, error: "Must be a time such as 2026-01-31T08:15:02Z" })
  .transform((text) => isoFromMs(Date.parse(text)));
const reason = linesText({ max: TEXT_LIMITS.description }).regex(/\S/, "Must not be empty");
const workOrder = lineText({ max: OUT_OF_SERVICE_LIMITS.workOrder }).nullable();

const stored = z.strictObject({
  id: id(),
  scope,
  starts_at: instant(),
  ends_at: instant(),
  reason: z.string(),
  work_order: z.string().nullable(),
  created_at: instant(),
  created_by: z.string(),
  ended_at: instant().nullable().describe("When it ended; null: it has not"),
  ended_by: z.string().nullable().describe(
    "Who ended it early; Andon where its alarm, instance or plant node was deleted; null: nobody, it ended by itself",
  ),
});

/** An interval out of service as a client reads it. */
export const outOfService = stored.extend({
  name: z.string().describe("What is out of service, in words"),
  state: z.enum(OUT_OF_SERVICE_STATES),
  plant_node_floc_id: z.string().nullable().describe("Where it stands; null: nowhere in the plant model"),
  active_events: z.int().min(0).describe("The active events that it hides now"),
});

export interface OutOfServiceRecord extends z.infer<typeof stored> {
  v: 1;
  /** The state that the audit log and the push channel know. */
  recorded_state: OutOfServiceState;
}

const READ = Object.keys(outOfService.shape);

/** Body of POST /api/out-of-service. */
export const outOfServiceSchema = ignoring(
  READ,
  z.strictObject({
    scope,
    starts_at: time.optional().describe("For planned maintenance; absent, or in the past: now"),
    ends_at: time,
    reason,
    work_order: workOrder.default(null).describe("The number of the work order; null: none"),
  }),
);
export interface OutOfServiceDraft extends z.output<typeof outOfServiceSchema> {}

/** Body of PUT /api/out-of-service/{id}. Omitted fields stay unchanged, as does the scope. */
export const outOfServiceChangeSchema = ignoring(
  READ,
  z.strictObject({
    starts_at: time.optional().describe("Counts until it has begun"),
    ends_at: time.optional(),
    reason: reason.optional(),
    work_order: workOrder.optional(),
  }),
);
export interface OutOfServiceChange extends z.output<typeof outOfServiceChangeSchema> {}
