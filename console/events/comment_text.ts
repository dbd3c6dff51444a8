import type { RuleEvent, Schemas } from "../api/client.ts";

export type EventComment = Schemas["EventComment"];

/** A piece of a comment: plain text, or a `@name`. */
export interface CommentPart {
  text: string;
  isMention: boolean;
}

/** A user name after `@`, as user names are made; a full stop at its end belongs to the sentence. */
const MENTION = /(?<![\p{L}\p{N}._@-])@[\p{L}\p{N}._@-]*[\p{L}\p{N}_-]/gu;
const BEING_TYPED = /(?<![\p{L}\p{N}._@-])@(?<typed>[\p{L}\p{N}._-]*)$/u;

export function commentParts(text: string): CommentPart[] {
  const parts: CommentPart[] = [];
  let end = 0;
  for (const { 0: name, index } of text.matchAll(MENTION)) {
    if (index > end) parts.push({ text: text.slice(end, index), isMention: false });
    parts.push({ text: name, isMention: true });
    end = index + name.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMention: false });
  return parts;
}

/** The start of the `@name` that ends at the caret, and the names that continue it. */
export function mentionAt(
  text: string,
  { caret, names }: { caret: number; names: readonly string[] },
): { start: number; names: string[] } | undefined {
  const typed = BEING_TYPED.exec(text.slice(0, caret))?.groups?.typed;
  if (typed === undefined) return undefined;
  const start = caret - typed.length - 1;
  const wanted = typed.toLowerCase();
  const offered = names.filter((name) => name.toLowerCase().startsWith(wanted) && name !== typed);
  return offered.length === 0 ? undefined : { start, names: offered };
}

/** Whom a comment may name: the people who commented on the event or acknowledged it. */
export function peopleOf(
  { acknowledged_by }: Pick<RuleEvent, "acknowledged_by">,
  comments: readonly EventComment[],
): string[] {
  const names = [...comments.map(({ created_by }) => created_by), acknowledged_by];
  const people = names.flatMap((name) => name === null || name.startsWith("key:") ? [] : [name]);
  return [...new Set(people)].sort((a, b) => a.localeCompare(b));
}
