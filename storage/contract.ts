import type { Access } from "./access_contract.ts";
import type { Assets } from "./assets_contract.ts";
import type { Actor } from "../domain/access/types.ts";
import type { StreamRecord } from "../domain/asset/types.ts";
import type { ConfigurationRecord } from "../domain/configuration/schema.ts";
import type { DataHubSettings } from "../domain/configuration/types.ts";
import type { EventComment } from "../domain/event/comment.ts";
import type { EventFact } from "../domain/event/fact.ts";
import type { PersonFilter } from "../domain/event/filter.ts";
import type { EventKey, ShelfRecord } from "../domain/event/shelf.ts";
import type { EventRecord, Severity } from "../domain/event/types.ts";
import type { SavedViewChange, SavedViewDraft, SavedViewRecord } from "../domain/saved_view/types.ts";
import type { Binding, InstanceRecord } from "../domain/instance/types.ts";
import type { PlantNodeRecord } from "../domain/plant/schema.ts";
import type { PlantSettings, PlantSettingsChange } from "../domain/plant_settings/schema.ts";
import type { NodeType, PlantTree } from "../domain/plant/types.ts";
import type { RateDecision, RateScope } from "../domain/rate_limit/types.ts";
import type { FrameDraft, StorePort } from "../domain/shared/commit.ts";
import type { AlarmEvents, Coverages } from "./statistics_contract.ts";
import type { TemplateInput } from "../domain/template/schema.ts";
import type { Refusal } from "../domain/shared/refusal.ts";
import type { TemplateContent, TemplateRecord, TemplateVersion } from "../domain/template/types.ts";
import type { Packing, PackingOptions, Retention, RetentionOptions } from "./upkeep_contract.ts";
import type { AiProviders } from "./ai_providers.ts";
import type { KvStore } from "./store/store.ts";
import type { Areas } from "./areas.ts";
import type { AssistantTypes } from "./assistant_types.ts";
import type { Packages } from "./packages.ts";
import type { Page, PageRequest } from "./page.ts";
import type { ConversationLogs } from "./ai_contract.ts";
import type { Desks } from "./desk_contract.ts";
import type { SecondFactors } from "./second_factor_contract.ts";
import type { ProviderSessions } from "./identity_contract.ts";
import type { IdentityProviders } from "./identity_providers.ts";
import type { NotificationStorage } from "./notifications_contract.ts";
import type { Screens } from "./screens.ts";
import type { AuditLog, AuditSeals, Refusals } from "./audit_contract.ts";

export type { CommittedFrames } from "./store/told.ts";
export type { Assets, DiscoveryResult } from "./assets_contract.ts";
export type { Packing, PackingOptions, Retained, Retention, RetentionOptions } from "./upkeep_contract.ts";

/** Everything that is persisted. Reads come from memory unless they return promises; writes throw Refusals. */
export interface Storage extends NotificationStorage {
  /** The permanent id of the store: a short random text. */
  readonly id: string;
  readonly store: KvStore;
  /** How many processes share the store, standbys included. */
  processes(): number;
  /** False while another process may have taken the lease on the store. */
  leads(): boolean;
  /** The store for actors: lists of instances, templates and streams come from memory. */
  readonly actorStore: StorePort;
  readonly packages: Packages;
  readonly templates: Templates;
  readonly instances: Instances;
  readonly plant: Plant;
  readonly areas: Areas;
  readonly plantSettings: PlantSettingsStore;
  readonly events: Events;
  readonly shelves: Shelves;
  readonly screens: Screens;
  readonly savedViews: SavedViews;
  readonly eventSpans: EventSpans;
  readonly unacknowledged: UnacknowledgedEvents;
  readonly alarmEvents: AlarmEvents;
  readonly coverage: Coverages;
  readonly audit: AuditLog;
  readonly auditSeals: AuditSeals;
  readonly refusals: Refusals;
  readonly configuration: Configuration;
  readonly assets: Assets;
  readonly access: Access;
  readonly rateLimits: RateLimits;
  readonly pushLog: PushLog;
  readonly aiProviders: AiProviders;
  readonly assistantTypes: AssistantTypes;
  readonly desks: Desks;
  readonly secondFactors: SecondFactors;
  readonly identityProviders: IdentityProviders;
  readonly providerSessions: ProviderSessions;
  readonly conversationLogs: ConversationLogs;
  /** Starts removing old events and audit entries, until the storage closes. */
  startRetention(options: RetentionOptions): Retention;
  /** Whether records are packed for this number of shards; if not, run `readRest` first. */
  isPacked(shards: number): Promise<boolean>;
  /**
   * Reads the streams and instances that the opening deferred, and keeps them packed for `shards` shards. Until
   * it resolves they are not in memory. If nothing was deferred it only packs.
   */
  readRest(options: PackingOptions): Promise<Packing>;
  /** Binds the store to this secrets key, and begins sealing the audit log with it. */
  keepSecretsKey(): Promise<void>;
  close(): Promise<void>;
}

/** A commit in the push log; null when its frames were too large. */
export interface LoggedFrames {
  versionstamp: string;
  frames: FrameDraft[] | null;
}

export interface PushLog {
  /** The newest commits with at least `frames` frames in all, in the order of commits. */
  newest(frames: number): Promise<LoggedFrames[]>;
  /** Deletes some commits before a versionstamp, oldest first; returns whether there may be more. */
  pruneStep(before: string): Promise<boolean>;
}

export type { Page, PageRequest };

/** The switches of a new template are on unless it says otherwise. */
export interface TemplateDraft extends TemplateInput {
  package_id: number;
}

export type TemplateChange = Partial<TemplateDraft>;

export interface TemplateFilter {
  package_id?: number;
  category?: string;
  is_active?: boolean;
  has_instances?: boolean;
}

export type DeployedAs = Pick<InstanceRecord, "template_id" | "template_version" | "is_deployed">;

export interface Templates {
  /** The template of an instance: the version it is deployed with, else the current one. */
  deployedAs(instance: DeployedAs): TemplateRecord | undefined;
  list(filter: TemplateFilter): TemplateRecord[];
  get(id: number): TemplateRecord | undefined;
  create(draft: TemplateDraft, by: Actor): Promise<TemplateRecord>;
  /** TEMPLATE_IN_USE while instances are deployed, even when one is deployed concurrently. */
  update(id: number, change: TemplateChange, by: Actor): Promise<TemplateRecord>;
  readonly versions: TemplateVersions;
  /** Removes the undeployed instances too; TEMPLATE_IN_USE while instances are deployed. */
  remove(id: number, by: Actor): Promise<void>;
}

export type VersionDraft = Partial<TemplateContent> & { note?: string };

/** The versions of templates. TEMPLATE_NOT_FOUND for an unknown template. */
export interface TemplateVersions {
  /** By ascending number, including the current one. */
  list(templateId: number): Promise<TemplateVersion[]>;
  get(templateId: number, version: number): Promise<TemplateVersion | undefined>;
  /** Adds a draft over the current version. At the limit it replaces the oldest unused version. */
  add(templateId: number, draft: VersionDraft, by: Actor): Promise<TemplateVersion>;
  /** Makes a version the current one; deployed instances stay on theirs. */
  release(templateId: number, version: number, by: Actor): Promise<TemplateVersion>;
  /** RESOURCE_IN_USE for the current version, and for versions that deployed instances use or used. */
  remove(templateId: number, version: number, by: Actor): Promise<void>;
}

export interface InstanceDraft {
  template_id: number;
  instance_name: string;
  plant_node_floc_id: string | null;
  bindings: Record<string, Binding>;
}

export type InstanceChange = Partial<Omit<InstanceDraft, "template_id">>;

/** Instances of one template; `evenClosed`: even if the template accepts no new instances. */
export interface InstanceBatch {
  templateId: number;
  drafts: Omit<InstanceDraft, "template_id">[];
  by: Actor;
  evenClosed?: boolean;
}

/** One outcome of `createMany`; `existing`: the id of the instance that has the name. */
export type MadeInstance = { record: InstanceRecord } | { refusal: Refusal; existing?: number };

export interface InstanceFilter {
  template_id?: number;
  package_id?: number;
  category?: string;
  is_active?: boolean;
  is_deployed?: boolean;
  /** Instances that may use the stream, by their bindings or their rules. */
  stream_id?: number;
}

export interface Instances {
  /** By ascending id. */
  list(filter: InstanceFilter): InstanceRecord[];
  /** How many deployed instances may use the stream of this name. */
  deployedOn(stream: StreamRecord): number;
  /** The streams that deployed instances may use, by ascending id. */
  deployedStreams(): readonly StreamRecord[];
  get(id: number): InstanceRecord | undefined;
  create(draft: InstanceDraft, by: Actor): Promise<InstanceRecord>;
  /** Creates many instances, many per commit. Returns one outcome per draft, in their order. */
  createMany(batch: InstanceBatch): Promise<MadeInstance[]>;
  /** INSTANCE_IN_USE while it is deployed. */
  update(id: number, change: InstanceChange, by: Actor): Promise<InstanceRecord>;
  remove(id: number, by: Actor): Promise<void>;
}

export interface PlantNodeDraft {
  floc_id: string;
  name: string;
  node_type: NodeType;
  parent_id: string | null;
}

export interface Plant {
  tree(): PlantTree[];
  list(): PlantNodeRecord[];
  get(flocId: string): PlantNodeRecord | undefined;
  create(draft: PlantNodeDraft, by: Actor): Promise<PlantNodeRecord>;
  update(
    flocId: string,
    change: Partial<Omit<PlantNodeDraft, "floc_id">>,
    by: Actor,
  ): Promise<PlantNodeRecord>;
  remove(flocId: string, by: Actor): Promise<void>;
}

/** The fields of PersonFilter are evaluated by `matchesPerson`, on the record, at the present time. */
export interface EventFilter extends PersonFilter {
  /** Started at or after this, or still active. */
  sinceMs?: number;
  /** Started at or after this. */
  fromMs?: number;
  /** Started before this. */
  toMs?: number;
  category?: string;
  severity?: Severity;
  is_active?: boolean;
  template_id?: number;
  instance_id?: number;
}

export interface Events {
  /** Newest start first, then id. */
  active(): EventRecord[];
  get(id: number): Promise<EventRecord | undefined>;
  /** Those that exist, by id. */
  byIds(ids: readonly number[]): Promise<Map<number, EventRecord>>;
  /** The comments on an event, oldest first. */
  comments(event: EventRecord): Promise<EventComment[]>;
  /** Comments written in a span, newest first, with their events. VALIDATION_FAILED (`from`) beyond 5,000. */
  commentsBetween(span: CommentSpan, page: PageRequest): Promise<Page<CommentOnEvent>>;
  list(filter: EventFilter, page: PageRequest): Promise<Page<EventRecord>>;
}

export interface CommentSpan {
  fromMs: number;
  /** Comments before it. */
  toMs?: number;
  /** Only on events that recorded one of these plant nodes. */
  places?: ReadonlySet<string>;
}

/** A comment with its event. */
export interface CommentOnEvent {
  comment: EventComment;
  event: EventRecord;
}

export interface EventSpans {
  /**
   * Events active at any time since then, newest start first, then id. VALIDATION_FAILED (path `hours`) when
   * more than 100,000 of them are closed.
   */
  since(sinceMs: number): Promise<EventFact[]>;
  /** The records of events, in the order of the ids; deleted ones are omitted. */
  records(ids: number[]): Promise<EventRecord[]>;
}

export interface Unacknowledged {
  /** Newest return to normal first; at most 10,000. */
  records: EventRecord[];
  /** The end of the newest event that left the full list; null: none has left. */
  leftUntil: string | null;
}

/** Events that returned to normal and wait for an acknowledgement; none while the plant does not keep them. */
export interface UnacknowledgedEvents {
  read(): Promise<Unacknowledged>;
}

export interface PlantSettingsStore {
  get(): PlantSettings;
  save(change: PlantSettingsChange, by: Actor): Promise<PlantSettings>;
}

export interface Shelves {
  /** The shelved keys; some may have just expired. */
  list(): readonly ShelfRecord[];
  get(key: EventKey): ShelfRecord | undefined;
}

/** VALIDATION_FAILED when a list of views is full. */
export interface SavedViews {
  /** The shared views and the owner's own, by ascending id. `owner`: as `ownerText` writes it. */
  visibleTo(owner: string): SavedViewRecord[];
  get(id: number): SavedViewRecord | undefined;
  create(draft: SavedViewDraft, whose: { owner: string; by: Actor }): Promise<SavedViewRecord>;
  update(id: number, change: SavedViewChange, by: Actor): Promise<SavedViewRecord>;
  remove(id: number, by: Actor): Promise<void>;
}

export interface ConfigurationInput {
  client_id: string;
  client_secret?: string;
  region: ConfigurationRecord["region"];
  tenant_id: string;
  namespace_id: string;
  base_url?: string | null;
  wait_seconds?: number | null;
  poll_seconds?: number;
  change_feed?: "auto" | "off";
  max_age_seconds?: number;
  source_lost_seconds?: number;
  correction_horizon_hours?: number;
  requests_per_minute?: number;
  discovery_minutes?: number;
}

export interface Configuration {
  get(): ConfigurationRecord | undefined;
  /** The plant of the stored configuration, see `plantText`; undefined: not configured. */
  plant(): string | undefined;
  /** With the decrypted secret; VALIDATION_FAILED when it is missing. Undefined: not configured. */
  settings(): Promise<DataHubSettings | undefined>;
  /**
   * The settings that this input would give, without storing it. VALIDATION_FAILED without a secret: the stored one
   * counts only for its own address, region and tenant.
   */
  settingsOf(input: ConfigurationInput): Promise<DataHubSettings>;
  save(input: ConfigurationInput, by: Actor): Promise<ConfigurationRecord>;
}

export interface RateLimits {
  /** The limiter of a scope: the same object for the same scope and limit. */
  limiter(scope: RateScope, limit: number): RateLimiter;
}

export interface RateLimiter {
  /**
   * Counts one request of a subject (at most 200 bytes of text). Returns a promise when the store must be read;
   * it rejects with UNAVAILABLE when the store does not answer. A refused request writes nothing.
   */
  take(subject: string): RateDecision | Promise<RateDecision>;
}
