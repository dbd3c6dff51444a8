import { z } from "zod";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  instructionsText,
  limitedText,
  lineText,
  messageText,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { PROVIDER_TYPES, USAGE_MODES } from "./types.ts";

/** Smallest and largest context window that can be configured, in tokens. */
export const WINDOW_TOKENS = { min: 4_096, max: 2_000_000 } as const;

/** A query is kept: some services want an `api-version` in it. */
function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.hash === "";
}

const baseUrl = lineText({ max: TEXT_LIMITS.description })
  .refine(isHttpUrl, "Must be an http or https address without user and fragment").nullable();
/** The characters that a header can carry. */
const apiKey = limitedText({ max: TEXT_LIMITS.description })
  .regex(/^[!-~]+$/, "Must be one word of plain characters");
const assistantTypeId = idNumber().nullable();
const windowTokens = z.int().min(WINDOW_TOKENS.min).max(WINDOW_TOKENS.max).nullable();

const named = { display_name: nameText(), provider_type: z.enum(PROVIDER_TYPES), model_name: nameText() };
const secret = { api_key: apiKey.nullable().optional() };
const further = {
  base_url: baseUrl.default(null),
  usage_mode: z.enum(USAGE_MODES).default("assistant"),
  system_instructions: instructionsText().default(""),
  assistant_type_id: assistantTypeId.default(null),
  is_active: z.boolean().default(true),
  function_calling_enabled: z.boolean().default(true),
  /** False: nothing of the plant goes to the provider, only what the user writes. */
  share_plant_data: z.boolean().default(true),
  /** Tokens that the model takes, questions and answers together; null: as is usual for the type. */
  context_window_tokens: windowTokens.default(null),
};

/** An AI provider as it is stored and read, without its key. */
export const provider = z.strictObject({
  id: id(),
  ...storedFields(named),
  ...storedFields(further),
  created_at: instant(),
  created_by: z.string(),
});

export interface ProviderRecord extends z.infer<typeof provider> {
  v: 1;
  /** Null: none is stored. */
  sealed_api_key: string | null;
}

const READ = [...Object.keys(provider.shape), "has_api_key", "supports_function_calling"];

/** Body of POST /api/ai-providers. */
export const providerSchema = ignoring(READ, z.strictObject({ ...named, ...secret, ...further }));

/**
 * Body of PUT /api/ai-providers/{provider_id}. Omitted fields stay unchanged; `api_key: null` removes the
 * key.
 */
export const providerChangeSchema = ignoring(
  READ,
  z.strictObject({ ...changeFields(named), ...secret, ...changeFields(further) }),
);

/** Body of POST /api/ai-providers/{provider_id}/test. */
export const providerTestSchema = z.strictObject({
  test_message: messageText().default("Answer with one word: ready"),
  settings: z.strictObject({
    provider_type: z.enum(PROVIDER_TYPES).optional(),
    model_name: nameText().optional(),
    base_url: baseUrl.optional(),
    api_key: apiKey.nullable().optional(),
  }).optional().describe(
    "Settings to test without storing them; omitted ones are as stored. The stored key is used only with " +
      "the stored `base_url` and `provider_type`",
  ),
});

/** Settings of a provider that are tested before they are stored. */
export type ProviderTrial = NonNullable<z.infer<typeof providerTestSchema>["settings"]>;

export type ProviderDraft = z.infer<typeof providerSchema>;
export type ProviderChange = z.infer<typeof providerChangeSchema>;
