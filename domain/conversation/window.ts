/** A question of the past and its answer. */
export interface PastExchange {
  question: string;
  answer: string;
}

/** How one turn shares out a model's window, tokens. */
export interface Shares {
  /** Functions stay out where they would leave no room for what they give. */
  hasFunctions: boolean;
  /** What the plant's context may take. */
  context: number;
  /** What the results of functions may take together. */
  results: number;
}

const SHORTEST_ANSWER = 1_024;
const LONGEST_ANSWER = 4_096;
const LEAST_RESULTS = 2_000;
const LONGEST_RESULT = 4_000;

/** The longest answer: an eighth of the window, from 1,024 to 4,096 tokens. */
export function answerTokensOf(windowTokens: number): number {
  return Math.max(SHORTEST_ANSWER, Math.min(LONGEST_ANSWER, Math.floor(windowTokens / 8)));
}

/** What one function's result may take of what all of a turn may. */
export function resultTokensOf(results: number): number {
  return Math.min(LONGEST_RESULT, Math.floor(results / 2));
}

/**
 * Of what answer, instructions, message and functions leave: half for what functions give (2,000 tokens at least, three
 * eighths of the window at most), an eighth of the window kept for what was said before, and for context what is left of
 * it, a quarter of the window at most.
 */
export function shareOut(
  { windowTokens, fixedTokens, functionTokens }: {
    windowTokens: number;
    /** Instructions and message. */
    fixedTokens: number;
    /** Zero: there are none. */
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

/** More than a text really has, for any of the models: a third of a token a plain character, one for any other. */
export function tokensOf(text: string): number {
  let plain = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) < 0x80) plain++;
  return Math.ceil(plain / 3) + text.length - plain;
}

/** The longest beginning of a text that takes no more than so many tokens, never half a character. */
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
 * The newest exchanges that fit what is left of the window once everything fixed (instructions, context, functions, the
 * message) and the room for results and answer are taken; whole ones only, the oldest go first. Undefined when even
 * without any the fixed part does not fit.
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
