/**
 * A part of an answer as a page may show it. `host` is shown beside a link; the link's target is never
 * loaded.
 */
export type AnswerPart =
  | { kind: "text"; text: string }
  | { kind: "link"; text: string; url: string; host: string };

/** Matches `![words](address)`, `[words](address)` or a bare address. */
const LINKS =
  /(!?)\[([^\]\n]{0,500})\]\(\s*<?(https?:\/\/[^\s<>()]{1,2000})>?[^)\n]{0,200}\)|(https?:\/\/[^\s<>()"'`]{1,2000})/gi;

/**
 * Splits an answer into parts. Everything is plain text, tags included, except http(s) links, which show
 * their host. An image becomes a link to it.
 */
export function answerParts(answer: string): AnswerPart[] {
  const parts: AnswerPart[] = [];
  let end = 0;
  for (const match of answer.matchAll(LINKS)) {
    const [whole, , words, linked, bare = ""] = match;
    const url = URL.parse(linked ?? bare.replace(/[.,;:!?]+$/, ""));
    if (url === null) continue;
    if (match.index > end) parts.push({ kind: "text", text: answer.slice(end, match.index) });
    const shown = linked === undefined ? bare.replace(/[.,;:!?]+$/, "") : words || url.href;
    parts.push({ kind: "link", text: shown, url: url.href, host: url.host });
    end = match.index + (linked === undefined ? shown.length : whole.length);
  }
  if (end < answer.length) parts.push({ kind: "text", text: answer.slice(end) });
  return parts;
}
