import { FeedExpired, type FeedPosition } from "./contract.ts";

/** Neither a signup's id nor a bookmark of a single signup is touched: only several are put into one text. */
const BETWEEN = " ";

/** The positions of the single signups. Throws FeedExpired for a text that is none. */
export function splitPosition({ signupId, bookmark }: FeedPosition): FeedPosition[] {
  if (!signupId.includes(BETWEEN)) return [{ signupId, bookmark }];
  const ids = signupId.split(BETWEEN), bookmarks = bookmark.split(BETWEEN);
  if (ids.length !== bookmarks.length) {
    throw new FeedExpired("The feed's position is not that of its signups");
  }
  return ids.map((id, index) => ({ signupId: decoded(id), bookmark: decoded(bookmarks[index]) }));
}

/** One position out of those of single signups, at least one; the same whatever their order. */
export function joinPositions(parts: readonly FeedPosition[]): FeedPosition {
  if (parts.length === 1) return { signupId: parts[0].signupId, bookmark: parts[0].bookmark };
  const ordered = [...parts].sort((a, b) => a.signupId < b.signupId ? -1 : 1);
  return {
    signupId: ordered.map((part) => encodeURIComponent(part.signupId)).join(BETWEEN),
    bookmark: ordered.map((part) => encodeURIComponent(part.bookmark)).join(BETWEEN),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new FeedExpired("The feed's position cannot be read");
  }
}
