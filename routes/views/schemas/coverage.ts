import { z } from "@hono/zod-openapi";
import { id, instant, shown } from "../../document/shown.ts";

const share = () => z.number().min(0).max(1);

const shares = {
  share: share().openapi({ description: "Of the time, that in which it could judge" }),
  blind: z.strictObject({
    no_data: share().openapi({ description: "Streams without a sample, or with none that is young enough" }),
    bad_quality: share(),
    source_lost: share(),
    stopped: share().openapi({ description: "Andon did not run" }),
    undeployed: share(),
  }).openapi({ description: "The rest of it, by causes; of several at once the last named counts" }),
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

/** Of the deployed instances of a group of the wall. */
export const coverageBounds = z.strictObject({ lowest: share(), mean: share() }).nullable().openapi({
  description: "Of its deployed instances in the last 24 hours, at most ten seconds old; null: there is none",
});
