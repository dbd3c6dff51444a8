import { FeedExpired, type FeedPosition } from "../source.ts";
import type { SignupPosition } from "./stream_address.ts";

/** Separates several ids or bookmarks in one text. Those of a single signup are stored unchanged. */
const BETWEEN = " ";

/** Splits a position into those of its signups. Throws FeedExpired for an invalid text. */
export function splitPosition({ subscription, cursor }: FeedPosition): SignupPosition[] {
  if (!subscription.includes(BETWEEN)) return [{ signupId: subscription, bookmark: cursor }];
  const ids = subscription.split(BETWEEN), bookmarks = cursor.split(BETWEEN);
  if (ids.length !== bookmarks.length) {
    throw new FeedExpired("The feed's position does not match its signups");
  }
  return ids.map((id, index) => ({ signupId: decoded(id), bookmark: decoded(bookmarks[index]!) }));
}

/** Joins the positions of one or more signups; independent of their order. */
export function joinPositions(parts: readonly SignupPosition[]): FeedPosition {
  const [one, another] = parts;
  if (one !== undefined && another === undefined) return { subscription: one.signupId, cursor: one.bookmark };
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
