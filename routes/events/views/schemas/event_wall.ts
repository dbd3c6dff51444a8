import { z } from "@hono/zod-openapi";
import { severityCounts as counts } from "../../../../domain/event/schema.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";
import { MOST_UNACKNOWLEDGED } from "../../../../domain/event/unacknowledged.ts";
import { coverageBounds } from "../../../statistics/views/schemas/coverage.ts";
import { ruleEvent, severity } from "./event.ts";

const head = {
  hours: z.number(),
  generated_at: instant(),
  total: count(),
  shelved: count().describe("Events left out because their rule and instance are shelved"),
  out_of_service: count().describe(
    "Events left out because their alarm, instance or plant node is out of service; they do not count as shelved",
  ),
  truncated: z.boolean().describe("There are more events than are returned"),
  unacknowledged: z.array(ruleEvent.schema).max(MOST_UNACKNOWLEDGED).describe(
    "Events that cleared by their condition since `keep_unacknowledged` was switched on, until " +
      "somebody acknowledges them; newest first. Not those that were backfilled or retracted, nor those of a " +
      `shelved rule and instance. Past ${MOST_UNACKNOWLEDGED.toLocaleString("en")} the oldest leave`,
  ),
  unacknowledged_left_until: instant().nullable().describe(
    "When the newest event closed that left the full list of `unacknowledged`; null: none has left",
  ),
};

const group = {
  key: z.string(),
  title: z.string(),
  color: z.string(),
  active: count(),
  counts,
  coverage: coverageBounds,
};

const groupedWall = z.strictObject({
  layout: z.enum(["template", "category"]),
  ...head,
  groups: z.array(z.strictObject({ ...group, events: z.array(ruleEvent.schema) })),
}).openapi("GroupedEventWall");

const span = z.strictObject({ event_id: id(), start: instant(), end: instant().nullable(), severity });

const timelineWall = z.strictObject({
  layout: z.literal("timeline"),
  ...head,
  groups: z.array(z.unknown()).max(0),
  buckets: z.array(z.strictObject({ start: instant(), counts })),
  lanes: z.array(z.strictObject({ ...group, spans: z.array(span) })),
}).openapi("TimelineEventWall");

export const eventWall = shown("EventWall", z.union([groupedWall, timelineWall]), {
  layout: "template",
  hours: 1,
  generated_at: "2026-01-31T08:15:05.000Z",
  total: 1,
  shelved: 0,
  out_of_service: 0,
  truncated: false,
  unacknowledged: [],
  unacknowledged_left_until: null,
  groups: [{
    key: "3",
    title: "Pump pressure",
    color: "#0b57a8",
    active: 1,
    counts: { info: 0, warning: 1, error: 0, critical: 0 },
    coverage: { lowest: 0.97, mean: 0.99 },
    events: [ruleEvent.example],
  }],
});
