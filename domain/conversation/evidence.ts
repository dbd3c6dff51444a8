/** The event ids and stream names in an answer. */
export interface NamedThings {
  events: number[];
  streams: string[];
  /** The streams in `[stream:NAME]` marks. */
  marked: ReadonlySet<string>;
}

/** Most names taken from one answer. */
const MOST_NAMED = 100;
const MOST_NAME = 400;

const EVENT_MARK = /\[event:\s*#?(\d{1,15})\]/gi;
/**
 * Matches `event 12`, `events #12, 13 and 14`, `event id 12`; not the second number in `40 events (20 a
 * day)`.
 */
const EVENT_WORDS =
  /(?<!\d\s)\bevents?(?:\s+ids?)?\s*(?:[:#(]\s*)?#?(\d{1,15}(?:\s*(?:,|and|&|\/|, and)\s*#?\d{1,15})*)\b(?!\s*(?:%|\.\d|(?:ms|s|h|min|seconds?|minutes?|hours?|days?|weeks?|times|an?|per)\b))/gi;
const HASH = /(?:^|[\s(])#(\d{1,15})\b/g;
const STREAM_MARK = /\[stream:\s*([^\]\n]{1,400})\]/gi;
const STREAM_CODE = /`([^`\n]{1,400})`/g;
/**
 * Three or more parts with dots between them, each beginning with a letter: the usual form of stream names.
 */
const DOTTED =
  /(?<![\p{L}\p{N}_./:@-])\p{L}[\p{L}\p{N}_-]*(?:\.\p{L}[\p{L}\p{N}_-]*){2,}(?![\p{L}\p{N}_/:@-])/gu;

/** Finds the names in an answer, both in the marks that the model was asked to use and in usual writing. */
export function namedIn(answer: string): NamedThings {
  const events = new Set<number>();
  for (
    const [, ids = ""] of [
      ...answer.matchAll(EVENT_MARK),
      ...answer.matchAll(EVENT_WORDS),
      ...answer.matchAll(HASH),
    ]
  ) {
    for (const [id] of ids.matchAll(/\d+/g)) events.add(Number(id));
  }
  const streams = new Set<string>();
  for (const [, name = ""] of answer.matchAll(STREAM_MARK)) streams.add(name.trim());
  const marked = new Set(streams);
  for (const [, code = ""] of answer.matchAll(STREAM_CODE)) if (isStreamLike(code)) streams.add(code.trim());
  const bare = answer.replace(STREAM_MARK, " ").replace(STREAM_CODE, " ");
  for (const [name] of bare.matchAll(DOTTED)) streams.add(name);
  return {
    events: [...events].filter(Number.isSafeInteger).slice(0, MOST_NAMED),
    streams: [...streams].filter((name) => name !== "" && name.length <= MOST_NAME).slice(0, MOST_NAMED),
    marked,
  };
}

function isStreamLike(code: string): boolean {
  return /^\p{L}[^\s()]*\.[^\s()]+$/u.test(code.trim());
}
