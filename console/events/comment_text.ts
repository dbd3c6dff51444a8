import type { RuleEvent, Schemas } from "../api/client.ts";

export type EventComment = Schemas["EventComment"];

/** A piece of a comment: plain text, or a `@name` with the user name that it is. */
export interface CommentSegment {
  text: string;
  mentioned?: string;
}

/** A user name after `@`, as user names are made; a full stop at its end belongs to the sentence. */
const MENTION = /(?<![\p{L}\p{N}._@-])@[\p{L}\p{N}._@-]*[\p{L}\p{N}_-]/gu;
const BEING_TYPED = /(?<![\p{L}\p{N}._@-])@(?<typed>[\p{L}\p{N}._-]*)$/u;

export function commentSegments(text: string): CommentSegment[] {
  const segments: CommentSegment[] = [];
  let end = 0;
  for (const { 0: name, index } of text.matchAll(MENTION)) {
    if (index > end) segments.push({ text: text.slice(end, index) });
    segments.push({ text: name, mentioned: name.slice(1) });
    end = index + name.length;
  }
  if (end < text.length) segments.push({ text: text.slice(end) });
  return segments;
}

interface MentionInput {
  caret: number;
  /** The user names to choose from. */
  names: readonly string[];
  /** The display name of a user. */
  nameOf(who: string): string;
}

const MOST_OFFERED = 8;

/** The start of the `@name` that ends at the caret, and the users whose user name or display name continues it. */
export function mentionAt(
  text: string,
  { caret, names, nameOf }: MentionInput,
): { start: number; names: string[] } | undefined {
  const typed = BEING_TYPED.exec(text.slice(0, caret))?.groups?.typed;
  if (typed === undefined) return undefined;
  const start = caret - typed.length - 1;
  const prefix = typed.toLowerCase();
  const isMeant = (name: string) =>
    [name, ...nameOf(name).split(" ")].some((word) => word.toLowerCase().startsWith(prefix));
  const offered = names.filter((name) => name !== typed && isMeant(name));
  return offered.length === 0 ? undefined : { start, names: offered.slice(0, MOST_OFFERED) };
}

/** The people who commented on an event or acknowledged it. */
export function peopleOf(
  { acknowledged_by }: Pick<RuleEvent, "acknowledged_by">,
  comments: readonly EventComment[],
): string[] {
  const names = [...comments.map(({ created_by }) => created_by), acknowledged_by];
  const people = names.flatMap((name) => name === null || name.startsWith("key:") ? [] : [name]);
  return [...new Set(people)].sort((a, b) => a.localeCompare(b));
}
