import { createRoute, z } from "@hono/zod-openapi";
import { BACKFILL_LIMITS } from "../../domain/backfill/types.ts";
import { BACKTEST_LIMITS } from "../../domain/backtest/types.ts";
import type { AppDeps } from "../deps.ts";
import { answers } from "../document/answers.ts";
import { actorOf } from "../env.ts";
import { answerLongRun } from "../long_run.ts";
import { captureAbortSignal } from "../middleware/capture_abort_signal.ts";
import { jsonBody } from "../middleware/json_body.ts";
import { sourceTime } from "../query.ts";
import { body, idParam, mustExist, newRoutes, present } from "../route.ts";
import { backfill } from "../views/schemas/backfill.ts";
import { backfillOrder } from "./order.ts";
import { runBackfill } from "./run.ts";

const backfillSchema = z.strictObject({
  from: sourceTime(),
  to: sourceTime().optional(),
  dry_run: z.boolean().default(false),
  stream: z.boolean().default(false),
});

export function backfillRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes().handle(backfillRoute(deps), async (c) => {
    const { dry_run: isDry, stream, ...span } = c.req.valid("json");
    const instance = present(storage.instances.get(c.req.valid("param").id), {
      ...{ noun: "Instance", id: c.req.param("id") },
    });
    const order = await backfillOrder(deps, instance, span);
    return await answerLongRun(c, {
      ...{ deps, stream, what: "backfill" },
      run: (options) => runBackfill(deps, order, { ...options, isDry, by: actorOf(c) }),
    });
  });
}

const { spanDays, events } = BACKFILL_LIMITS, { samples, evaluations } = BACKTEST_LIMITS;

const TEXT =
  `Writes the past of a deployed instance as events with the flag \`backfilled\`: what its rules would have \
raised from \`from\` to \`to\` (its deployment when absent, and never later), by the live evaluator on what the data \
source holds. Only events that began and ended in the span are written; what had begun before it or is active at its \
end is counted. An event that is there already, of the same start or overlapping it, and one that was deleted by hand, \
is left as it is, so a backfill that is done again adds nothing. Nobody is notified: the events are in lists, on walls \
of that time and in the audit log, not in alarm statistics, and retention counts from their end. Nothing that is active \
is touched, and late samples of that time do not correct them.

With \`dry_run\` nothing is written. At most ${spanDays} days, ${events.toLocaleString("en-US")} events, ${
    samples.toLocaleString("en-US")
  } samples and ${
    evaluations.toLocaleString("en-US")
  } judgements of a rule: beyond, 400, and nothing is written. It takes a place among the backtests, two at once and \
eight waiting: beyond, 503.

With \`stream: true\` the answer is \`text/event-stream\`: events \`progress\`, last \`done\` \`{message, data}\` or \
\`error\`, as of a backtest. Leaving ends the backfill; what it has written stays. Without it a backfill may take 120 s, \
with it 15 minutes: beyond, 503.`;

function backfillRoute({ storage }: AppDeps) {
  return createRoute({
    method: "post",
    path: "/api/instances/{id}/backfill",
    tags: ["Instances"],
    middleware: [
      mustExist({ param: "id", noun: "Instance", find: (id) => storage.instances.get(id) }),
      captureAbortSignal(),
      jsonBody(),
    ],
    request: {
      params: idParam,
      body: body(backfillSchema, {
        ...{ from: "2026-01-24T08:00:00Z", to: "2026-01-31T08:00:00Z", dry_run: false, stream: false },
      }),
    },
    description: TEXT,
    operationId: "backfillInstance",
    responses: answers("What was written", {
      data: backfill,
      message: "Wrote 12 events of the past",
      streams: true,
      refuses: ["NOT_FOUND", "API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
    }),
  });
}
