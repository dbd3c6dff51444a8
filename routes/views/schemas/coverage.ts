import { z } from "@hono/zod-openapi";
import { coverage as shares } from "../../../domain/coverage/schema.ts";
import { id, instant, shown } from "../../document/shown.ts";

const share = () => z.number().min(0).max(1);

export const coverage = shown("Coverage", shares, {
  share: 0.97,
  blind: { no_data: 0.01, bad_quality: 0.02, stopped: 0, source_lost: 0, undeployed: 0 },
});

export const instanceCoverage = shown(
  "InstanceCoverage",
  z.strictObject({ instance_id: id(), hours: z.number(), generated_at: instant(), ...shares.shape }),
  { instance_id: 11, hours: 168, generated_at: "2026-01-31T08:15:05.000Z", ...coverage.example },
);

/** The coverage of the deployed instances of a group of the event wall. */
export const coverageBounds = z.strictObject({ lowest: share(), mean: share() }).nullable().openapi({
  description:
    "The coverage of its deployed instances in the last 24 hours, at most ten seconds old; null without instances",
});
