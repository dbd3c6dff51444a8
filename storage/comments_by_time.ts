import type { CommentRecord, EventComment } from "../domain/event/comment.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { KvStore } from "./store/store.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { Page, PageRequest } from "./page.ts";
import { invalid } from "../domain/shared/refusal.ts";

export interface CommentSpan {
  fromMs: number;
  /** Comments before it. */
  toMs?: number;
  /** Only on events that recorded one of these plant nodes. */
  places?: ReadonlySet<string>;
}

/** A comment with its event. */
export interface CommentOnEvent {
  comment: EventComment;
  event: EventRecord;
}

/** The most comments of a span that are read. */
export const MOST_COMMENTS_READ = 5_000;

/** The comments of all events that were written in a span, newest first. */
export async function commentsByTime(
  store: KvStore,
  { fromMs, toMs, places, most = MOST_COMMENTS_READ }: CommentSpan & { most?: number },
  { offset, limit }: PageRequest,
): Promise<Page<CommentOnEvent>> {
  if (fromMs >= (toMs ?? Infinity)) return { rows: [], total: 0 };
  const prefix = keys.eventCommentAt(0, 0, 0).slice(0, 1);
  const listed = await store.list({
    prefix,
    start: [...prefix, fromMs],
    end: [...prefix, toMs ?? Infinity],
    reverse: true,
    limit: most + 1,
  });
  if (listed.length > most) throw invalid("from", tooMany(most));
  const stored = await store.getMany(
    listed.map(({ key }) => keys.eventComment(Number(key[2]), Number(key[3]))),
  );
  // A comment of a removed event is still in the list.
  const comments = stored.flatMap((entry) =>
    entry === undefined ? [] : [kinds.eventComment.read(entry.value)]
  );
  if (places === undefined) {
    return { rows: await withEvents(store, comments.slice(offset, offset + limit)), total: comments.length };
  }
  const there = (await withEvents(store, comments)).filter(({ event: { plant_node_floc_id: node } }) =>
    node !== null && places.has(node)
  );
  return { rows: there.slice(offset, offset + limit), total: there.length };
}

/** The comments with their events; without those of removed events. */
async function withEvents(store: KvStore, comments: readonly CommentRecord[]): Promise<CommentOnEvent[]> {
  const ids = [...new Set(comments.map(({ event_id }) => event_id))];
  const entries = await store.getMany(ids.map((id) => keys.event(id)));
  const events = new Map(ids.map((id, i) => [id, entries[i]]));
  return comments.flatMap(({ v: _v, event_id, ...comment }) => {
    const entry = events.get(event_id);
    return entry === undefined ? [] : [{ comment, event: kinds.event.read(entry.value) }];
  });
}

function tooMany(most: number): string {
  return `More than ${most.toLocaleString("en")} comments were written in this time; give a later from`;
}
