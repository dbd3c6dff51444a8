import { FeedExpired, type FeedPosition } from "../source.ts";

/** Names our subscription; the server has none of its own, only a marker for each stream. */
export const SUBSCRIPTION = "stream_updates";

/** The markers by our ids of the streams: `12:marker 13:marker`. Throws FeedExpired for any other text. */
export function markersOf({ subscription, cursor }: FeedPosition): Map<number, string> {
  const parts = cursor === "" ? [] : cursor.split(" ");
  const markers = new Map(parts.map((part) => {
    const colon = part.indexOf(":");
    return [Number(part.slice(0, colon)), decodeURIComponent(part.slice(colon + 1))];
  }));
  const isKnown = subscription === SUBSCRIPTION && [...markers.keys()].every(Number.isSafeInteger);
  if (!isKnown) throw new FeedExpired("The feed's position is not one of Stream Updates");
  return markers;
}

export function positionOf(markers: ReadonlyMap<number, string>): FeedPosition {
  const parts = Array.from(markers, ([id, marker]) => `${id}:${encodeURIComponent(marker)}`);
  return { subscription: SUBSCRIPTION, cursor: parts.join(" ") };
}
