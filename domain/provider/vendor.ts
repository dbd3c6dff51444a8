import type { ProviderRecord } from "./schema.ts";
import type { ProviderType } from "./types.ts";

/** How a type of provider speaks the chat-completions protocol. */
export interface Vendor {
  /** Below which `/chat/completions` stands; null: each installation has its own. */
  baseUrl: string | null;
  needsKey: boolean;
  /** The header that carries the key. */
  keyHeader: "authorization" | "api-key";
  /** The field that bounds an answer: the newer one of OpenAI is unknown to others. */
  limitField: "max_completion_tokens" | "max_tokens";
  /** Whether `stream_options: {include_usage}` may be sent; without it, the vendor tells the usage by itself. */
  streamOptions: boolean;
  /** Tokens that its models take, when nothing else is said. */
  windowTokens: number;
  /** Models that cannot call functions. */
  unable: RegExp | null;
}

/**
 * The vendors' documented forms. Mistral refuses fields that it does not know (`max_completion_tokens`,
 * `stream_options`); Ollama knows `max_tokens` alone and takes any key.
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

/** Whether the model can call functions, as far as the table knows. */
export function supportsFunctionCalling({ provider_type, model_name }: Named): boolean {
  return VENDORS[provider_type].unable?.test(model_name) !== true;
}

/** Whether the model is given functions: it can, it may, and plant data may go there. */
export function usesFunctions(record: ProviderRecord): boolean {
  return record.usage_mode === "assistant" && record.function_calling_enabled && record.share_plant_data &&
    supportsFunctionCalling(record);
}

/** The address in use; null where the type has none of its own and none was given. */
export function baseUrlOf({ base_url, provider_type }: Pick<ProviderRecord, "base_url" | "provider_type">) {
  return base_url ?? VENDORS[provider_type].baseUrl;
}

export function windowTokensOf(
  record: Pick<ProviderRecord, "context_window_tokens" | "provider_type">,
): number {
  return record.context_window_tokens ?? VENDORS[record.provider_type].windowTokens;
}
