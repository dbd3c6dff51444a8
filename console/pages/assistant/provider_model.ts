import { PROVIDER_TYPES, type ProviderType } from "../../../domain/provider/types.ts";
import type { Provider } from "./use_providers.ts";

export const PROVIDER_TITLES: Readonly<Record<ProviderType, string>> = {
  openai: "OpenAI",
  azure_openai: "Azure OpenAI",
  anthropic: "Anthropic",
  gemini: "Google Gemini",
  mistral: "Mistral",
  ollama: "Ollama",
  openai_compatible: "OpenAI-compatible",
};

/** The values of the form; optional ones are empty texts. */
export interface ProviderValues {
  display_name: string;
  provider_type: ProviderType;
  model_name: string;
  api_key: string;
  base_url: string;
  usage_mode: Provider["usage_mode"];
  assistant_type_id: string;
  system_instructions: string;
  context_window_tokens: number | null;
  is_active: boolean;
  function_calling_enabled: boolean;
  share_plant_data: boolean;
}

export function providerValues(provider: Provider | undefined): ProviderValues {
  return {
    display_name: provider?.display_name ?? "",
    provider_type: provider?.provider_type ?? PROVIDER_TYPES[0],
    model_name: provider?.model_name ?? "",
    api_key: "",
    base_url: provider?.base_url ?? "",
    usage_mode: provider?.usage_mode ?? "assistant",
    assistant_type_id: provider?.assistant_type_id?.toString() ?? "",
    system_instructions: provider?.system_instructions ?? "",
    context_window_tokens: provider?.context_window_tokens ?? null,
    is_active: provider?.is_active ?? true,
    function_calling_enabled: provider?.function_calling_enabled ?? true,
    share_plant_data: provider?.share_plant_data ?? true,
  };
}

/** An empty key is omitted, which keeps the stored one. */
export function providerBody({ api_key, base_url, assistant_type_id, ...values }: ProviderValues) {
  return {
    ...values,
    ...api_key !== "" && { api_key },
    base_url: base_url.trim() === "" ? null : base_url.trim(),
    assistant_type_id: assistant_type_id === "" ? null : Number(assistant_type_id),
  };
}
