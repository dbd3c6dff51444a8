import { z } from "@hono/zod-openapi";
import { assistantType } from "../../../../domain/assistant/schema.ts";
import { tokenUsage as usage } from "../../../../domain/conversation/schema.ts";
import { provider } from "../../../../domain/provider/schema.ts";
import { count, inline, instant, shown } from "../../../pipeline/document/shown.ts";

export const tokenUsage = inline(usage, { prompt_tokens: 380, completion_tokens: 32, total_tokens: 412 });

export const providerExample = {
  display_name: "Assistant",
  provider_type: "openai" as const,
  model_name: "gpt-5.2",
  api_key: "sk-the-key-of-the-vendor",
  usage_mode: "assistant" as const,
  system_instructions: "Answer in short sentences.",
  assistant_type_id: null,
};

export const providerShown = shown(
  "AiProvider",
  provider.extend({ has_api_key: z.boolean(), supports_function_calling: z.boolean() }),
  {
    id: 1,
    display_name: "Assistant",
    provider_type: "openai",
    model_name: "gpt-5.2",
    has_api_key: true,
    base_url: null,
    usage_mode: "assistant",
    system_instructions: "Answer in short sentences.",
    assistant_type_id: null,
    is_active: true,
    supports_function_calling: true,
    function_calling_enabled: true,
    share_plant_data: true,
    context_window_tokens: null,
    created_at: "2026-01-31T08:15:02.123Z",
    created_by: "admin",
  },
);

export const instructionsShown = shown(
  "CombinedInstructions",
  z.strictObject({
    assistant_type_instructions: z.string(),
    provider_specific_instructions: z.string(),
    combined_instructions: z.string(),
  }),
  {
    assistant_type_instructions: "You advise the shift.",
    provider_specific_instructions: "Answer in short sentences.",
    combined_instructions: "You advise the shift.\n\nAnswer in short sentences.",
  },
);

export const providerTestShown = shown(
  "AiProviderTest",
  z.strictObject({
    status: z.literal("ok"),
    response: z.string(),
    model: z.string(),
    latency_ms: count(),
    api_usage: tokenUsage.schema,
    tested_at: instant(),
  }),
  {
    status: "ok",
    response: "I am.",
    model: "gpt-5.2",
    latency_ms: 640,
    api_usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
    tested_at: "2026-01-31T08:15:02.123Z",
  },
);

export const assistantTypeExample = {
  name: "Shift advisor",
  description: "Helps the people of a shift",
  base_instructions: "You advise the shift.",
  admin_password: "the password of the admin",
};

export const assistantTypeShown = shown(
  "AssistantType",
  assistantType,
  {
    id: 1,
    name: "Shift advisor",
    description: "Helps the people of a shift",
    base_instructions: "You advise the shift.",
    is_active: true,
    created_at: "2026-01-31T08:15:02.123Z",
    created_by: "admin",
  },
);
