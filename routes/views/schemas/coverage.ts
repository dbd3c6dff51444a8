import { z } from "@hono/zod-openapi";
import { id, instant, shown } from "../../document/shown.ts";

const share = () => z.number().min(0).max(1);

const shares = {
  share: share().openapi({ description: "The share of the time in which it could be evaluated" }),
  blind: z.strictObject({
    no_data: share().openapi({ description: "Streams without a sample or without a recent enough one" }),
    bad_quality: share(),
    source_lost: share(),
    stopped: share().openapi({ description: "Andon did not run" }),
    undeployed: share(),
  }).openapi({
    description: "The rest of the time by cause; of several causes at once the last in this list counts",
  }),
};

export const coverage = shown("Coverage", z.strictObject(shares), {
  share: 0.97,
  blind: { no_data: 0.01, bad_quality: 0.02, source_lost: 0, stopped: 0, undeployed: 0 },
});

export const instanceCoverage = shown(
  "InstanceCoverage",
  z.strictObject({ instance_id: id(), hours: z.number(), generated_at: instant(), ...shares }),
  { instance_id: 11, hours: 168, generated_at: "2026-01-31T08:15:05.000Z", ...coverage.example },
);

/** The coverage of the deployed instances of a group of the event wall. */
export const coverageBounds = z.strictObject({ lowest: share(), mean: share() }).nullable().openapi({
  description:
    "The coverage of its deployed instances in the last 24 hours, at most ten seconds old; null without instances",
});
