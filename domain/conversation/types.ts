import type { TokenUsage } from "./schema.ts";

export type {
  ConversationEntry,
  EntryType,
  Evidence,
  Exchange,
  FunctionCall,
  FunctionCallEntry,
  LogEntry,
  Outcome,
  Proposal,
  TokenUsage,
  Unverified,
  UsageEntry,
} from "./schema.ts";

/** A conversation with a provider. */
export interface SessionRecord {
  v: 1;
  session_id: string;
  provider_id: number;
  /** As `ownerText` writes it. */
  owner: string;
  created_at: string;
  last_used_at: string;
}

/** The owner of a conversation: a user or a key. Ids are never reused. */
export type Owner = { userId: number } | { keyId: number };

export function ownerText(owner: Owner): string {
  return "userId" in owner ? `user:${owner.userId}` : `key:${owner.keyId}`;
}

/**
 * A function that a model may call, as described to the model. `parameters` is a JSON schema of an object.
 */
export interface FunctionSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** A call as the model requested it. `argumentsText` should be JSON, but may be invalid. */
export interface AskedCall {
  id: string;
  name: string;
  argumentsText: string;
}

/** One message of the chat protocol. */
export type ModelMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls: AskedCall[] }
  | { role: "function"; callId: string; content: string };

export const NO_TOKENS: TokenUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

export const LOG_KINDS = ["conversation", "function_call", "api_usage"] as const;
export type LogKind = (typeof LOG_KINDS)[number];
