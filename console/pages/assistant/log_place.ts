export const LOGS = [
  { name: "conversation", title: "Conversations" },
  { name: "calls", title: "Function calls" },
  { name: "usage", title: "Usage" },
  { name: "raw", title: "Raw lines" },
] as const;
export type LogName = (typeof LOGS)[number]["name"];

/** What of the logs stands in the address. */
export interface LogPlace {
  provider: number | null;
  log: LogName;
  session: string;
  /** From 1, the newest first. */
  page: number;
}

const NUMBER = /^[1-9]\d{0,14}$/;

export function logPlace(query: Readonly<Record<string, string>>): LogPlace {
  const number = (text = "") => NUMBER.test(text) ? Number(text) : null;
  return {
    provider: number(query.provider),
    log: LOGS.find(({ name }) => name === query.log)?.name ?? "conversation",
    session: query.session ?? "",
    page: number(query.page) ?? 1,
  };
}

export function logAddress({ provider, log, session, page }: LogPlace): string {
  const query = new URLSearchParams();
  if (provider !== null) query.set("provider", String(provider));
  if (log !== "conversation") query.set("log", log);
  if (session !== "") query.set("session", session);
  if (page > 1) query.set("page", String(page));
  return query.size === 0 ? "/assistant/logs" : `/assistant/logs?${query}`;
}
