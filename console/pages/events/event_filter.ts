import { SEVERITIES } from "../../../domain/event/severity.ts";
import type { HistoryQuery } from "../../events/event_list.ts";
import { addressTime, spanOf } from "../../lists/time_span.ts";

/** The filter of the event list, kept in the address. Empty texts do not filter. */
export interface EventFilter {
  severity: string;
  category: string;
  /** `active`, `ended`. */
  state: string;
  /** `yes`, `no`. */
  acknowledged: string;
  template: string;
  instance: string;
  hours: string;
  /** Words of the name, description, instance or note. */
  text: string;
  /** The id of a plant node. */
  place: string;
  /** The user name of who acknowledged or commented. */
  person: string;
  /** Times as in addresses: `2026-01-31T08:15:00Z`. */
  from: string;
  to: string;
  /** From 1. */
  page: number;
}

export const PAGE_ROWS = 100;
const MOST_TEXT = 200;

const NUMBER = /^[1-9]\d{0,14}$/;
const KEYS = [
  ...["severity", "category", "state", "acknowledged", "template", "instance", "hours"] as const,
  ...["text", "place", "person", "from", "to"] as const,
];

/** The filter in an address; invalid values are ignored. */
export function eventFilter(query: Readonly<Record<string, string>>): EventFilter {
  const { fromMs, toMs } = spanOf(query), from = addressTime(fromMs), to = addressTime(toMs);
  const number = (text = "") => NUMBER.test(text) ? text : "";
  return {
    severity: one(SEVERITIES, query.severity),
    category: query.category ?? "",
    state: one(["active", "ended"], query.state),
    acknowledged: one(["yes", "no"], query.acknowledged),
    template: number(query.template),
    instance: number(query.instance),
    hours: from === "" && to === "" ? number(query.hours) : "",
    text: (query.text ?? "").slice(0, MOST_TEXT),
    place: query.place ?? "",
    person: (query.person ?? "").slice(0, MOST_TEXT),
    from,
    to,
    page: Number(number(query.page) || 1),
  };
}

function one(choices: readonly string[], text = ""): string {
  return choices.includes(text) ? text : "";
}

/** The address of a filter; empty values are omitted. */
export function eventAddress(filter: EventFilter): string {
  const query = new URLSearchParams();
  for (const key of KEYS) if (filter[key] !== "") query.set(key, filter[key]);
  if (filter.page > 1) query.set("page", String(filter.page));
  return query.size === 0 ? "/events" : `/events?${query}`;
}

export function isFiltered(filter: EventFilter): boolean {
  return KEYS.some((key) => filter[key] !== "");
}

/** The API query of a filter. */
export function historyQuery(filter: EventFilter): HistoryQuery {
  const severity = SEVERITIES.find((name) => name === filter.severity);
  return {
    ...severity !== undefined && { severity },
    ...filter.category !== "" && { category: filter.category },
    ...filter.state !== "" && { is_active: filter.state === "active" },
    ...filter.acknowledged !== "" && { acknowledged: filter.acknowledged === "yes" },
    ...filter.template !== "" && { template_id: Number(filter.template) },
    ...filter.instance !== "" && { instance_id: Number(filter.instance) },
    ...filter.hours !== "" && { hours: Number(filter.hours) },
    ...filter.text !== "" && { text: filter.text },
    ...filter.place !== "" && { place: filter.place },
    ...filter.person !== "" && { person: filter.person },
    ...filter.from !== "" && { from: filter.from },
    ...filter.to !== "" && { to: filter.to },
  };
}
