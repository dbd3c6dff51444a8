import { z } from "@hono/zod-openapi";
import { MOST_AT_ONCE } from "../../domain/instance/bulk.ts";
import { idNumber } from "../../domain/shared/schema.ts";
import { sourceTime } from "../query.ts";

/** Body of POST /api/templates/{id}/versions/{version}/upgrade. */
export const upgradeSchema = z.strictObject({
  instance_ids: z.array(idNumber()).min(1).max(MOST_AT_ONCE),
  dry_run: z.boolean().default(false),
  backtest: z.boolean().default(true),
  from: sourceTime().optional(),
  to: sourceTime().optional(),
});

export type UpgradeBody = z.infer<typeof upgradeSchema>;

export const UPGRADE_TEXT = `Takes deployed instances (\`instance_ids\`, at most ${
  MOST_AT_ONCE.toLocaleString("en-US")
}) to the current version, \
each by itself: it is on the one version or on the other, whatever happens. Rules of which nothing has changed that \
decides their events, or is written into them, go on as they are: states, delays and open events with their ids. The \
events of the others are closed with the reason \`superseded\`; what the new version has instead is judged as at a \
deployment. What was before stays judged by the version that was deployed then, late samples too. Answers within 60 s.

With \`dry_run\` nothing changes, any version may be named, and the answer tells what would be, with a backtest of both \
versions over \`from\` to \`to\` (the last day when absent): of the first 200 instances, within 120 s, with the limits of \
a backtest. \`backtest: false\` leaves it out. Where it fails, \`backtest_problem\` says why.`;
