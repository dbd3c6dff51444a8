import { z } from "zod";
import { descriptionText, enrichmentPairs, ignoring, limitedText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { SHELF_MINUTES } from "./shelf.ts";
import { SEVERITIES } from "./types.ts";

/** Read-only fields, which a change may contain and which are ignored. */
const READ_ONLY = [
  "id",
  "event_name",
  "start_time",
  "activated_at",
  "end_time",
  "closed_at",
  "recorded_at",
  "close_reason",
  "template_instance",
  "category",
  "template_id",
  "template_version",
  "instance_id",
  "rule_id",
  "plant_node_floc_id",
  "acknowledged_at",
  "acknowledged_by",
  "shelved_until",
  "shelve_reason",
  "data_state",
  "flags",
  "revision",
  "trigger",
] as const;

/** Body of PUT /api/rule-events/{id}. `is_active: true` has no effect on an active event. */
export const eventChangeSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    event_description: descriptionText().optional(),
    severity: z.enum(SEVERITIES).optional(),
    enrichment: enrichmentPairs().nullable().transform((pairs) => pairs ?? {}).optional(),
    note: limitedText({ max: TEXT_LIMITS.description }).nullable().optional(),
    is_active: z.boolean().optional(),
  }),
);

/** Body of POST /api/rule-events/{id}/shelve. */
export const shelveSchema = z.strictObject({
  minutes: z.int().min(SHELF_MINUTES.min).max(SHELF_MINUTES.max),
  reason: limitedText({ max: TEXT_LIMITS.description }).regex(/\S/, "Must not be empty"),
});
