import type { Entry, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { entriesUnder } from "../store/entries.ts";
import type { KvStore } from "../store/store.ts";

/** The evaluated past of the polled streams of feed 1 and later: `[…, feed, to, part]`. Feed 0 has `past_piece`. */
export const PIECES_OF_FEEDS: Key = ["past_piece_of"];
const PIECES = keys.pastPiece(0, 0).slice(0, 1);
/** As in `actors/source/stored_pieces.ts`. */
const STREAMS_A_PART = 3_000;

interface Part {
  from: Ticks;
  to: Ticks;
  of: string;
  isUnknown: boolean;
  streams: Int32Array;
  digests: Float64Array;
  since: Float64Array;
}

interface PartOfFeed {
  feed: number;
  part: Part;
}

/**
 * The pieces of the feed that knows most of the past become those of all streams, as unknown: their next check
 * evaluates again what it reads, since the feeds' digests are of different spans.
 */
export async function* mergePastPieces(store: KvStore): AsyncGenerator<Mutation> {
  const own = await partsUnder(store, PIECES), others = await partsUnder(store, PIECES_OF_FEEDS);
  if (others.length === 0) return;
  const chosen = ofMostPast([...own, ...others]);
  const same = [...own, ...others].filter(({ part }) => part.of === chosen.part.of);
  const streams = [...new Set(same.flatMap(({ part }) => [...part.streams]))].toSorted((a, b) => a - b);
  const pieces = same.filter(({ feed }) => feed === chosen.feed).map(({ part }) => part);
  const byEnd = new Map(pieces.map((part) => [part.to, part]));
  yield* [...byEnd.values()].flatMap((part) => writesOf(part, streams));
  for (const { part } of own) {
    if (!byEnd.has(part.to)) yield* deletesOf(part, own);
  }
}

/** Of several, the last one: it is deleted last, so that a repetition finds it again. */
function ofMostPast(parts: readonly PartOfFeed[]): PartOfFeed {
  return parts.reduce((best, each) =>
    each.part.from < best.part.from || (each.part.from === best.part.from && each.feed > best.feed)
      ? each
      : best
  );
}

function writesOf(piece: Part, streams: readonly number[]): Mutation[] {
  return Array.from({ length: Math.max(1, Math.ceil(streams.length / STREAMS_A_PART)) }, (_, part) => {
    const some = streams.slice(part * STREAMS_A_PART, (part + 1) * STREAMS_A_PART);
    const value: Part = {
      ...piece,
      isUnknown: true,
      streams: Int32Array.from(some),
      digests: new Float64Array(some.length),
      since: new Float64Array(some.length).fill(piece.from),
    };
    return { type: "set", key: keys.pastPiece(piece.to, part), value };
  });
}

function deletesOf({ to }: Part, own: readonly PartOfFeed[]): Mutation[] {
  const parts = own.filter(({ part }) => part.to === to).length;
  return Array.from({ length: parts }, (_, part) => ({ type: "delete", key: keys.pastPiece(to, part) }));
}

async function partsUnder(store: KvStore, prefix: Key): Promise<PartOfFeed[]> {
  const parts: PartOfFeed[] = [];
  const feedOf = ({ key }: Entry) => prefix === PIECES ? 0 : Number(key[1]);
  for await (const entry of entriesUnder<Part>(store, prefix)) {
    parts.push({ feed: feedOf(entry), part: entry.value });
  }
  return parts;
}
