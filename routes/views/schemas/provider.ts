import { z } from "@hono/zod-openapi";
import { PROVIDER_TYPES, USAGE_MODES } from "../../../domain/provider/types.ts";
import { count, id, instant, shown } from "../../document/shown.ts";

export const tokenUsage = shown(
  "TokenUsage",
  z.strictObject({ prompt_tokens: count(), completion_tokens: count(), total_tokens: count() }),
  { prompt_tokens: 380, completion_tokens: 32, total_tokens: 412 },
);

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
  z.strictObject({
    id: id(),
    display_name: z.string(),
    provider_type: z.enum(PROVIDER_TYPES),
    model_name: z.string(),
    has_api_key: z.boolean(),
    base_url: z.string().nullable(),
    usage_mode: z.enum(USAGE_MODES),
    system_instructions: z.string(),
    assistant_type_id: id().nullable(),
    is_active: z.boolean(),
    supports_function_calling: z.boolean(),
    function_calling_enabled: z.boolean(),
    share_plant_data: z.boolean(),
    context_window_tokens: z.int().nullable(),
    created_at: instant(),
    created_by: z.string(),
  }),
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
  z.strictObject({
    id: id(),
    name: z.string(),
    description: z.string(),
    base_instructions: z.string(),
    is_active: z.boolean(),
    created_at: instant(),
    created_by: z.string(),
  }),
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
