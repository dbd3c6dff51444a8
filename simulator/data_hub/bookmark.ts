import type { Ticks } from "../../domain/shared/time.ts";

/**
 * A position in the feed: all computed samples up to `at`, and the writes up to `seq` of one run of the server. A
 * bookmark of another run repeats every write; for computed samples the same seed is enough.
 */
export interface FeedMark {
  at: Ticks;
  seq: number;
}

/** Identifies the issuer of bookmarks: the plant's seed, and this run of the server. */
export interface BookmarkIssuer {
  seed: number;
  run: string;
  /** Bookmarks of an earlier epoch of the same run have expired. Default 0. */
  epoch?: number;
}

export function writeBookmark(issuer: BookmarkIssuer, mark: FeedMark): string {
  const text = JSON.stringify([1, issuer.seed, issuer.run, mark.at, mark.seq, issuer.epoch ?? 0]);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The position of a bookmark; `-Infinity` when it has expired; undefined for a text of another plant. */
export function readBookmark(issuer: BookmarkIssuer, text: string): FeedMark | undefined {
  const [version, seed, run, at, seq, epoch] = decoded(text);
  const isOurs = version === 1 && seed === issuer.seed;
  if (!isOurs || typeof at !== "number" || typeof seq !== "number") return undefined;
  if (run === issuer.run && epoch !== (issuer.epoch ?? 0)) return { at: -Infinity, seq };
  return { at, seq: run === issuer.run ? seq : 0 };
}

function decoded(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
