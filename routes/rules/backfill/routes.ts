import { z } from "@hono/zod-openapi";
import { BACKFILL_LIMITS } from "../../../domain/backfill/types.ts";
import { BACKTEST_LIMITS } from "../../../domain/backtest/types.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { actorOf } from "../../pipeline/env.ts";
import { answerLongRun } from "../../pipeline/long_run.ts";
import { captureAbortSignal } from "../../pipeline/middleware/capture_abort_signal.ts";
import { sourceTime } from "../../pipeline/query.ts";
import { body, idParam, mustExist, newRoutes, present } from "../../pipeline/route.ts";
import { backfill } from "../views/schemas/backfill.ts";
import { backfillOrder } from "./order.ts";
import { backfillText, runBackfill } from "./run.ts";

const backfillSchema = z.strictObject({
  from: sourceTime(),
  to: sourceTime().optional(),
  dry_run: z.boolean().default(false),
  stream: z.boolean().default(false),
});

export function backfillRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes("Instances").handle("POST /api/instances/{id}/backfill", {
    may: { role: "engineer", at: "instance" },
    limit: "heavy",
    middleware: [
      mustExist({ noun: "Instance", find: (id) => storage.instances.get(id) }),
      captureAbortSignal(),
    ],
    request: {
      params: idParam,
      body: body(backfillSchema, {
        from: "2026-01-24T08:00:00Z",
        to: "2026-01-31T08:00:00Z",
        dry_run: false,
        stream: false,
      }),
    },
    description: TEXT,
    operationId: "backfillInstance",
    responses: answers("The number of written events", {
      data: backfill,
      message: backfillText,
      streams: true,
      refuses: ["NOT_FOUND", "API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
    }),
  }, async (c, message) => {
    const { dry_run: isDry, stream, ...span } = c.req.valid("json");
    const instance = present(storage.instances.get(c.req.valid("param").id), {
      noun: "Instance",
      id: c.req.param("id"),
    });
    const order = await backfillOrder(deps, instance, span);
    return await answerLongRun(c, {
      deps,
      stream,
      what: "backfill",
      message,
      run: (options) => runBackfill(deps, order, { ...options, isDry, by: actorOf(c) }),
    });
  });
}

const { spanDays, events } = BACKFILL_LIMITS, { samples, evaluations } = BACKTEST_LIMITS;

const TEXT =
  `Writes events with the flag \`backfilled\` for the past of a deployed instance: those that its rules would have \
raised from \`from\` to \`to\` (default and latest value: its deployment), by the live evaluator on the samples of the data \
source. Only events that began and ended in the span are written; those that began before it or are active at its \
end are only counted. An event with the same start as a stored one, or overlapping it, is not written, nor is one that a \
person deleted, so repeating a backfill adds nothing. No notification is sent. The events appear in lists, on event walls \
of that time and in the audit log, not in alarm statistics. Retention counts from their end. Active events \
do not change, and late samples do not correct backfilled events.

With \`dry_run\` nothing is written. At most ${spanDays} days, ${events.toLocaleString("en-US")} events, ${
    samples.toLocaleString("en-US")
  } samples and ${
    evaluations.toLocaleString("en-US")
  } evaluations of a rule: beyond them 400, and nothing is written. It counts as a backtest: two run at once and \
eight wait, beyond that 503.

With \`stream: true\` the answer is \`text/event-stream\`: events \`progress\`, last \`done\` \`{message, data}\` or \
\`error\`, as for a backtest. Closing the stream ends the backfill; written events stay. A backfill may take 120 s, or \
15 minutes with \`stream: true\`; beyond that 503.`;
