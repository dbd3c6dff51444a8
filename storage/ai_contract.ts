import type { Actor } from "../domain/access/types.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import type { LogEntry, LogKind, TokenUsage } from "../domain/conversation/types.ts";
import type { ProviderChange, ProviderDraft } from "../domain/provider/schema.ts";
import type { ProviderRecord } from "../domain/provider/schema.ts";
import type { ProviderSettings } from "../domain/provider/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Page, PageRequest } from "./page.ts";

export interface AiProviders {
  list(): ProviderRecord[];
  get(id: number): ProviderRecord | undefined;
  /** With the key in the clear; VALIDATION_FAILED (path `api_key`) when one is needed and missing. */
  settings(id: number): Promise<ProviderSettings>;
  create(draft: ProviderDraft, by: Actor): Promise<ProviderRecord>;
  /** A change of base_url or provider_type clears the stored key, unless it brings one. */
  update(id: number, change: ProviderChange, by: Actor): Promise<ProviderRecord>;
  remove(id: number, by: Actor): Promise<void>;
}

export type AssistantTypeDraft = Pick<
  AssistantTypeRecord,
  "name" | "description" | "base_instructions" | "is_active"
>;

export interface AssistantTypes {
  list(): AssistantTypeRecord[];
  get(id: number): AssistantTypeRecord | undefined;
  create(draft: AssistantTypeDraft, by: Actor): Promise<AssistantTypeRecord>;
  update(id: number, change: Partial<AssistantTypeDraft>, by: Actor): Promise<AssistantTypeRecord>;
  /** RESOURCE_IN_USE while a provider names it. */
  remove(id: number, by: Actor): Promise<void>;
}

export interface LogQuery {
  kinds: readonly LogKind[];
  /** Whose entries; everybody's when absent. See `ownerText`. */
  owner?: string;
  /** The caller has seen that the session is the owner's. */
  sessionId?: string;
  /** Both belong to it. */
  fromMs?: Ms;
  toMs?: Ms;
  descending: boolean;
  fits?: (entry: LogEntry) => boolean;
}

/** What a provider was used for on a UTC day. */
export interface UsageDay extends TokenUsage {
  date: string;
  requests: number;
}

export interface ConversationLogs {
  /** In order of time. VALIDATION_FAILED where more than 20,000 entries would be looked through. */
  list(providerId: number, query: LogQuery, page: PageRequest): Promise<Page<LogEntry>>;
  /** The oldest day first. */
  usageByDay(providerId: number, owner: string | undefined): Promise<UsageDay[]>;
  /** Removes the conversation entries and the sessions; answers how many entries. */
  clear(providerId: number, by: Actor): Promise<number>;
}
