import { createChatModel } from "../../connectors/ai/model.ts";
import type { ChatModel, ModelAnswer, ModelRequest } from "../../connectors/ai/contract.ts";
import type { ModelLimits } from "../../connectors/ai/limits.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { ProxySettings } from "../../connectors/outbound_fetch.ts";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";

export const KEY = "sk-test-0123456789abcdef";

export interface ModelClientOptions {
  settings?: Partial<ProviderSettings>;
  limits?: Partial<ModelLimits>;
  allow?: string;
  resolve?: (host: string) => Promise<string[]>;
  proxy?: Partial<ProxySettings>;
}

export type TestModel = ChatModel & AsyncDisposable;

/** The product's own client, pointed at a test's server. */
export function modelClient(baseUrl: string, options: ModelClientOptions = {}): TestModel {
  const model = createChatModel({
    settings: {
      id: 1,
      type: "openai_compatible",
      model: "test-model",
      apiKey: KEY,
      baseUrl,
      windowTokens: 16_000,
      ...options.settings,
    },
    outbound: createOutboundGuard({
      allow: options.allow ?? "127.0.0.1",
      alwaysAllow: [],
      resolve: options.resolve,
    }),
    proxy: { https: null, http: null, no: "", ...options.proxy },
    limits: { retryPauseMs: 1, ...options.limits },
  });
  return { ...model, [Symbol.asyncDispose]: () => model.close() };
}

export const ASK: ModelRequest = {
  messages: [{ role: "system", content: "Be short" }, { role: "user", content: "Hello" }],
  functions: [],
  functionChoice: "auto",
  answerTokens: 100,
};

export const FUNCTION = {
  name: "look",
  description: "Looks",
  parameters: { type: "object", properties: { at: { type: "string" } } },
};

export interface Said {
  answer: ModelAnswer;
  tokens: string[];
}

export async function say(
  model: ChatModel,
  request: Partial<ModelRequest> = {},
  stream = false,
): Promise<Said> {
  const tokens: string[] = [];
  const answer = await model.complete({ ...ASK, ...request }, {
    signal: new AbortController().signal,
    ...(stream && { onToken: (text) => void tokens.push(text) }),
  });
  return { answer, tokens };
}

/** What a call was refused with. */
export async function refusal(work: Promise<unknown>): Promise<Refusal> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("It was not refused");
}
