import type { Actor } from "../domain/access/types.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import type { LogEntry, LogKind, TokenUsage } from "../domain/conversation/types.ts";
import type { ProviderChange, ProviderDraft } from "../domain/provider/schema.ts";
import type { ProviderRecord, ProviderTrial } from "../domain/provider/schema.ts";
import type { ProviderSettings } from "../domain/provider/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { Page, PageRequest } from "./page.ts";

export interface AiProviders {
  list(): ProviderRecord[];
  get(id: number): ProviderRecord | undefined;
  /**
   * With the decrypted key; VALIDATION_FAILED (path `api_key`) when a required key is missing. `trial`: settings in
   * place of stored ones; the stored key counts only for its own address and type.
   */
  settings(id: number, trial?: ProviderTrial): Promise<ProviderSettings>;
  create(draft: ProviderDraft, by: Actor): Promise<ProviderRecord>;
  /** A change of base_url or provider_type clears the stored key, unless it contains a new one. */
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
  /** RESOURCE_IN_USE while a provider uses it. */
  remove(id: number, by: Actor): Promise<void>;
}

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
