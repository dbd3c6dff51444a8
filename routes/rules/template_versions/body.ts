import { z } from "@hono/zod-openapi";
import { MOST_AT_ONCE } from "../../../domain/instance/bulk.ts";
import { idNumber } from "../../../domain/shared/schema.ts";
import { sourceTime } from "../../pipeline/query.ts";

/** Body of POST /api/templates/{id}/versions/{version}/upgrade. */
export const upgradeSchema = z.strictObject({
  instance_ids: z.array(idNumber()).min(1).max(MOST_AT_ONCE),
  dry_run: z.boolean().default(false),
  backtest: z.boolean().default(true),
  from: sourceTime().optional(),
  to: sourceTime().optional(),
});

export type UpgradeBody = z.infer<typeof upgradeSchema>;

export const UPGRADE_TEXT = `Upgrades deployed instances (\`instance_ids\`, at most ${
  MOST_AT_ONCE.toLocaleString("en-US")
}) to the current version, \
each in one step: an instance always runs on one of the two versions. Rules without changes that \
affect their events or the texts in them continue: states, delays and open events with their ids. The \
events of the other rules are closed with the reason \`superseded\`; changed rules of the new version start as at a \
deployment. The past remains evaluated by the version that was deployed then, late samples too. Answers within 60 s.

With \`dry_run\` nothing changes, any version may be named, and the answer is the expected result, with a backtest of both \
versions over \`from\` to \`to\` (default: the last day) of the first 200 instances, within 120 s and the limits of \
a backtest. \`backtest: false\` leaves it out. If it fails, \`backtest_problem\` has the reason.`;
