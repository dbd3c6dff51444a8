import type { AskedCall, FunctionSpec, ModelMessage, TokenUsage } from "../../domain/conversation/types.ts";

/** A request to a model. */
export interface ModelRequest {
  messages: ModelMessage[];
  functions: FunctionSpec[];
  /** `none`: the model must answer in text. */
  functionChoice: "auto" | "none";
  /** Limit of the answer, in tokens. */
  answerTokens: number;
}

/** The model's answer: text, or functions to be called. */
export interface ModelAnswer {
  text: string;
  calls: AskedCall[];
  /** As counted by the vendor; zeros where it gives no counts. */
  usage: TokenUsage;
  /** True when the answer was truncated at its limit. */
  isCut: boolean;
}

export interface ModelCall {
  signal: AbortSignal;
  /** When present, the answer is streamed, and each new text is passed here. */
  onToken?: (text: string) => void;
}

/**
 * A model of a provider. Every call has a deadline. Refuses with AI_PROVIDER_ERROR and `details.reason`, after an answer
 * also `details.status` and possibly `details.retry_after_seconds`; with CONNECTION_FAILED when the outbound guard
 * refuses the address.
 */
export interface ChatModel {
  complete(request: ModelRequest, call: ModelCall): Promise<ModelAnswer>;
  close(): Promise<void>;
}
