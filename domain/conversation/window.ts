/** A question of the past and its answer. */
export interface PastExchange {
  question: string;
  answer: string;
}

/** How a model's window is shared out, tokens. */
export interface Shares {
  /** The longest answer. */
  answer: number;
  /** What the plant's context may take. */
  context: number;
  /** What one function's result may take. */
  result: number;
  /** What the results of one message may take together. */
  results: number;
}

const LONGEST_ANSWER = 4_096;
const LONGEST_RESULT = 4_000;

/** A quarter for the answer (at most 4,096), a quarter for context, three eighths for what functions give. */
export function sharesOf(windowTokens: number): Shares {
  const results = Math.floor(windowTokens * 3 / 8);
  return {
    answer: Math.min(LONGEST_ANSWER, Math.floor(windowTokens / 4)),
    context: Math.floor(windowTokens / 4),
    result: Math.min(LONGEST_RESULT, Math.floor(results / 2)),
    results,
  };
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
  { windowTokens, fixedTokens, hasFunctions }: {
    windowTokens: number;
    fixedTokens: number;
    hasFunctions: boolean;
  },
): PastExchange[] | undefined {
  const { answer, result } = sharesOf(windowTokens);
  let left = windowTokens - answer - fixedTokens - (hasFunctions ? result : 0);
  if (left < 0) return undefined;
  const kept: PastExchange[] = [];
  for (const exchange of history.toReversed()) {
    left -= tokensOf(exchange.question) + tokensOf(exchange.answer);
    if (left < 0) break;
    kept.unshift(exchange);
  }
  return kept;
}
