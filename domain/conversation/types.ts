import type { BacktestResult } from "../backtest/types.ts";
import type { Ms } from "../shared/time.ts";

/** Where a conversation stands with its provider. */
export interface SessionRecord {
  v: 1;
  session_id: string;
  provider_id: number;
  /** See `ownerOf`. */
  owner: string;
  created_at: string;
  last_used_at: string;
}

/** Who holds a conversation: a user, or a key. Ids are never given twice, so an owner is one for ever. */
export type Owner = { userId: number } | { keyId: number };

export function ownerText(owner: Owner): string {
  return "userId" in owner ? `user:${owner.userId}` : `key:${owner.keyId}`;
}

/** A function that a model may call, as it is told of it. `parameters` is a JSON schema of an object. */
export interface FunctionSpec {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

/** A call as the model asked for it: `argumentsText` is its JSON, which may be none. */
export interface AskedCall {
  id: string;
  name: string;
  argumentsText: string;
}

/** One message of the protocol. */
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

/** A call that was carried out. */
export interface FunctionCall {
  name: string;
  /** The arguments as the model gave them: an object, or its text where that is no JSON object. */
  arguments: Record<string, unknown> | string;
  result_summary: string;
  duration_ms: Ms;
  outcome: Outcome;
}

/** What an answer names and what is really there. */
export interface Evidence {
  type: "event" | "stream";
  id: number;
  name: string;
}

export interface Unverified {
  type: "event" | "stream";
  /** As the answer has it. */
  text: string;
}

/** A rule template that a model drafted. It is stored by nobody but a person. */
export interface Proposal {
  /** What POST /api/templates takes. */
  template: Record<string, unknown>;
  /** What the backtest bound its placeholders to: streams by their names, or constants. */
  placeholder_mappings: Record<string, string | number | boolean>;
  /** Over recent history; null where there is none. */
  backtest: BacktestResult | null;
  /** Why there is none. */
  backtest_problem: string | null;
}

/** What a message came to. */
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
  /** Null: a test of the provider. */
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
