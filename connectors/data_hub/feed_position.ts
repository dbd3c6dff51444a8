import { FeedExpired, type FeedPosition } from "../source.ts";
import type { SignupPosition } from "./stream_address.ts";

/** Neither a signup's id nor a bookmark of a single signup is touched: only several are put into one text. */
const BETWEEN = " ";

/** The positions of the single signups. Throws FeedExpired for a text that is none. */
export function splitPosition({ subscription, cursor }: FeedPosition): SignupPosition[] {
  if (!subscription.includes(BETWEEN)) return [{ signupId: subscription, bookmark: cursor }];
  const ids = subscription.split(BETWEEN), bookmarks = cursor.split(BETWEEN);
  if (ids.length !== bookmarks.length) {
    throw new FeedExpired("The feed's position is not that of its signups");
  }
  return ids.map((id, index) => ({ signupId: decoded(id), bookmark: decoded(bookmarks[index]) }));
}

/** One position out of those of single signups, at least one; the same whatever their order. */
export function joinPositions(parts: readonly SignupPosition[]): FeedPosition {
  if (parts.length === 1) return { subscription: parts[0].signupId, cursor: parts[0].bookmark };
  const ordered = [...parts].sort((a, b) => a.signupId < b.signupId ? -1 : 1);
  return {
    subscription: ordered.map((part) => encodeURIComponent(part.signupId)).join(BETWEEN),
    cursor: ordered.map((part) => encodeURIComponent(part.bookmark)).join(BETWEEN),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new FeedExpired("The feed's position cannot be read");
  }
}
