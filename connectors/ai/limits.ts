/** Time limits in milliseconds, and limits of size in bytes. */
export interface ModelLimits {
  /** To establish a connection. */
  connectMs: number;
  /** For an answer that is not streamed. */
  answerMs: number;
  /** Before the first chunk of a streamed answer, and between two chunks. */
  idleMs: number;
  /** For a whole streamed answer. */
  streamMs: number;
  /** Before a retry, when the vendor names no time. */
  retryPauseMs: number;
  /** A longer Retry-After is not waited for: the request fails. */
  maxRetryAfterMs: number;
  /** Of one response body; a longer one fails. */
  maxBodyBytes: number;
}

export const DEFAULT_MODEL_LIMITS: ModelLimits = {
  connectMs: 10_000,
  answerMs: 60_000,
  idleMs: 30_000,
  streamMs: 180_000,
  retryPauseMs: 500,
  maxRetryAfterMs: 5_000,
  maxBodyBytes: 8 * 1024 * 1024,
};

/** Longer answers are truncated. */
export const MAX_ANSWER_CHARACTERS = 20_000;
/** Calls in one answer, and characters of one call's arguments; the rest is dropped. */
export const MAX_CALLS = 16;
export const MAX_ARGUMENTS_CHARACTERS = 20_000;
/** Tokens of one request; a higher count is taken as an error of the server. */
export const MAX_TOKENS = 1_000_000_000;
