import { z } from "@hono/zod-openapi";
import type { Issue } from "../../../domain/shared/refusal.ts";
import { idNumber, limitedText } from "../../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../../domain/shared/text.ts";
import { counted } from "../../pipeline/counts.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { answerLongRun } from "../../pipeline/long_run.ts";
import { captureAbortSignal } from "../../pipeline/middleware/capture_abort_signal.ts";
import { hoursInBody } from "../../pipeline/query.ts";
import { unknownReferences } from "../../pipeline/references.ts";
import { body, newRoutes } from "../../pipeline/route.ts";
import { alarmAdvice, type AlarmAdviceTrial } from "../views/schemas/alarm_advice.ts";
import { MOST_TRIGGERED, trialOf, trialView } from "./trial.ts";

const adviceSchema = z.strictObject({
  instance_id: idNumber(),
  rule_id: limitedText({ max: TEXT_LIMITS.name }),
  hours: hoursInBody().default(24),
  critical: z.boolean().default(false),
  stream: z.boolean().default(false),
});

/** Tries changes of a rule on past samples and answers how many events each would have avoided. */
export function alarmAdviceRoutes(deps: AppDeps) {
  return newRoutes("Rule events").handle("POST /api/alarm-statistics/advice", {
    may: { role: "engineer", at: "anywhere" },
    limit: "heavy",
    middleware: [captureAbortSignal()],
    check: (given) => bodyIssues(deps, given),
    request: {
      body: body(adviceSchema, {
        instance_id: 11,
        rule_id: "high",
        hours: 24,
        critical: false,
        stream: false,
      }),
    },
    description: TEXT,
    operationId: "tryAlarmAdvice",
    responses: answers("How many events each change would have avoided", {
      data: alarmAdvice,
      message: messageOf,
      streams: true,
      refuses: [
        ...["NOT_FOUND", "TEMPLATE_NOT_FOUND", "API_CONFIG_MISSING"] as const,
        ...["INVALID_CREDENTIALS", "CONNECTION_FAILED"] as const,
      ],
    }),
  }, async (c, message) => {
    const { stream, ...request } = c.req.valid("json");
    const trial = await trialOf(deps, request);
    return await answerLongRun(c, {
      deps,
      stream,
      what: "trial",
      message,
      run: async (options) => trialView(trial, await deps.backtests.run(trial.order, options)),
    });
  });
}

function messageOf({ tried, rule_name, stored: { events } }: AlarmAdviceTrial): string {
  return `Tried ${tried.length} changes of "${rule_name}", which raises ${counted(events, "event")}`;
}

function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  return unknownReferences(given, [
    { path: "instance_id", noun: "Instance", find: (id) => storage.instances.get(id) },
  ]);
}

const TEXT =
  `Tries changes of a rule on the past of one instance: longer delays and, where it has one comparison (above or \
below) of a stream with a number, deadbands as wide as its newest ${MOST_TRIGGERED.toLocaleString("en-US")} \
events exceeded the limit. One backtest evaluates the stored rule and each change over the last \
\`hours\`, so \`reduction\` compares like with like, and the limits of a backtest apply to all of \
them together (400 beyond them). Two backtests run at once and eight wait (503 beyond that). Nothing is stored. A change of the template \
changes the rule for all its instances. \`later_seconds\` is what a change costs in response time. A delay of a rule \
that is critical, or whose template has the category \`safety\`, is advised only with \`critical: true\`.

With \`stream: true\` the answer is \`text/event-stream\` as for a backtest.`;
