/** A question and its answer, earlier in the conversation. */
export interface PastExchange {
  question: string;
  answer: string;
}

/** How one turn divides a model's context window, in tokens. */
export interface Shares {
  /** False when functions would leave no room for their results. */
  hasFunctions: boolean;
  /** Most tokens for the plant's context. */
  context: number;
  /** Most tokens for the results of all functions. */
  results: number;
}

const SHORTEST_ANSWER = 1_024;
const LONGEST_ANSWER = 4_096;
const LEAST_RESULTS = 2_000;
const LONGEST_RESULT = 4_000;

/** Longest answer: an eighth of the window, from 1,024 to 4,096 tokens. */
export function answerTokensOf(windowTokens: number): number {
  return Math.max(SHORTEST_ANSWER, Math.min(LONGEST_ANSWER, Math.floor(windowTokens / 8)));
}

/** Longest result of one function, of the tokens for all results. */
export function resultTokensOf(results: number): number {
  return Math.min(LONGEST_RESULT, Math.floor(results / 2));
}

/**
 * Divides what answer, instructions, message and functions leave of the window. Function results get half of
 * it: at least 2,000 tokens, at most three eighths of the window. An eighth of the window is kept for earlier
 * exchanges. The context gets the rest, at most a quarter of the window.
 */
export function shareOut(
  { windowTokens, fixedTokens, functionTokens }: {
    windowTokens: number;
    /** Tokens of instructions and message. */
    fixedTokens: number;
    /** Tokens of the functions' descriptions; 0 when there are none. */
    functionTokens: number;
  },
): Shares {
  const free = windowTokens - answerTokensOf(windowTokens) - fixedTokens;
  const hasFunctions = functionTokens > 0 && free - functionTokens >= LEAST_RESULTS;
  const left = hasFunctions ? free - functionTokens : free;
  const results = hasFunctions ? resultsOf(left, windowTokens) : 0;
  const context = Math.min(Math.floor(windowTokens / 4), left - results - Math.floor(windowTokens / 8));
  return { hasFunctions, context: Math.max(0, context), results };
}

function resultsOf(left: number, windowTokens: number): number {
  return Math.min(Math.floor(windowTokens * 3 / 8), Math.max(LEAST_RESULTS, Math.floor(left / 2)));
}

/**
 * An upper estimate of a text's tokens for any model: a third of a token for each ASCII character, one for
 * each other.
 */
export function tokensOf(text: string): number {
  let plain = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x80) plain++;
  return Math.ceil(plain / 3) + text.length - plain;
}

/** The longest beginning of a text within a number of tokens, without half characters. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensOf(text) <= tokens) return text;
  let spent = 0;
  let end = 0;
  for (const character of text) {
    spent += character.charCodeAt(0) < 0x80 ? 1 / 3 : character.length;
    if (spent > tokens) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/**
 * The newest whole exchanges that fit into what is left of the window after the fixed part (instructions,
 * context, functions, message), the results and the answer. Undefined when the fixed part does not fit.
 */
export function keptHistory(
  history: readonly PastExchange[],
  { windowTokens, fixedTokens, resultTokens }: {
    windowTokens: number;
    fixedTokens: number;
    resultTokens: number;
  },
): PastExchange[] | undefined {
  let left = windowTokens - answerTokensOf(windowTokens) - fixedTokens - resultTokens;
  if (left < 0) return undefined;
  const kept: PastExchange[] = [];
  for (const exchange of history.toReversed()) {
    left -= tokensOf(exchange.question) + tokensOf(exchange.answer);
    if (left < 0) break;
    kept.unshift(exchange);
  }
  return kept;
}
