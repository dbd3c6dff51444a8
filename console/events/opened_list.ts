import type { EventList } from "./event_list.ts";

/** The list of the event that is opened next. */
let opened: { list: EventList; id: number } | undefined;

/** Hands a list on to the page of the event that is opened from it. */
export function openFrom(list: EventList, id: number): void {
  opened = { list, id };
}

/** The list that an event's page was opened from; the history keeps it over a reload and Back. */
export function openedList(id: number): EventList | undefined {
  if (opened?.id === id) history.replaceState({ ...history.state, andonList: opened.list }, "");
  opened = undefined;
  return listIn(history.state);
}

/** From then on, an event whose link is followed in an element with `data-events` is opened from the list there. */
export function watchEventLists(): void {
  addEventListener("click", rememberList, { capture: true });
}

function rememberList({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a") : null;
  const list = link?.closest<HTMLElement>("[data-events]");
  const id = eventOf(link);
  if (!list || id === undefined) return;
  const ids = new Set([...list.querySelectorAll("a")].flatMap((one) => eventOf(one) ?? []));
  openFrom(listHere(list.dataset.events ?? "", [...ids].map((id) => ({ id }))), id);
}

/** The event that a link leads to. */
function eventOf(link: HTMLAnchorElement | null): number | undefined {
  const id = /^\/events\/(\d+)$/.exec(link?.pathname ?? "")?.[1];
  return id === undefined ? undefined : Number(id);
}

/** A list of the present page, whole. */
export function listHere(title: string, events: readonly { id: number }[]): EventList {
  const ids = events.map(({ id }) => id);
  return { title, address: location.pathname + location.search, ids, before: 0, total: ids.length };
}

function listIn(state: unknown): EventList | undefined {
  return (state as { andonList?: EventList } | null)?.andonList;
}
