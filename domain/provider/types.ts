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

/** `assistant`: the model may call functions. `analysis`: the model only gets the context. */
export const USAGE_MODES = ["assistant", "analysis"] as const;
export type UsageMode = (typeof USAGE_MODES)[number];

/** An AI provider as stored. */
export interface ProviderRecord {
  v: 1;
  id: number;
  display_name: string;
  provider_type: ProviderType;
  model_name: string;
  /** Null: none is stored. */
  sealed_api_key: string | null;
  /** Null: the default address of the type. */
  base_url: string | null;
  usage_mode: UsageMode;
  system_instructions: string;
  assistant_type_id: number | null;
  is_active: boolean;
  function_calling_enabled: boolean;
  /** False: the provider gets no data of the plant, only what the user writes. */
  share_plant_data: boolean;
  /**
   * Size of the model's context window in tokens, for questions and answers; null: the default of the type.
   */
  context_window_tokens: number | null;
  created_at: string;
  created_by: string;
}

/** What a client of a provider needs. The key is plain text. */
export interface ProviderSettings {
  id: number;
  type: ProviderType;
  model: string;
  /** Null: the provider needs none. */
  apiKey: string | null;
  baseUrl: string;
  windowTokens: number;
}
