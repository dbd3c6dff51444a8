import type { ProviderRecord } from "./schema.ts";
import type { ProviderType } from "./types.ts";

/** How a type of provider implements the chat-completions protocol. */
export interface Vendor {
  /** The address in front of `/chat/completions`; null: each installation has its own. */
  baseUrl: string | null;
  needsKey: boolean;
  /** The header that carries the key. */
  keyHeader: "authorization" | "api-key";
  /** The field that limits the length of an answer. Other vendors do not know the newer one of OpenAI. */
  limitField: "max_completion_tokens" | "max_tokens";
  /** Whether `stream_options: {include_usage}` may be sent. Vendors without it report the usage unasked. */
  streamOptions: boolean;
  /** Default context window of its models, in tokens. */
  windowTokens: number;
  /** Models that cannot call functions. */
  unable: RegExp | null;
}

/**
 * The values that the vendors document. Mistral refuses unknown fields (`max_completion_tokens`,
 * `stream_options`); Ollama knows only `max_tokens` and accepts any key.
 */
export const VENDORS: Readonly<Record<ProviderType, Vendor>> = {
  openai: {
    baseUrl: "https://api.openai.com/v1",
    needsKey: true,
    keyHeader: "authorization",
    limitField: "max_completion_tokens",
    streamOptions: true,
    windowTokens: 128_000,
    unable: /^(gpt-3\.5-turbo-instruct|davinci|babbage|o1-mini|o1-preview|chatgpt-4o)/,
  },
  azure_openai: {
    baseUrl: null,
    needsKey: true,
    keyHeader: "api-key",
    limitField: "max_completion_tokens",
    streamOptions: true,
    windowTokens: 128_000,
    unable: null,
  },
  anthropic: {
    baseUrl: "https://api.anthropic.com/v1",
    needsKey: true,
    keyHeader: "authorization",
    limitField: "max_tokens",
    streamOptions: true,
    windowTokens: 200_000,
    unable: /^claude-(1|2|instant)/,
  },
  gemini: {
    baseUrl: "https://generativelanguage.googleapis.com/v1beta/openai",
    needsKey: true,
    keyHeader: "authorization",
    limitField: "max_tokens",
    streamOptions: true,
    windowTokens: 128_000,
    unable: /^(models\/)?(gemini-1\.0|gemma)/,
  },
  mistral: {
    baseUrl: "https://api.mistral.ai/v1",
    needsKey: true,
    keyHeader: "authorization",
    limitField: "max_tokens",
    streamOptions: false,
    windowTokens: 32_000,
    unable: /^(mistral-tiny|open-mistral-7b|open-mixtral-8x7b|mistral-embed|mistral-moderation)/,
  },
  ollama: {
    baseUrl: "http://localhost:11434/v1",
    needsKey: false,
    keyHeader: "authorization",
    limitField: "max_tokens",
    streamOptions: true,
    windowTokens: 16_000,
    unable: /^(llama2|codellama|phi|phi3|gemma|gemma2|tinyllama|vicuna|orca-mini)(:|$)/,
  },
  openai_compatible: {
    baseUrl: null,
    needsKey: true,
    keyHeader: "authorization",
    limitField: "max_tokens",
    streamOptions: true,
    windowTokens: 16_000,
    unable: null,
  },
};

type Named = Pick<ProviderRecord, "provider_type" | "model_name">;

/** Whether the model can call functions. Models that the table does not list can. */
export function supportsFunctionCalling({ provider_type, model_name }: Named): boolean {
  return VENDORS[provider_type].unable?.test(model_name) !== true;
}

/**
 * Whether the model gets functions: it can call them, it is allowed to, and plant data may be sent to the
 * provider.
 */
export function usesFunctions(record: ProviderRecord): boolean {
  return record.usage_mode === "assistant" && record.function_calling_enabled && record.share_plant_data &&
    supportsFunctionCalling(record);
}

/** The configured address, else the default of the type; null when there is neither. */
export function baseUrlOf({ base_url, provider_type }: Pick<ProviderRecord, "base_url" | "provider_type">) {
  return base_url ?? VENDORS[provider_type].baseUrl;
}

export function windowTokensOf(
  record: Pick<ProviderRecord, "context_window_tokens" | "provider_type">,
): number {
  return record.context_window_tokens ?? VENDORS[record.provider_type].windowTokens;
}
