import type { TrendAxes } from "../../parts/trend/types.ts";

/** What the page shows besides its time, kept in the address. */
export interface ExploreChoice {
  /** The ids of the streams, in the order of their curves. */
  streams: readonly number[];
  axes: TrendAxes;
  /** Draws the same time of the day before. */
  isCompared: boolean;
  hasEvents: boolean;
}

/** Most streams on one chart. */
export const MOST_STREAMS = 20;

const ID = /^[1-9]\d{0,14}$/;

export function exploreChoice(
  { streams = "", axes, compare, events }: Readonly<Record<string, string>>,
): ExploreChoice {
  const ids = streams.split(",").filter((text) => ID.test(text)).map(Number);
  return {
    streams: [...new Set(ids)].slice(0, MOST_STREAMS),
    // Older links say "own" for lanes.
    axes: axes === "shared" ? "shared" : axes === "lanes" || axes === "own" ? "lanes" : "auto",
    isCompared: compare === "day",
    hasEvents: events !== "off",
  };
}

/** The address of a choice; the rest of the query, such as its time, stays. */
export function exploreAddress(
  { streams, axes, isCompared, hasEvents }: ExploreChoice,
  query: Readonly<Record<string, string>> = {},
): string {
  const { streams: _, axes: __, compare: ___, events: ____, ...rest } = query;
  const search = new URLSearchParams({
    ...streams.length > 0 && { streams: streams.join() },
    ...axes !== "auto" && { axes },
    ...isCompared && { compare: "day" },
    ...!hasEvents && { events: "off" },
    ...rest,
  });
  // Commas are legal in a query, and a link with them can be read.
  return search.size === 0 ? "/explore" : `/explore?${search.toString().replaceAll("%2C", ",")}`;
}

/** The choice with a stream added, or removed when it is there. */
export function withStream(choice: ExploreChoice, id: number): ExploreChoice {
  const { streams } = choice;
  if (streams.includes(id)) return { ...choice, streams: streams.filter((one) => one !== id) };
  return streams.length >= MOST_STREAMS ? choice : { ...choice, streams: [...streams, id] };
}
