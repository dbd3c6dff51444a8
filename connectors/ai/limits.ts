/** How long things may take, milliseconds, and how much is read, bytes. */
export interface ModelLimits {
  /** For a connection to stand. */
  connectMs: number;
  /** For a whole answer that is not streamed. */
  answerMs: number;
  /** Between two pieces of a streamed answer, and before the first. */
  silenceMs: number;
  /** For a streamed answer from its beginning to its end. */
  streamMs: number;
  /** Before a request is repeated, where the vendor names no time. */
  retryPauseMs: number;
  /** A vendor that asks to wait longer is not waited for. */
  longestRetryAfterMs: number;
  /** Of one answer, its packaging included; a longer one is no answer. */
  mostBodyBytes: number;
}

export const DEFAULT_MODEL_LIMITS: ModelLimits = {
  connectMs: 10_000,
  answerMs: 60_000,
  silenceMs: 30_000,
  streamMs: 180_000,
  retryPauseMs: 500,
  longestRetryAfterMs: 5_000,
  mostBodyBytes: 8 * 1024 * 1024,
};

/** Longer answers are cut there, whatever the model says. */
export const MOST_ANSWER_CHARACTERS = 20_000;
/** Calls in one answer, and characters of one call's arguments; what is beyond is left out. */
export const MOST_CALLS = 16;
export const MOST_ARGUMENTS_CHARACTERS = 20_000;
/** Tokens of one request; a server that counts more counts wrong. */
export const MOST_TOKENS = 1_000_000_000;
