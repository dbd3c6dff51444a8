import { invalid } from "../shared/refusal.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";
import { MOST_COMMENTS } from "./limits.ts";
import type { EventComment } from "./schema.ts";
import type { EventRecord } from "./types.ts";

export type { EventComment } from "./schema.ts";

/** A comment as stored, under its event's id and its own. */
export interface CommentRecord extends EventComment {
  v: 1;
  event_id: number;
}

export interface NewComment {
  text: string;
  by: string;
  nowMs: Ms;
  /** The field of the body that the text came in, for a refusal. */
  path: "text" | "note";
}

/** An event with one more comment, which becomes its note, and the comments to be stored. */
export interface Commented {
  event: EventRecord;
  comments: CommentRecord[];
}

/**
 * Adds a comment. A note without a comment (from the time before comments) becomes the first one.
 * VALIDATION_FAILED when the event has 200.
 */
export function withComment(event: EventRecord, { text, by, nowMs, path }: NewComment): Commented {
  const older = noteAsComment(event);
  const last = (event.comment_count ?? 0) + older.length;
  if (last >= MOST_COMMENTS) {
    const message = `The event has ${MOST_COMMENTS} comments, which is the most an event keeps`;
    throw invalid(path, message);
  }
  const written = { id: last + 1, text, created_by: by, created_at: isoFromMs(nowMs) };
  return {
    event: {
      ...event,
      note: text,
      comment_count: last + 1,
      commented_by: [...new Set([...event.commented_by ?? [], by])],
    },
    comments: [...older, { v: 1, event_id: event.id, ...written }],
  };
}

/** The note of an event without comments, as its first comment. */
export function noteAsComment({ id, note, comment_count = 0 }: EventRecord): CommentRecord[] {
  if (comment_count > 0 || note === null || !/\S/.test(note)) return [];
  return [{ v: 1, event_id: id, id: 1, text: note, created_by: null, created_at: null }];
}
