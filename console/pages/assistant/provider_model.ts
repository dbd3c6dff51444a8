import { PROVIDER_TYPES, type ProviderType } from "../../../domain/provider/types.ts";
import type { Issue } from "../../api/problem.ts";
import { VENDORS } from "../../../domain/provider/vendor.ts";
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

/** Whether the change removes the stored key, which is never sent to another host or vendor. */
export function losesStoredKey(provider: Provider, values: ProviderValues): boolean {
  return provider.has_api_key &&
    (provider.provider_type !== values.provider_type || (provider.base_url ?? "") !== values.base_url.trim());
}

/** The key that must be entered again before anything is stored. */
export function keyIssues(provider: Provider | undefined, values: ProviderValues): Issue[] {
  if (provider === undefined || values.api_key !== "" || !losesStoredKey(provider, values)) return [];
  if (!VENDORS[values.provider_type].needsKey) return [];
  return [{
    path: "api_key",
    message: "Enter the key again: the stored one is not sent to another address or vendor",
  }];
}

/** Whether the change concerns how the model is reached, so that it is tested before it is stored. */
export function changesModel(provider: Provider, values: ProviderValues): boolean {
  return values.api_key !== "" || provider.provider_type !== values.provider_type ||
    provider.model_name !== values.model_name || (provider.base_url ?? "") !== values.base_url.trim();
}
