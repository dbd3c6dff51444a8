export const LOGS = [
  { name: "conversation", title: "Conversations" },
  { name: "calls", title: "Function calls" },
  { name: "usage", title: "Usage" },
  { name: "raw", title: "Raw lines" },
] as const;
export type LogName = (typeof LOGS)[number]["name"];

/** The filters; each applies to some logs only. An empty one does not filter. */
const FILTERS = ["session", "hours", "mine", "type", "name", "outcome"] as const;
export type LogFilter = (typeof FILTERS)[number];

/** The part of the log page's state that is kept in the address. */
export interface LogView extends Record<LogFilter, string> {
  provider: number | null;
  log: LogName;
  /** From 1, the newest first. */
  page: number;
}

export const ENTRY_TYPES = [
  { name: "user", title: "Questions" },
  { name: "assistant", title: "Answers" },
  { name: "function", title: "Function calls" },
  { name: "error", title: "Errors" },
] as const;
export const OUTCOMES = [
  { name: "success", title: "Succeeded" },
  { name: "error", title: "Failed" },
] as const;

/** The filters of each log. */
const FILTERS_OF_LOG: Readonly<Record<LogName, readonly LogFilter[]>> = {
  conversation: ["session", "hours", "mine", "type"],
  calls: ["session", "hours", "mine", "name", "outcome"],
  usage: ["session", "hours", "mine", "outcome"],
  raw: ["session", "hours", "mine"],
};

const NUMBER = /^[1-9]\d{0,14}$/;

export function logView(query: Readonly<Record<string, string>>): LogView {
  const number = (text = "") => NUMBER.test(text) ? Number(text) : null;
  const log = LOGS.find(({ name }) => name === query.log)?.name ?? "conversation";
  const of = (filter: LogFilter) => FILTERS_OF_LOG[log].includes(filter) ? query[filter] ?? "" : "";
  const known = (filter: LogFilter, list: readonly { name: string }[]) =>
    list.find(({ name }) => name === of(filter))?.name ?? "";
  return {
    provider: number(query.provider),
    log,
    page: number(query.page) ?? 1,
    session: of("session"),
    hours: /^[1-9]\d{0,3}$/.test(of("hours")) ? of("hours") : "",
    mine: of("mine") === "yes" ? "yes" : "",
    name: of("name").slice(0, 200),
    type: known("type", ENTRY_TYPES),
    outcome: known("outcome", OUTCOMES),
  };
}

export function logAddress(view: LogView): string {
  const query = new URLSearchParams();
  if (view.provider !== null) query.set("provider", String(view.provider));
  if (view.log !== "conversation") query.set("log", view.log);
  for (const filter of FILTERS_OF_LOG[view.log]) if (view[filter] !== "") query.set(filter, view[filter]);
  if (view.page > 1) query.set("page", String(view.page));
  return query.size === 0 ? "/assistant/logs" : `/assistant/logs?${query}`;
}

export function hasFilter(log: LogName, filter: LogFilter): boolean {
  return FILTERS_OF_LOG[log].includes(filter);
}

export function isFiltered(view: LogView): boolean {
  return FILTERS_OF_LOG[view.log].some((filter) => view[filter] !== "");
}

/** The same log without filters. */
export function unfiltered({ provider, log }: LogView): LogView {
  return logView({ provider: String(provider ?? ""), log });
}

const HOUR_MS = 3_600_000;

/** The API query: only the filters that the log has. */
export function logQuery(view: LogView, nowMs: number) {
  const { session, hours, mine, type, name, outcome } = view;
  return {
    ...session !== "" && { session_id: session },
    ...hours !== "" && { from: new Date(nowMs - Number(hours) * HOUR_MS).toISOString() },
    ...mine === "yes" && { mine: true },
    ...type !== "" && { type },
    ...name !== "" && { name },
    ...outcome !== "" && { outcome },
  };
}
