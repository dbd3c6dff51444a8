import { z } from "zod";
import { backtest } from "../backtest/schema.ts";
import { CONTEXT_TYPES, TIME_FILTERS } from "../context/types.ts";
import { count, id, limitedText, messageText } from "../shared/schema.ts";
import type { Ms } from "../shared/time.ts";

/** Body of POST /api/ai-providers/{provider_id}/conversation. */
export const conversationSchema = z.strictObject({
  message: messageText(),
  context_type: z.enum(CONTEXT_TYPES).default("events"),
  time_filter: z.enum(TIME_FILTERS).default("24h"),
  include_context: z.boolean().default(true),
  session_id: limitedText({ min: 1, max: 100 }).nullable().optional(),
  stream: z.boolean().default(false),
});

export type ConversationRequest = z.infer<typeof conversationSchema>;

export const tokenUsage = z.strictObject({
  prompt_tokens: count(),
  completion_tokens: count(),
  total_tokens: count(),
}).meta({ id: "TokenUsage" });

export interface TokenUsage extends z.infer<typeof tokenUsage> {}

const outcome = z.enum(["success", "error"]);
export type Outcome = z.infer<typeof outcome>;

/** The arguments from the model: an object, or the text when it is no JSON object. */
const givenArguments = z.union([z.record(z.string(), z.unknown()), z.string()]);

/** A function call that was carried out. */
export const functionCall = z.strictObject({
  name: z.string(),
  arguments: givenArguments,
  result_summary: z.string(),
  duration_ms: count(),
  outcome,
}).meta({ id: "FunctionCall" });

export interface FunctionCall extends z.infer<typeof functionCall> {}

const named = z.enum(["event", "stream"]);

/** An event or stream that an answer names and that exists. */
const evidence = z.strictObject({ type: named, id: id(), name: z.string() });
export interface Evidence extends z.infer<typeof evidence> {}

/** One that does not exist; `text` is the text in the answer. */
const unverified = z.strictObject({ type: named, text: z.string() });
export interface Unverified extends z.infer<typeof unverified> {}

/** A rule template that a model drafted. Only a person can store it. */
const proposal = z.strictObject({
  template: z.record(z.string(), z.unknown()).describe("A body for POST /api/templates"),
  placeholder_mappings: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe(
    "The bindings of the placeholders in the backtest",
  ),
  backtest: z.union([backtest, z.null()]).describe(
    "A backtest over recent history with the newest 300 events and at most 4 series",
  ),
  backtest_problem: z.string().nullable().describe("Why there is no backtest"),
});

export interface Proposal extends z.infer<typeof proposal> {}

/** The result of one message. */
export const exchange = z.strictObject({
  provider_id: id(),
  session_id: z.string(),
  response: z.string(),
  function_calls: z.array(functionCall),
  api_usage: tokenUsage,
  evidence: z.array(evidence),
  unverified: z.array(unverified),
  proposals: z.array(proposal),
});

export interface Exchange extends z.infer<typeof exchange> {}

/** What of the entries of the three logs is stored and read alike. */
export const conversationLogged = z.strictObject({
  type: z.enum(["user", "assistant", "function", "error"]),
  content: z.string(),
  session_id: z.string(),
});

const session_id = z.string().nullable().describe("Null: a test of the provider");

export const callLogged = z.strictObject({
  session_id,
  name: z.string(),
  arguments: givenArguments,
  duration_ms: count(),
  outcome,
  error: z.string().nullable(),
});

export const usageLogged = z.strictObject({
  session_id,
  operation: z.string(),
  model: z.string(),
  duration_ms: count(),
  ...tokenUsage.shape,
  outcome,
});

interface Stored {
  v: 1;
  at_ms: Ms;
}

export type EntryType = ConversationEntry["type"];

export interface ConversationEntry extends Stored, z.infer<typeof conversationLogged> {
  kind: "conversation";
}

export interface FunctionCallEntry extends Stored, z.infer<typeof callLogged> {
  kind: "function_call";
}

export interface UsageEntry extends Stored, z.infer<typeof usageLogged> {
  kind: "api_usage";
}

export type LogEntry = ConversationEntry | FunctionCallEntry | UsageEntry;
