import { z } from "@hono/zod-openapi";
import { hoursArgument, idArgument, timeArgument } from "./arguments.ts";
import { defineFunction } from "./define.ts";
import { draftMappings, draftPlaceholders, draftRules } from "./draft_schema.ts";
import { pick } from "./rows.ts";
import { backtestFigures, MOST_TRIAL_HOURS, type Trial, tried } from "./trial.ts";

const EVENT = [
  "event_name",
  "severity",
  "rule_id",
  "template_instance",
  "is_active",
  "start_time",
  "end_time",
  "data_state",
  "flags",
];
const MOST_EVENTS = 25;
/** The schema requires a name; the model gives none, because nothing is stored. */
const UNNAMED = { name: "Draft", category: "health" };

export const runBacktest = defineFunction({
  name: "run_backtest",
  description:
    "The events that rules would have raised over the past hours, evaluated as live on the source's samples: events, rate a " +
    "day, chattering, shares of the time active and without data. For a stored template (all or some instances, or " +
    "bindings of your own) or for rules that are not stored. Changes nothing.",
  parameters: z.strictObject({
    template_id: idArgument.optional().describe("A stored template, instead of rules"),
    rules: draftRules.optional(),
    placeholders: draftPlaceholders.optional(),
    instance_ids: z.array(idArgument).min(1).max(50).optional().describe("Instances of the template"),
    placeholder_mappings: draftMappings.optional()
      .describe("Stream names or constants for the placeholders"),
    hours: hoursArgument({ most: MOST_TRIAL_HOURS }).describe("Length of the span in hours"),
    until: timeArgument.describe("End of the span; default: now"),
  }).refine(({ template_id, rules }) => (template_id === undefined) !== (rules === undefined), {
    path: ["template_id"],
    message: "Give either template_id or rules",
  }),
  async run({ rules, placeholders = [], hours, until, ...given }, port) {
    const trial: Trial = {
      ...given,
      ...(rules !== undefined && { template: { ...UNNAMED, rules, placeholders } }),
      points: 0,
    };
    const result = await tried(trial, { hours, until, port });
    return {
      found: {
        ...backtestFigures(result),
        total: result.summary.events,
        items: result.events.slice(0, MOST_EVENTS).map((event) => pick({ ...event }, EVENT)),
      },
    };
  },
});
