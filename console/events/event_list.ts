import type { paths } from "../generated/api.ts";

/** The list that an event was opened from, in its order. */
export interface EventList {
  /** "Events, newest first", "Event wall". */
  title: string;
  /** The address of the list with its filters. */
  address: string;
  ids: readonly number[];
  /** How many events are on the pages before these. */
  before: number;
  /** How many events all pages have. */
  total: number;
  /** What finds the other pages; absent: there are none. */
  query?: HistoryQuery;
}

export type HistoryQuery = NonNullable<paths["/api/rule-events/history"]["get"]["parameters"]["query"]>;

export type Direction = "previous" | "next";

/** Where an event stands in a list. A neighbour is "elsewhere" on another page of the list, undefined at its ends. */
export interface ListPosition {
  /** From 1. */
  number: number;
  neighbours: Readonly<Record<Direction, number | "elsewhere" | undefined>>;
}

/** Undefined if the event is not in the list. */
export function positionIn({ ids, before, total }: EventList, id: number): ListPosition | undefined {
  const index = ids.indexOf(id);
  if (index < 0) return undefined;
  const number = before + index + 1;
  return {
    number,
    neighbours: {
      previous: ids[index - 1] ?? (number > 1 ? "elsewhere" : undefined),
      next: ids[index + 1] ?? (number < total ? "elsewhere" : undefined),
    },
  };
}

/** The event of a page that was read beside a list's: the nearest one that the list does not have. */
export function nearestOf(page: EventList, { list, direction }: { list: EventList; direction: Direction }) {
  const isNew = (id: number) => !list.ids.includes(id);
  return direction === "next" ? page.ids.find(isNew) : page.ids.findLast(isNew);
}
