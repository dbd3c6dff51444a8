export const LOGS = [
  { name: "conversation", title: "Conversations" },
  { name: "calls", title: "Function calls" },
  { name: "usage", title: "Usage" },
  { name: "raw", title: "Raw lines" },
] as const;
export type LogName = (typeof LOGS)[number]["name"];

/** Filters of which one is of some logs only. Empty: not filtered. */
const FILTERS = ["session", "hours", "mine", "type", "name", "outcome"] as const;
export type LogFilter = (typeof FILTERS)[number];

/** What of the logs stands in the address. */
export interface LogPlace extends Record<LogFilter, string> {
  provider: number | null;
  log: LogName;
  /** From 1, the newest first. */
  page: number;
}

export const ENTRY_TYPES = [
  { name: "user", title: "Questions" },
  { name: "assistant", title: "Answers" },
  { name: "function", title: "Functions" },
  { name: "error", title: "Errors" },
] as const;
export const OUTCOMES = [
  { name: "success", title: "Succeeded" },
  { name: "error", title: "Failed" },
] as const;

/** Which filters a log has. */
const OF_LOG: Readonly<Record<LogName, readonly LogFilter[]>> = {
  conversation: ["session", "hours", "mine", "type"],
  calls: ["session", "hours", "mine", "name", "outcome"],
  usage: ["session", "hours", "mine", "outcome"],
  raw: ["session", "hours", "mine"],
};

const NUMBER = /^[1-9]\d{0,14}$/;

export function logPlace(query: Readonly<Record<string, string>>): LogPlace {
  const number = (text = "") => NUMBER.test(text) ? Number(text) : null;
  const log = LOGS.find(({ name }) => name === query.log)?.name ?? "conversation";
  const of = (filter: LogFilter) => OF_LOG[log].includes(filter) ? query[filter] ?? "" : "";
  const known = (filter: LogFilter, list: readonly { name: string }[]) =>
    list.find(({ name }) => name === of(filter))?.name ?? "";
  return {
    ...{ provider: number(query.provider), log, page: number(query.page) ?? 1 },
    ...{ session: of("session"), hours: /^[1-9]\d{0,3}$/.test(of("hours")) ? of("hours") : "" },
    ...{ mine: of("mine") === "yes" ? "yes" : "", name: of("name").slice(0, 200) },
    ...{ type: known("type", ENTRY_TYPES), outcome: known("outcome", OUTCOMES) },
  };
}

export function logAddress(place: LogPlace): string {
  const query = new URLSearchParams();
  if (place.provider !== null) query.set("provider", String(place.provider));
  if (place.log !== "conversation") query.set("log", place.log);
  for (const filter of OF_LOG[place.log]) if (place[filter] !== "") query.set(filter, place[filter]);
  if (place.page > 1) query.set("page", String(place.page));
  return query.size === 0 ? "/assistant/logs" : `/assistant/logs?${query}`;
}

export function hasFilter(log: LogName, filter: LogFilter): boolean {
  return OF_LOG[log].includes(filter);
}

export function isFiltered(place: LogPlace): boolean {
  return OF_LOG[place.log].some((filter) => place[filter] !== "");
}

/** The same without its filters. */
export function unfiltered({ provider, log }: LogPlace): LogPlace {
  return logPlace({ provider: String(provider ?? ""), log });
}

const HOUR_MS = 3_600_000;

/** What a request for a log takes of its place: of filters only those that the log has. */
export function logQuery(place: LogPlace, nowMs: number) {
  const { session, hours, mine, type, name, outcome } = place;
  return {
    ...session !== "" && { session_id: session },
    ...hours !== "" && { from: new Date(nowMs - Number(hours) * HOUR_MS).toISOString() },
    ...mine === "yes" && { mine: true },
    ...type !== "" && { type },
    ...name !== "" && { name },
    ...outcome !== "" && { outcome },
  };
}
