export const PROVIDER_TYPES = [
  "openai",
  "azure_openai",
  "anthropic",
  "gemini",
  "mistral",
  "ollama",
  "openai_compatible",
] as const;
export type ProviderType = (typeof PROVIDER_TYPES)[number];

/** `assistant`: the model may call functions; `analysis`: it gets the context alone. */
export const USAGE_MODES = ["assistant", "analysis"] as const;
export type UsageMode = (typeof USAGE_MODES)[number];

/** An AI provider as it is stored. */
export interface ProviderRecord {
  v: 1;
  id: number;
  display_name: string;
  provider_type: ProviderType;
  model_name: string;
  /** Null: none is stored. */
  sealed_api_key: string | null;
  /** Null: the type's own address. */
  base_url: string | null;
  usage_mode: UsageMode;
  system_instructions: string;
  assistant_type_id: number | null;
  is_active: boolean;
  function_calling_enabled: boolean;
  /** False: nothing of the plant goes to the provider, only what the user writes. */
  share_plant_data: boolean;
  /** Tokens that the model takes, questions and answers together; null: as is usual for the type. */
  context_window_tokens: number | null;
  created_at: string;
  created_by: string;
}

/** What speaks to a provider needs to know, the key in the clear. */
export interface ProviderSettings {
  id: number;
  type: ProviderType;
  model: string;
  /** Null: the provider needs none. */
  apiKey: string | null;
  baseUrl: string;
  windowTokens: number;
}
