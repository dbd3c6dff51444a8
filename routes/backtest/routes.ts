import { createRoute } from "@hono/zod-openapi";
import { BACKTEST_LIMITS } from "../../domain/backtest/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { templateIssues } from "../../domain/template/check.ts";
import type { SizedTemplate } from "../../domain/template/size.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { AppDeps } from "../deps.ts";
import { answers } from "../document/answers.ts";
import { captureAbortSignal } from "../middleware/capture_abort_signal.ts";
import { alsoCheck, jsonBody } from "../middleware/json_body.ts";
import { unknownReferences } from "../references.ts";
import { body, idParam, mustExist, newRoutes, present } from "../route.ts";
import { backtest, backtestExample, templateBacktestExample } from "../views/schemas/backtest.ts";
import { answerBacktest } from "./answer.ts";
import { type BacktestBody, backtestSchema, templateBacktestSchema } from "./body.ts";
import { backtestOrder } from "./order.ts";

/** What templates would have raised over a span of the past. */
export function backtestRoutes(deps: AppDeps) {
  const found = (id: number) =>
    present(deps.storage.templates.get(id), { noun: "Template", id, code: "TEMPLATE_NOT_FOUND" });
  const table = backtestTable(deps);
  return newRoutes()
    .handle(table.ofTemplate, async (c) => {
      const given = c.req.valid("json");
      const template = found(c.req.valid("param").id);
      const order = backtestOrder(deps, { template, body: given, at: "template_id" });
      return await answerBacktest(c, { deps, order, stream: given.stream });
    })
    .handle(table.unsaved, async (c) => {
      const given = c.req.valid("json");
      const template = unsavedTemplate(given) ?? found(given.template_id ?? 0);
      const at = given.template === undefined ? "template_id" : "template.rules";
      const order = backtestOrder(deps, { template, body: given, at });
      return await answerBacktest(c, { deps, order, stream: given.stream });
    });
}

/** Stands for a template that is not stored: no stored instance is made of it. */
function unsavedTemplate({ template }: BacktestBody): TemplateRecord | undefined {
  if (template === undefined) return undefined;
  return {
    ...{ v: 1, id: 0, template_id: "", package_id: 0, ...template, is_active: true, allow_instances: true },
    ...{ created_at: "", created_by: "", updated_at: "", version: 1 },
  };
}

/** What an unsaved template lacks beyond its shape, and a stored one that is not there. */
function bodyIssues({ storage }: AppDeps, given: Record<string, unknown>): Issue[] {
  const { template } = given;
  const unknown = unknownReferences(given, [
    { path: "template_id", noun: "Template", find: (id) => storage.templates.get(id) },
  ]);
  if (typeof template !== "object" || template === null) return unknown;
  const { name, description = "", rules = [], placeholders = [] }: Partial<SizedTemplate> = template;
  const issues = templateIssues({ name, description, rules, placeholders });
  return [...unknown, ...issues.map(({ path, message }) => ({ path: `template.${path}`, message }))];
}

const { spanDays, instances, streams, samples, evaluations, events, buckets } = BACKTEST_LIMITS;

const TEXT =
  `The live evaluator, deployed at \`from\` (a day before \`to\` when absent) and judged up to and including \
\`to\` (now when absent), on what the data source holds; what was held before \`from\` counts. Nothing is stored. \
\`instance_ids\` gives the bindings of stored instances, \`placeholder_mappings\` (or \`placeholders\`) bindings of its \
own; with neither, all instances of the template are judged.

\`active_seconds\` is the time from start to end of the events, \`blind_seconds\` that in which the truth of a rule was \
unknown; shares are of the time of all rules counted. \`events\` are in order of their start, the first \
${events.toLocaleString("en-US")}; \`series\` has \`points\` buckets a stream (0: none), ${
    buckets.toLocaleString("en-US")
  } in all.

At most ${spanDays} days, ${instances} instances, ${streams} streams, ${
    samples.toLocaleString("en-US")
  } samples and ${
    evaluations.toLocaleString("en-US")
  } judgements of a rule: beyond, 400. Two run at once and eight wait: \
beyond, 503. The requests are among those that \`requests_per_minute\` leaves to trends.

With \`stream: true\` the answer is \`text/event-stream\`: events \`progress\` \`{judged_to, share, samples, events}\`, \
last \`done\` \`{message, data}\` or \`error\` (the body of a failure). For 2 s failures answer as ever. \
Leaving ends the backtest. Without it a backtest may take 120 s, with it 15 minutes: beyond, 503.`;

function backtestTable(deps: AppDeps) {
  const { templates } = deps.storage;
  const exists = mustExist({
    param: "id",
    noun: "Template",
    code: "TEMPLATE_NOT_FOUND",
    find: (id) => templates.get(id),
  });
  const refuses = ["API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"] as const;
  const answer = {
    data: backtest,
    message: "Judged 1 instance: 1 event",
    streams: true,
  };
  return {
    ofTemplate: createRoute({
      method: "post",
      path: "/api/templates/{id}/backtest",
      tags: ["Templates"],
      middleware: [exists, captureAbortSignal(), jsonBody()],
      request: { params: idParam, body: body(templateBacktestSchema, templateBacktestExample) },
      description: TEXT,
      operationId: "backtestTemplate",
      responses: answers("What the template would have raised", {
        ...answer,
        refuses: ["TEMPLATE_NOT_FOUND", ...refuses],
      }),
    }),
    unsaved: createRoute({
      method: "post",
      path: "/api/backtests",
      tags: ["Templates"],
      middleware: [captureAbortSignal(), jsonBody(), alsoCheck((given) => bodyIssues(deps, given))],
      request: { body: body(backtestSchema, backtestExample) },
      description: TEXT,
      operationId: "backtest",
      responses: answers("What the template would have raised", {
        ...answer,
        refuses: ["TEMPLATE_NOT_FOUND", ...refuses],
      }),
    }),
  };
}
