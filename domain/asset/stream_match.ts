import type { FoundStream, StreamAddress, StreamContinuity, StreamRecord } from "./types.ts";

/** A listed stream, the stored one that it continues (undefined: it is new), and the address by which it goes on. */
export interface StreamMatch {
  found: FoundStream;
  before: StreamRecord | undefined;
  source: StreamAddress;
}

export interface Matched {
  matches: StreamMatch[];
  /** The stored streams that nothing listed continues. */
  unmatched: StreamRecord[];
}

/** The source compares ids without case, so a stream whose spelling has changed is the same stream. */
export function streamKey(streamId: string): string {
  return streamId.toLowerCase();
}

/**
 * Matches listed streams with stored ones of the same meaning: by `stream_id`, by what it was before a quality was
 * recognised, then by the stream at the source.
 */
export function matchStreams(
  stored: readonly StreamRecord[],
  { found, continuity }: { found: readonly FoundStream[]; continuity: StreamContinuity },
): Matched {
  const open = new Set(stored), listed = firstOfEachId(found);
  const matchOf = new Map<FoundStream, StreamMatch>();
  const take = (index: Map<string, StreamRecord[]>, keyOf: (item: FoundStream) => string | undefined) => {
    for (const item of listed) {
      const key = keyOf(item);
      if (key === undefined || matchOf.has(item)) continue;
      const match = continued(item, {
        candidates: (index.get(key) ?? []).filter((it) => open.has(it)),
        continuity,
      });
      if (match === undefined) continue;
      matchOf.set(item, match);
      open.delete(match.before!);
    }
  };
  const byId = Map.groupBy(stored, ({ stream_id }) => streamKey(stream_id));
  const sourceOf = ({ source }: { source: StreamAddress }) => continuity.sourceId(source).toLowerCase();
  take(byId, ({ stream_id }) => streamKey(stream_id));
  take(byId, ({ stream_id, former_suffix }) => former_suffix && streamKey(stream_id + former_suffix));
  take(Map.groupBy(stored, sourceOf), (item) => item.only_if_stored ? undefined : sourceOf(item));
  const matches = listed.flatMap((item): StreamMatch[] => {
    const match = matchOf.get(item);
    if (match !== undefined) return [match];
    return item.only_if_stored ? [] : [{ found: plain(item), before: undefined, source: item.source }];
  });
  return { matches, unmatched: stored.filter((record) => open.has(record)) };
}

/** The stored stream with the same meaning: an active one, else the newest. */
function continued(
  item: FoundStream,
  { candidates, continuity }: { candidates: StreamRecord[]; continuity: StreamContinuity },
): StreamMatch | undefined {
  const fitting = candidates.flatMap((before) => {
    const source = continuity.goOn(before, item);
    return source === null ? [] : [{ before, source }];
  });
  const best = fitting.findLast(({ before }) => before.is_active) ?? fitting.at(-1);
  return best && { ...best, found: continuedAs(item, best.before) };
}

/** As listed, or with the id and names that it had before a quality was recognised. */
function continuedAs(item: FoundStream, before: StreamRecord): FoundStream {
  const { former_suffix: suffix } = item;
  if (suffix === undefined || streamKey(before.stream_id) !== streamKey(item.stream_id + suffix)) {
    return plain(item);
  }
  return {
    ...plain(item),
    stream_id: before.stream_id,
    stream_name: item.stream_name + suffix,
    display_name: item.display_name + suffix,
  };
}

function plain({ former_suffix: _suffix, only_if_stored: _stored, ...item }: FoundStream): FoundStream {
  return item;
}

function firstOfEachId(found: readonly FoundStream[]): FoundStream[] {
  return [...Map.groupBy(found, ({ stream_id }) => streamKey(stream_id)).values()].map((same) => same[0]!);
}
