import { z } from "zod";
import {
  idNumber,
  ignoring,
  instructionsText,
  limitedText,
  messageText,
  nameText,
} from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { PROVIDER_TYPES, USAGE_MODES } from "./types.ts";

/** Smallest and largest context window that can be configured, in tokens. */
export const WINDOW_TOKENS = { min: 4_096, max: 2_000_000 } as const;

const READ_ONLY = [
  "id",
  "has_api_key",
  "supports_function_calling",
  "created_at",
  "created_by",
] as const;

/** A query is allowed: some services need an `api-version` in it. */
function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.hash === "";
}

const baseUrl = limitedText({ max: TEXT_LIMITS.description })
  .refine(isHttpUrl, "Must be an http or https address without user and fragment").nullable();
/** The characters that a header can carry. */
const apiKey = limitedText({ max: TEXT_LIMITS.description })
  .regex(/^[!-~]+$/, "Must be one word of plain characters");
const assistantTypeId = idNumber().nullable();
const windowTokens = z.int().min(WINDOW_TOKENS.min).max(WINDOW_TOKENS.max).nullable();

/** Body of POST /api/ai-providers. */
export const providerSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    display_name: nameText(),
    provider_type: z.enum(PROVIDER_TYPES),
    model_name: nameText(),
    api_key: apiKey.nullable().optional(),
    base_url: baseUrl.default(null),
    usage_mode: z.enum(USAGE_MODES).default("assistant"),
    system_instructions: instructionsText().default(""),
    assistant_type_id: assistantTypeId.default(null),
    is_active: z.boolean().default(true),
    function_calling_enabled: z.boolean().default(true),
    share_plant_data: z.boolean().default(true),
    context_window_tokens: windowTokens.default(null),
  }),
);

/**
 * Body of PUT /api/ai-providers/{provider_id}. Omitted fields stay unchanged; `api_key: null` removes the
 * key.
 */
export const providerChangeSchema = ignoring(
  READ_ONLY,
  z.strictObject({
    display_name: nameText().optional(),
    provider_type: z.enum(PROVIDER_TYPES).optional(),
    model_name: nameText().optional(),
    api_key: apiKey.nullable().optional(),
    base_url: baseUrl.optional(),
    usage_mode: z.enum(USAGE_MODES).optional(),
    system_instructions: instructionsText().optional(),
    assistant_type_id: assistantTypeId.optional(),
    is_active: z.boolean().optional(),
    function_calling_enabled: z.boolean().optional(),
    share_plant_data: z.boolean().optional(),
    context_window_tokens: windowTokens.optional(),
  }),
);

/** Body of POST /api/ai-providers/{provider_id}/test. */
export const providerTestSchema = z.strictObject({
  test_message: messageText().default("Answer with one word: ready"),
});

export type ProviderDraft = z.infer<typeof providerSchema>;
export type ProviderChange = z.infer<typeof providerChangeSchema>;
