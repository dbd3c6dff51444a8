import { z } from "@hono/zod-openapi";
import { ADVICE_KINDS, PRIORITIES } from "../../../../domain/alarm_statistics/types.ts";
import { severityCounts as counts } from "../../../../domain/event/schema.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";

const share = () => z.number().min(0);
const priority = z.enum(PRIORITIES);
const shares = z.strictObject({ low: share(), medium: share(), high: share() });

const advice = z.strictObject({
  kind: z.enum(ADVICE_KINDS),
  text: z.string().describe("The advice as a sentence"),
  template_id: id().nullable(),
  rule_id: z.string().nullable().describe("The rule that needs the delay"),
  seconds: z.number().nullable().describe("The new total delay"),
  is_critical: z.boolean().describe(
    "The delay is for a critical or safety alarm. Such advice is last in its list",
  ),
  later_seconds: z.number().min(0).nullable().describe(
    "The cost of a delay: by how much later people hear of an event; null for other advice",
  ),
  events: count().describe("The events that the advice is about"),
  expected_reduction: share().nullable().describe(
    "The share of them that the change would have avoided; null if unknown",
  ),
  basis: z.enum(["events"]).nullable().describe(
    "The basis of the reduction. events: the spans of the events, assuming that the samples " +
      "between them were unchanged",
  ),
}).openapi("AlarmAdvice");

const key = {
  instance_id: id().nullable().describe("Null for an event of Andon's own"),
  template_id: id().nullable(),
  rule_id: z.string(),
  category: z.string(),
  plant_node_floc_id: z.string().nullable(),
  instance_name: z.string().nullable().describe("null if it is deleted"),
  rule_name: z.string().nullable(),
  display_name: z.string().describe(
    "What is wrong, in words: the rule's display name, else a readable form of its name",
  ),
};

const actor = {
  ...key,
  events: count(),
  share: share().describe("Share of all events of this part"),
  is_chattering: z.boolean(),
  chattering: count(),
  fleeting: count(),
  stale: count(),
};

const eventsAndRules = () =>
  z.strictObject({
    events: count(),
    rules: count().describe("The rules of instances that raised them"),
  });

const summary = {
  events: count().describe("The events in the span"),
  rate: z.strictObject({
    average: z.number().min(0),
    peak: count(),
    peak_at: instant().nullable().describe("Start of the busiest ten minutes"),
  }).describe("Events in ten minutes"),
  flood: z.strictObject({
    share: share().describe("Share of the time in which Andon ran"),
    count: count(),
    longest_seconds: z.number().min(0),
  }).describe(
    "A flood begins with ten minutes of more than 10 events and ends before ten minutes of fewer than 5",
  ),
  bad_actor_share: share().describe("The share of the ten bad actors in all events"),
  chattering: eventsAndRules().describe("Events with the flag `chattering`"),
  fleeting: eventsAndRules().describe("Events whose condition cleared less than 30 s after they began"),
  stale: z.strictObject({
    events: count().describe("Events active for more than 24 hours at some time in the span"),
    active: count().describe("Of these, still active"),
  }),
  severities: z.strictObject({
    counts,
    shares,
    distance: share().describe(
      "The share of the events that would need another priority for 80 % low, 15 % medium, 5 % high",
    ),
  }),
  advice: z.array(advice),
};

const group = z.strictObject({
  key: z.string(),
  title: z.string(),
  ...summary,
  bad_actors: z.array(z.strictObject(actor)),
}).openapi("AlarmGroup");

const groups = (description: string) =>
  z.strictObject({
    total: count().describe("All groups with events, returned or not"),
    groups: z.array(group),
  }).openapi({ description });

const statistics = z.strictObject({
  hours: z.number(),
  from: instant(),
  generated_at: instant(),
  running_seconds: z.number().min(0).describe(
    "The time of the span in which Andon ran: since its first start, without its stops",
  ),
  rules: z.strictObject({
    interval_minutes: z.int(),
    flood_above: z.int(),
    flood_below: z.int(),
    fleeting_seconds: z.number(),
    stale_hours: z.number(),
    priority_of: z.strictObject({ info: priority, warning: priority, error: priority, critical: priority }),
    recommended_mix: shares,
  }).describe("By what is counted"),
  ...summary,
  bad_actors: z.array(z.strictObject({ ...actor, advice: z.array(advice) })).describe(
    "The ten rules of instances with the most events",
  ),
  series: z.strictObject({
    minutes: z.int().describe("Minutes of each point"),
    points: z.array(z.strictObject({
      start: instant(),
      events: count(),
      peak: count().describe("In the busiest ten minutes"),
    })),
  }),
  floods: z.array(z.strictObject({
    start: instant(),
    end: instant().nullable().describe("null while it lasts"),
    events: count(),
    peak: count(),
  })).describe("The ten with the most events"),
  stale_events: z.array(z.strictObject({ ...key, since: instant() })).describe(
    "The ten events that have been stale the longest",
  ),
  plant_nodes: groups("By plant node, each including the nodes below it"),
  templates: groups("By template"),
  categories: groups("By category"),
});

const keyExample = {
  instance_id: 11,
  template_id: 3,
  rule_id: "high",
  category: "health",
  plant_node_floc_id: "NORTH",
  instance_name: "Pump 1",
  rule_name: "High pressure",
  display_name: "High pressure",
};

const actorExample = {
  ...keyExample,
  events: 40,
  share: 0.8,
  is_chattering: true,
  chattering: 31,
  fleeting: 25,
  stale: 0,
};

const adviceExample = {
  kind: "off_delay" as const,
  text:
    'Give "High pressure" an off-delay of 30 s: 75 % of its 40 events began within that time after the one before; ' +
    "people hear of it no later, but it stays active for 30 s longer",
  is_critical: false,
  later_seconds: 0,
  template_id: 3,
  rule_id: "high",
  seconds: 30,
  events: 40,
  expected_reduction: 0.75,
  basis: "events" as const,
};

const summaryExample = {
  events: 50,
  rate: { average: 0.35, peak: 14, peak_at: "2026-01-31T03:20:00.000Z" },
  flood: { share: 0.0069, count: 1, longest_seconds: 600 },
  bad_actor_share: 0.8,
  chattering: { events: 31, rules: 1 },
  fleeting: { events: 25, rules: 1 },
  stale: { events: 0, active: 0 },
  severities: {
    counts: { info: 0, warning: 40, error: 8, critical: 2 },
    shares: { low: 0.8, medium: 0.16, high: 0.04 },
    distance: 0.01,
  },
  advice: [adviceExample],
};

const groupsExample = (keyText: string, title: string) => ({
  total: 1,
  groups: [{ key: keyText, title, ...summaryExample, bad_actors: [actorExample] }],
});

export const alarmStatistics = shown("AlarmStatistics", statistics, {
  hours: 24,
  from: "2026-01-30T08:10:00.000Z",
  generated_at: "2026-01-31T08:15:05.000Z",
  running_seconds: 86_705,
  rules: {
    interval_minutes: 10,
    flood_above: 10,
    flood_below: 5,
    fleeting_seconds: 30,
    stale_hours: 24,
    priority_of: { info: "low", warning: "low", error: "medium", critical: "high" },
    recommended_mix: { low: 0.8, medium: 0.15, high: 0.05 },
  },
  ...summaryExample,
  bad_actors: [{ ...actorExample, advice: [adviceExample] }],
  series: { minutes: 10, points: [{ start: "2026-01-31T03:20:00.000Z", events: 14, peak: 14 }] },
  floods: [{
    start: "2026-01-31T03:20:00.000Z",
    end: "2026-01-31T03:30:00.000Z",
    events: 14,
    peak: 14,
  }],
  stale_events: [],
  plant_nodes: groupsExample("NORTH", "North plant"),
  templates: groupsExample("3", "Pump pressure"),
  categories: groupsExample("health", "Health"),
});
