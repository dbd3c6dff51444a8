import type { Ticks } from "../../domain/shared/time.ts";

/**
 * How far a reader of the feed has got: all computed samples up to `at`, and the written ones up to `seq` of one
 * run of the server. Of another run every write is news; the computed ones need only the same seed.
 */
export interface FeedMark {
  at: Ticks;
  seq: number;
}

/** Who writes and reads bookmarks: the plant's seed, and this run of the server. */
export interface MarkMaker {
  seed: number;
  run: string;
  /** Bookmarks of an earlier epoch of the same run have expired. Default 0. */
  epoch?: number;
}

export function writeBookmark(maker: MarkMaker, mark: FeedMark): string {
  const text = JSON.stringify([1, maker.seed, maker.run, mark.at, mark.seq, maker.epoch ?? 0]);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The mark of a bookmark; before all time when it has expired; undefined for any text that is none of this plant's. */
export function readBookmark(maker: MarkMaker, text: string): FeedMark | undefined {
  const [version, seed, run, at, seq, epoch] = decoded(text);
  const isOurs = version === 1 && seed === maker.seed;
  if (!isOurs || typeof at !== "number" || typeof seq !== "number") return undefined;
  if (run === maker.run && epoch !== (maker.epoch ?? 0)) return { at: -Infinity, seq };
  return { at, seq: run === maker.run ? seq : 0 };
}

function decoded(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
