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
