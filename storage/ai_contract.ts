import type { Actor } from "../domain/access/types.ts";
import type { LogEntry, LogKind, TokenUsage } from "../domain/conversation/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Page, PageRequest } from "./page.ts";

export interface LogQuery {
  kinds: readonly LogKind[];
  /** The owner of the entries (see `ownerText`); all owners when absent. */
  owner?: string;
  /** The caller has checked that the session is the owner's. */
  sessionId?: string;
  /** Both inclusive. */
  fromMs?: Ms;
  toMs?: Ms;
  descending: boolean;
  fits?: (entry: LogEntry) => boolean;
}

/** The usage of a provider on a UTC day. */
export interface UsageDay extends TokenUsage {
  date: string;
  requests: number;
}

export interface ConversationLogs {
  /** In order of time. VALIDATION_FAILED when more than 20,000 entries would have to be scanned. */
  list(providerId: number, query: LogQuery, page: PageRequest): Promise<Page<LogEntry>>;
  /** Oldest day first. */
  usageByDay(providerId: number, owner: string | undefined): Promise<UsageDay[]>;
  /** Removes the conversation entries and the sessions; returns how many entries. */
  clear(providerId: number, by: Actor): Promise<number>;
}
