import type { CommentOnEvent, CommentSpan, Page, PageRequest } from "./contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { KvStore } from "./store/store.ts";
import { invalid } from "./write.ts";

/** The most comments of a span that are read. */
export const MOST_COMMENTS_READ = 5_000;

/** The comments of all events that were written in a span, newest first. */
export async function commentsByTime(
  store: KvStore,
  { fromMs, toMs, most = MOST_COMMENTS_READ }: CommentSpan & { most?: number },
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
  const rows = comments.slice(offset, offset + limit);
  const events = await store.getMany(rows.map(({ event_id }) => keys.event(event_id)));
  return {
    rows: rows.flatMap(({ v: _v, event_id: _event, ...comment }, i) => {
      const entry = events[i];
      return entry === undefined ? [] : [{ comment, event: kinds.event.read(entry.value) }];
    }),
    total: comments.length,
  };
}

function tooMany(most: number): string {
  return `More than ${most.toLocaleString("en")} comments were written in this time; give a later from`;
}
