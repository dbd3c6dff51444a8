import { z } from "@hono/zod-openapi";
import { coverage as shares } from "../../../../domain/coverage/schema.ts";
import { leftOutRule } from "../../../../domain/rule/schema.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";

const share = () => z.number().min(0).max(1);

export const coverage = shown("Coverage", shares, {
  share: 0.97,
  blind: { no_data: 0.01, bad_quality: 0.02, stopped: 0, source_lost: 0, undeployed: 0 },
});

export const instanceCoverage = shown(
  "InstanceCoverage",
  z.strictObject({
    instance_id: id(),
    hours: z.number(),
    generated_at: instant(),
    ...shares.shape,
    left_out_rules: z.array(leftOutRule).describe("Rules that are not evaluated"),
  }),
  {
    instance_id: 11,
    hours: 168,
    generated_at: "2026-01-31T08:15:05.000Z",
    ...coverage.example,
    left_out_rules: [],
  },
);

/** The most instances of a listing of missing data. */
export const MOST_INSTANCES = 100;

const spans = () =>
  z.array(z.strictObject({
    from: instant(),
    to: instant().nullable().describe("Null: it lasts"),
  }));

export const missingData = shown(
  "MissingData",
  z.strictObject({
    from: instant().describe("The start of the time, a whole hour"),
    generated_at: instant(),
    source_lost: spans().describe("When the data source was lost"),
    stopped: spans().describe("When Andon did not run"),
    instance_count: count().describe(
      "The deployed instances that lacked data for a minute or more while the source was there",
    ),
    instances: z.array(z.strictObject({
      instance_id: id(),
      instance_name: z.string(),
      plant_node_floc_id: z.string().nullable(),
      no_data_seconds: count().describe("The mean over its rules, like the next field"),
      bad_quality_seconds: count(),
    })).max(MOST_INSTANCES).describe("Those with the longest time"),
  }),
  {
    from: "2026-01-31T00:00:00.000Z",
    generated_at: "2026-01-31T08:15:05.000Z",
    source_lost: [{ from: "2026-01-31T03:10:00.000Z", to: "2026-01-31T03:24:10.000Z" }],
    stopped: [],
    instance_count: 1,
    instances: [{
      instance_id: 11,
      instance_name: "Pump 1",
      plant_node_floc_id: "NORTH",
      no_data_seconds: 1_260,
      bad_quality_seconds: 0,
    }],
  },
);

/** The coverage of the deployed instances of a group of the event wall. */
export const coverageBounds = z.strictObject({ lowest: share(), mean: share() }).nullable().describe(
  "The coverage of its deployed instances in the last 24 hours, at most ten seconds old; null without instances",
);
