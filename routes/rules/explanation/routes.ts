import { z } from "@hono/zod-openapi";
import { invalid } from "../../../domain/shared/refusal.ts";
import { ticksFromMs } from "../../../domain/shared/time.ts";
import { answerData } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { captureAbortSignal } from "../../pipeline/middleware/capture_abort_signal.ts";
import { described, sourceTime } from "../../pipeline/query.ts";
import { idParam, mustExist, newRoutes, present } from "../../pipeline/route.ts";
import { explanation } from "../views/schemas/explanation.ts";
import { explainInstance } from "./explain.ts";

export function explanationRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes("Instances").handle("GET /api/instances/{id}/explain", {
    may: "viewer",
    middleware: [
      mustExist({ noun: "Instance", find: (id) => storage.instances.get(id) }),
      captureAbortSignal(),
    ],
    request: {
      params: idParam,
      query: z.object({ at: described(sourceTime(), "The time to explain; default: now") }),
    },
    description: TEXT,
    operationId: "explainInstance",
    responses: answers("The explanation of its rules", {
      data: explanation,
      refuses: [
        "NOT_FOUND",
        "TEMPLATE_NOT_FOUND",
        "INSTANCE_DEPLOYMENT_FAILED",
        "API_CONFIG_MISSING",
        "INVALID_CREDENTIALS",
        "CONNECTION_FAILED",
      ],
    }),
  }, async (c) => {
    const { id } = c.req.valid("param"), { at = null } = c.req.valid("query");
    if (at !== null && at > ticksFromMs(deps.now())) {
      throw invalid("at", "Must not be in the future");
    }
    const instance = present(storage.instances.get(id), { noun: "Instance", id });
    return answerData(c, await explainInstance(deps, { instance, at, signal: c.get("left") }));
  });
}

const TEXT = `Explains each rule of an instance: its state, each condition with its samples, and \
what has to happen for another state, as fields and as a sentence.

Without \`at\`, and for a time that is not evaluated yet, the answer is the live state (\`basis\` live): everything up to the \
answer's \`at\` is evaluated, and later samples are \`waiting\`. A past time is evaluated again on the samples that the data \
source has: from the last state stored before it, so that the result equals the live one (replay). If none is \
stored within a day before it, or the instance was not deployed then, it is evaluated as if deployed at \`judged_from\` with \
its current rules and bindings (backtest). Without \`at\` an instance that is not deployed has no state \
(none).

\`parts\` are the rule's expression in the order of its text, each list before its own parts. Four explanations of a past time \
run at once and 16 wait, beyond that 503. Each may take 30 s. More than 500,000 samples in the five minutes before it: 400.`;
