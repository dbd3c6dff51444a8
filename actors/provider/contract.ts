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

/** One actor a provider; its id is the provider's. */
export const AI_PROVIDER = "ai_provider";

/** Channel on which streamed answers are published as they come, as `TokenPiece`. */
export const AI_TOKENS = "ai_tokens";

export interface TokenPiece {
  turnId: string;
  text: string;
}

/** A user's message to a model, with all that goes with it. */
export interface ConversationTurn {
  /** Chosen by the asker, never twice. */
  turnId: string;
  settings: ProviderSettings;
  /** See `ownerText`. */
  owner: string;
  /** Whose browsers hear of the answer; a key has none. */
  userId: number | undefined;
  /** Null: a new conversation. */
  sessionId: string | null;
  message: string;
  /** What the model is told first. */
  instructions: string;
  /** What it is told of the plant, marked as data. */
  context: string | null;
  functions: FunctionSpec[];
  /** What their results may take of the window together, tokens. */
  resultTokens: number;
  /** Its words are published on `AI_TOKENS` as they come. */
  isStreamed: boolean;
}

/** What the asker made of a call. */
export interface CarriedOut {
  call: AskedCall;
  /** What the model reads of it. */
  content: string;
  record: FunctionCall;
  /** Null: it went well. */
  error: string | null;
  proposal?: Proposal;
}

/**
 * `begin` and `results` answer a ConversationStep; turns of one session are taken one after the other. Between a step
 * `functions` and its `results` lies a minute at most. `cancel` ends a turn wherever it stands. `test` answers a
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

/** `functions`: carry these out and bring their results. `failed`: what was logged is written, the turn is over. */
export type ConversationStep =
  | { kind: "functions"; sessionId: string; calls: AskedCall[] }
  | { kind: "done"; exchange: Exchange }
  | { kind: "failed"; refusal: RefusalData };

export type TestStep =
  | { kind: "tested"; response: string; latencyMs: Ms; usage: TokenUsage }
  | { kind: "failed"; refusal: RefusalData };

/** Rounds of functions in one turn; then the model must answer. */
export const MOST_ROUNDS = 8;
/** Functions that one turn may call. */
export const MOST_CALLS_A_TURN = 32;
/** Turns under way with one provider. */
export const MOST_TURNS = 32;
/** Turns that wait for an earlier one of their session. */
export const MOST_WAITING = 4;
/** What a whole turn may take. */
export const TURN_DEADLINE_MS = 300_000;
