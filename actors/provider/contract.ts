import type {
  AskedCall,
  Exchange,
  FunctionCall,
  FunctionSpec,
  Proposal,
  TokenUsage,
} from "../../domain/conversation/types.ts";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import type { RefusalData } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";

/** One actor per provider; its id is the provider's. */
export const AI_PROVIDER = "ai_provider";

/** Channel on which streamed answers are published, as `TokenPiece`. */
export const AI_TOKENS = "ai_tokens";

export interface TokenPiece {
  turnId: string;
  text: string;
}

/** A user's message to a model, with everything sent along. */
export interface ConversationTurn {
  /** Chosen by the asker; unique. */
  turnId: string;
  settings: ProviderSettings;
  /** See `ownerText`. */
  owner: string;
  /** The user whose browsers get the answer; null for an API key. */
  userId: number | undefined;
  /** Null: a new conversation. */
  sessionId: string | null;
  message: string;
  /** Instructions, sent to the model first. */
  instructions: string;
  /** Plant data for the model, marked as data. */
  context: string | null;
  functions: FunctionSpec[];
  /** How much of the window the results of functions may use in all, in tokens. */
  resultTokens: number;
  /** True: the answer is published on `AI_TOKENS` while it arrives. */
  isStreamed: boolean;
}

/** The result of a function call. */
export interface CarriedOut {
  call: AskedCall;
  /** The text for the model. */
  content: string;
  record: FunctionCall;
  /** Null when the call succeeded. */
  error: string | null;
  proposal?: Proposal;
}

/**
 * `begin` and `results` answer a ConversationStep; a session takes one turn at a time. Between a step
 * `functions` and its `results` a minute may pass. `cancel` ends a turn in any state. `test` answers a
 * TestStep.
 *
 * Refusals: NOT_FOUND (no such session of this owner), VALIDATION_FAILED (what does not fit the model's window),
 * UNAVAILABLE (too many at once).
 */
export type ProviderMessage =
  | { type: "begin"; turn: ConversationTurn }
  | { type: "results"; turnId: string; results: CarriedOut[] }
  | { type: "cancel"; turnId: string }
  | { type: "test"; settings: ProviderSettings; owner: string; message: string };

/** `functions`: run these and send their results. `failed`: the turn is over; its log is written. */
export type ConversationStep =
  | { kind: "functions"; sessionId: string; calls: AskedCall[] }
  | { kind: "done"; exchange: Exchange }
  | { kind: "failed"; refusal: RefusalData };

export type TestStep =
  | { kind: "tested"; response: string; latencyMs: Ms; usage: TokenUsage }
  | { kind: "failed"; refusal: RefusalData };

/** Rounds of functions in one turn; then the model must answer. */
export const MOST_ROUNDS = 8;
/** Function calls of one turn, at most. */
export const MOST_CALLS_A_TURN = 32;
/** Turns under way with one provider, at most. */
export const MOST_TURNS = 32;
/** Turns that wait for an earlier one of their session, at most. */
export const MOST_WAITING = 4;
/** How long a whole turn may take. */
export const TURN_DEADLINE_MS = 300_000;
