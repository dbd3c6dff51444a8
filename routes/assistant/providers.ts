import type { TestStep } from "../../actors/provider/contract.ts";
import { ownerText } from "../../domain/conversation/types.ts";
import { providerChangeSchema, providerSchema, providerTestSchema } from "../../domain/provider/schema.ts";
import type { ProviderRecord, ProviderTrial } from "../../domain/provider/schema.ts";
import { missingFields } from "../../domain/provider/missing_fields.ts";
import { refusalFromData } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { answerData, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import type { AppContext } from "../pipeline/env.ts";
import type { BodyCheck } from "../pipeline/middleware/json_body.ts";
import { NounRoutes } from "../pipeline/noun_routes.ts";
import { unknownReferences } from "../pipeline/references.ts";
import { body, integerId, oneOf, providerIdParam } from "../pipeline/route.ts";
import { providerView } from "./views/provider.ts";
import {
  instructionsShown,
  providerExample,
  providerShown,
  providerTestShown,
} from "./views/schemas/provider.ts";
import { providerInstructions } from "./exchange.ts";
import { ownerOf } from "./owner.ts";

/** A request to the model has a minute and may be repeated once. */
const TEST_DEADLINE_MS = 135_000;

export function providerRoutes(deps: AppDeps) {
  const { aiProviders, assistantTypes } = deps.storage;
  const { found, exists } = oneOf({
    param: "provider_id",
    noun: "AI provider",
    find: (id) => aiProviders.get(id),
  });
  const also: BodyCheck = (given, c) => {
    const stored = aiProviders.get(integerId(c.req.param("provider_id")) ?? 0);
    const types = {
      path: "assistant_type_id",
      noun: "Assistant type",
      find: (id: number) => assistantTypes.get(id),
    };
    return [...missingFields(given, stored), ...unknownReferences(given, [types])];
  };
  const params = providerIdParam;
  const one = { middleware: [exists], request: { params } };
  return new NounRoutes({
    tag: "AI providers",
    what: "AI provider",
    called: "provider",
    operation: { one: "AiProvider", many: "AiProviders" },
    path: "/api/ai-providers",
    param: { name: "provider_id", schema: params },
    records: aiProviders,
    may: { read: "viewer", write: "admin" },
    check: also,
    shown: providerShown,
    view: providerView,
    nameOf: ({ display_name }) => display_name,
  })
    .list("The providers, without their keys")
    .create({
      body: body(providerSchema, providerExample),
      description:
        "`base_url` is required for `azure_openai` and `openai_compatible`; the other types have a fixed one. " +
        "`api_key` is optional for `ollama`. With `share_plant_data: false` only the user's own text is sent.",
    })
    .read({ answer: "The provider, without its key" })
    .update({
      body: body(providerChangeSchema, { model_name: "gpt-5.2", is_active: true }),
      description: "A change of `base_url` or `provider_type` without an `api_key` clears the stored key: " +
        "a key is never sent to a host that it was not entered for.",
    })
    .remove({ description: "Its logs are removed within an hour." })
    .handle("GET /api/ai-providers/{provider_id}/instructions", {
      ...one,
      may: "viewer",
      description:
        "The assistant type's text (if the type is active), an empty line, the provider's text. Andon's own " +
        "rules come first: plant data are data, and events and streams are named by their ids.",
      operationId: "getAiProviderInstructions",
      responses: answers("The instructions that the model gets first", { data: instructionsShown }),
    }, (c) => {
      return answerData(c, providerInstructions(deps, found(c.req.valid("param").provider_id)));
    })
    .handle("POST /api/ai-providers/{provider_id}/test", {
      ...one,
      may: "admin",
      limit: "ai",
      request: { params, body: body(providerTestSchema, { test_message: "Are you there?" }) },
      operationId: "testAiProvider",
      responses: answers("The model's answer", {
        data: providerTestShown,
        message: ({ display_name }: { display_name: string }) => `Provider "${display_name}" answers`,
        of: { display_name: "Assistant" },
        refuses: ["AI_PROVIDER_ERROR", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const provider = found(c.req.valid("param").provider_id);
      const { test_message, settings: trial } = c.req.valid("json");
      const data = await tested(c, { deps, provider, message: test_message, trial });
      return answerWritten(c, { message: message(provider), data });
    });
}

async function tested(
  c: AppContext,
  { deps, provider, message, trial }: {
    deps: AppDeps;
    provider: ProviderRecord;
    message: string;
    trial?: ProviderTrial;
  },
) {
  const settings = await deps.storage.aiProviders.settings(provider.id, trial);
  const owner = ownerText(ownerOf(c));
  const step = await deps.ai.provider(provider.id)
    .ask<TestStep>({ type: "test", settings, owner, message }, { deadlineMs: TEST_DEADLINE_MS });
  if (step.kind === "failed") throw refusalFromData(step.refusal);
  return {
    status: "ok" as const,
    response: step.response,
    model: settings.model,
    latency_ms: step.latencyMs,
    api_usage: step.usage,
    tested_at: isoFromMs(deps.now()),
  };
}
