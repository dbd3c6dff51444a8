import { BACKTEST_LIMITS } from "../../../domain/backtest/types.ts";
import type { Issue } from "../../../domain/shared/refusal.ts";
import { templateIssues } from "../../../domain/template/check.ts";
import type { SizedTemplate } from "../../../domain/template/size.ts";
import type { TemplateRecord } from "../../../domain/template/types.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { captureAbortSignal } from "../../pipeline/middleware/capture_abort_signal.ts";
import { unknownReferences } from "../../pipeline/references.ts";
import { body, idParam, newRoutes, oneOf } from "../../pipeline/route.ts";
import { backtest, backtestExample, templateBacktestExample } from "../views/schemas/backtest.ts";
import { answerBacktest, backtestText } from "./answer.ts";
import { type BacktestBody, backtestSchema, templateBacktestSchema } from "./body.ts";
import { backtestOrder } from "./order.ts";

/** Routes of backtests: the events that templates would have raised over a past span. */
export function backtestRoutes(deps: AppDeps) {
  const { found, exists } = oneOf({
    noun: "Template",
    code: "TEMPLATE_NOT_FOUND",
    find: (id) => deps.storage.templates.get(id),
  });
  const refuses = ["API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"] as const;
  const answer = {
    data: backtest,
    message: backtestText,
    of: { instances: 1, events: backtest.example.summary.events },
    streams: true,
  };
  return newRoutes("Templates")
    .handle("POST /api/templates/{id}/backtest", {
      may: { role: "engineer", at: "anywhere" },
      limit: "heavy",
      middleware: [exists, captureAbortSignal()],
      request: { params: idParam, body: body(templateBacktestSchema, templateBacktestExample) },
      description: TEXT,
      operationId: "backtestTemplate",
      responses: answers("The events that the template would have raised", {
        ...answer,
        refuses: ["TEMPLATE_NOT_FOUND", ...refuses],
      }),
    }, async (c, message) => {
      const given = c.req.valid("json");
      const template = found(c.req.valid("param").id);
      const order = backtestOrder(deps, { template, body: given, at: "template_id" });
      return await answerBacktest(c, { deps, order, stream: given.stream, message });
    })
    .handle("POST /api/backtests", {
      may: { role: "engineer", at: "anywhere" },
      limit: "heavy",
      middleware: [captureAbortSignal()],
      check: (given) => bodyIssues(deps, given),
      request: { body: body(backtestSchema, backtestExample) },
      description: TEXT,
      operationId: "backtest",
      responses: answers("The events that the template would have raised", {
        ...answer,
        refuses: ["TEMPLATE_NOT_FOUND", ...refuses],
      }),
    }, async (c, message) => {
      const given = c.req.valid("json");
      const template = unsavedTemplate(given) ?? found(given.template_id ?? 0);
      const at = given.template === undefined ? "template_id" : "template.rules";
      const order = backtestOrder(deps, { template, body: given, at });
      return await answerBacktest(c, { deps, order, stream: given.stream, message });
    });
}

/** A placeholder record for a template that is not stored and has no stored instances. */
function unsavedTemplate({ template }: BacktestBody): TemplateRecord | undefined {
  if (template === undefined) return undefined;
  return {
    v: 1,
    id: 0,
    template_id: "",
    package_id: 0,
    ...template,
    is_active: true,
    allow_instances: true,
    created_at: "",
    created_by: "",
    updated_at: "",
    version: 1,
  };
}

/** The issues of an unsaved template beyond its schema, or of a template id that does not exist. */
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

const TEXT = `Runs the live evaluator from \`from\` (default: a day before \`to\`) up to and including \
\`to\` (now at the latest, and by default) on the samples of the data source; values held at \`from\` count. Nothing is stored. \
\`instance_ids\` uses the bindings of stored instances, \`placeholder_mappings\` (or \`placeholders\`) gives other \
bindings; with neither, all instances of the template are evaluated.

\`active_seconds\` is the duration of the events, \`blind_seconds\` the time in which the truth of a rule was \
unknown; shares are of the time of all rules counted. \`events\` are in order of their start, at most \
${events.toLocaleString("en-US")}; \`series\` has \`points\` buckets for each stream (0: none), at most ${
  buckets.toLocaleString("en-US")
} in all.

At most ${spanDays} days, ${instances} instances, ${streams} streams, ${
  samples.toLocaleString("en-US")
} samples and ${
  evaluations.toLocaleString("en-US")
} evaluations of a rule: beyond them 400. Two backtests run at once and eight wait: \
beyond that 503. The requests count against the share of \`requests_per_minute\` that trends have.

With \`stream: true\` the answer is \`text/event-stream\`: events \`progress\` \`{judged_to, share, samples, events}\`, \
last \`done\` \`{message, data}\` or \`error\` (the body of a failure). In the first 2 s failures are answered with their status code. \
Closing the stream ends the backtest. A backtest may take 120 s, or 15 minutes with \`stream: true\`; beyond that 503.`;
