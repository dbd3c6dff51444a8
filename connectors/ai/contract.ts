import type { AskedCall, FunctionSpec, ModelMessage, TokenUsage } from "../../domain/conversation/types.ts";

/** What a model is asked. */
export interface ModelRequest {
  messages: ModelMessage[];
  functions: FunctionSpec[];
  /** `none`: it must answer in words now. */
  functionChoice: "auto" | "none";
  /** The longest answer, tokens. */
  answerTokens: number;
}

/** What it answered: words, or functions that it wants called. */
export interface ModelAnswer {
  text: string;
  calls: AskedCall[];
  /** As the vendor counted; zeros where it did not tell. */
  usage: TokenUsage;
  /** True when the answer was cut at its longest. */
  isCut: boolean;
}

export interface ModelCall {
  signal: AbortSignal;
  /** Given: the answer is streamed, and told piece by piece. */
  onToken?: (text: string) => void;
}

/**
 * A model of a provider. Every call ends by itself. Refuses with AI_PROVIDER_ERROR, `details.reason`, and where there
 * was an answer `details.status`, with it perhaps `details.retry_after_seconds`; with CONNECTION_FAILED where the
 * address may not be asked.
 */
export interface ChatModel {
  complete(request: ModelRequest, call: ModelCall): Promise<ModelAnswer>;
  close(): Promise<void>;
}
