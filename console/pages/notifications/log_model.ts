import type { paths } from "../../generated/api.ts";
import { type Delivery, DELIVERY_STATES } from "../../events/delivery_text.ts";

type LogQuery = NonNullable<paths["/api/notification-log"]["get"]["parameters"]["query"]>;

export const LOG_ROWS = 100;

export const LOG_SPANS = [
  ["1", "Last hour"],
  ["24", "Last 24 hours"],
  ["168", "Last 7 days"],
  ["720", "Last 30 days"],
  ["9600", "All the time"],
] as const;
export type LogSpan = (typeof LOG_SPANS)[number][0];

const FIRST_SPAN: LogSpan = "24";

export const DRILLS = [["only", "Only drills"], ["without", "Without drills"]] as const;

/** The filter of the log, kept in the address. Empty texts do not filter. */
export interface LogFilter {
  span: LogSpan;
  state: Delivery["state"] | "";
  /** `only` drills, or none of them: `without`. */
  drills: (typeof DRILLS)[number][0] | "";
  /** Ids. */
  user: string;
  point: string;
  event: string;
  /** From 1, newest first. */
  page: number;
  /** The delivery that is open. */
  open: string;
}

/** The filter in an address; invalid values are ignored. */
export function logFilter(query: Readonly<Record<string, string>>): LogFilter {
  const { user = "", point = "", event = "", open = "", page = "" } = query;
  return {
    span: LOG_SPANS.find(([span]) => span === query.span)?.[0] ?? FIRST_SPAN,
    state: DELIVERY_STATES.find(([state]) => state === query.state)?.[0] ?? "",
    drills: DRILLS.find(([drills]) => drills === query.drills)?.[0] ?? "",
    user: idText(user),
    point: idText(point),
    event: idText(event),
    open,
    page: Number(idText(page)) || 1,
  };
}

function idText(text: string): string {
  return /^[1-9]\d{0,14}$/.test(text) ? text : "";
}

export function logAddress(filter: LogFilter): string {
  const query = new URLSearchParams();
  if (filter.span !== FIRST_SPAN) query.set("span", filter.span);
  for (const key of ["state", "drills", "user", "point", "event", "open"] as const) {
    if (filter[key] !== "") query.set(key, filter[key]);
  }
  if (filter.page > 1) query.set("page", String(filter.page));
  return query.size === 0 ? "/notifications/log" : `/notifications/log?${query}`;
}

export function isNarrowed({ state, drills, user, point, event }: LogFilter): boolean {
  return state !== "" || drills !== "" || user !== "" || point !== "" || event !== "";
}

/** The API query of a filter. */
export function logQuery({ span, state, drills, user, point, event, page }: LogFilter): LogQuery {
  return {
    hours: Number(span),
    ...state !== "" && { state },
    ...drills !== "" && { is_drill: drills === "only" },
    ...user !== "" && { user_id: Number(user) },
    ...point !== "" && { contact_point_id: Number(point) },
    ...event !== "" && { event_id: Number(event) },
    limit: LOG_ROWS,
    offset: (page - 1) * LOG_ROWS,
  };
}
