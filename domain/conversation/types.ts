import type { BacktestResult } from "../backtest/types.ts";
import type { Ms } from "../shared/time.ts";

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

export interface TokenUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

export const NO_TOKENS: TokenUsage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

export type Outcome = "success" | "error";

/** A function call that was carried out. */
export interface FunctionCall {
  name: string;
  /** The arguments from the model: an object, or the text when it is no JSON object. */
  arguments: Record<string, unknown> | string;
  result_summary: string;
  duration_ms: Ms;
  outcome: Outcome;
}

/** An event or stream that an answer names and that exists. */
export interface Evidence {
  type: "event" | "stream";
  id: number;
  name: string;
}

export interface Unverified {
  type: "event" | "stream";
  /** The text in the answer. */
  text: string;
}

/** A rule template that a model drafted. Only a person can store it. */
export interface Proposal {
  /** The body for POST /api/templates. */
  template: Record<string, unknown>;
  /** The bindings used by the backtest: stream names or constants. */
  placeholder_mappings: Record<string, string | number | boolean>;
  /** A backtest over recent history; null when it failed. */
  backtest: BacktestResult | null;
  /** Why there is no backtest. */
  backtest_problem: string | null;
}

/** The result of one message. */
export interface Exchange {
  provider_id: number;
  session_id: string;
  response: string;
  function_calls: FunctionCall[];
  api_usage: TokenUsage;
  evidence: Evidence[];
  unverified: Unverified[];
  proposals: Proposal[];
}

export const LOG_KINDS = ["conversation", "function_call", "api_usage"] as const;
export type LogKind = (typeof LOG_KINDS)[number];

export const ENTRY_TYPES = ["user", "assistant", "function", "error"] as const;
export type EntryType = (typeof ENTRY_TYPES)[number];

interface Logged {
  v: 1;
  /** Milliseconds since 1970. */
  at_ms: Ms;
  /** Null for a test of the provider. */
  session_id: string | null;
}

export interface ConversationEntry extends Logged {
  kind: "conversation";
  session_id: string;
  type: EntryType;
  content: string;
}

export interface FunctionCallEntry extends Logged {
  kind: "function_call";
  name: string;
  arguments: Record<string, unknown> | string;
  duration_ms: Ms;
  outcome: Outcome;
  error: string | null;
}

export interface UsageEntry extends Logged, TokenUsage {
  kind: "api_usage";
  operation: string;
  model: string;
  duration_ms: Ms;
  outcome: Outcome;
}

export type LogEntry = ConversationEntry | FunctionCallEntry | UsageEntry;
