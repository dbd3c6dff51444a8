import type { ApiKeyRecord, UserRecord } from "../domain/access/schema.ts";
import type { Actor, Role, SessionRecord } from "../domain/access/types.ts";
import type { AssetRecord, Discovery, StreamRecord } from "../domain/asset/types.ts";
import type { AuditRecord } from "../domain/audit/types.ts";
import type { ConfigurationRecord } from "../domain/configuration/schema.ts";
import type { SourceSettings } from "../domain/configuration/types.ts";
import type { EventFact } from "../domain/event/fact.ts";
import type { PersonFilter } from "../domain/event/filter.ts";
import type { EventKey, ShelfRecord } from "../domain/event/shelf.ts";
import type { EventRecord, Severity } from "../domain/event/types.ts";
import type { Histogram } from "../domain/metric/histogram.ts";
import type { Binding, InstanceRecord } from "../domain/instance/types.ts";
import type { PlantNodeRecord } from "../domain/plant/schema.ts";
import type { NodeType, PlantTree } from "../domain/plant/types.ts";
import type { RateDecision, RateScope } from "../domain/rate_limit/types.ts";
import type { FrameDraft, StorePort } from "../domain/shared/commit.ts";
import type { AlarmEvents, Coverages } from "./statistics_contract.ts";
import type { TemplateGiven } from "../domain/template/schema.ts";
import type { Refusal } from "../domain/shared/refusal.ts";
import type {
  PackageRecord,
  TemplateContent,
  TemplateRecord,
  TemplateVersion,
} from "../domain/template/types.ts";
import type { Packing, PackingOptions, Retention, RetentionOptions } from "./upkeep_contract.ts";
import type { Page, PageRequest } from "./page.ts";
import type { AiProviders, AssistantTypes, ConversationLogs } from "./ai_contract.ts";
import type { Ms } from "../domain/shared/time.ts";

export type { Packing, PackingOptions, Retained, Retention, RetentionOptions } from "./upkeep_contract.ts";

/** Everything that is persisted. Reads answer from memory unless they are promises; writes throw Refusals. */
export interface Storage {
  /** Which store this is, for ever: a short random text. */
  readonly id: string;
  readonly store: Store;
  /** How many processes live over the store, this one and those that stand by. */
  processes(): number;
  /** The same store for actors: lists of instances, templates and streams come from memory. */
  readonly actorStore: StorePort;
  readonly packages: Packages;
  readonly templates: Templates;
  readonly instances: Instances;
  readonly plant: Plant;
  readonly events: Events;
  readonly shelves: Shelves;
  readonly eventSpans: EventSpans;
  readonly alarmEvents: AlarmEvents;
  readonly coverage: Coverages;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly assets: Assets;
  readonly access: Access;
  readonly rateLimits: RateLimits;
  readonly pushLog: PushLog;
  readonly aiProviders: AiProviders;
  readonly assistantTypes: AssistantTypes;
  readonly conversationLogs: ConversationLogs;
  /** Removes old events and audit entries from now on, until the storage closes. */
  startRetention(options: RetentionOptions): Retention;
  /** Whether anything is packed for so many shards; else `readRest` goes first: shards read from memory then. */
  isPacked(shards: number): Promise<boolean>;
  /**
   * Reads what the opening has left for later, and keeps it packed for `shards` shards from then on: until it resolves
   * there are no streams and instances in memory. With a storage that was opened whole it only packs.
   */
  readRest(options: PackingOptions): Promise<Packing>;
  /** From now on the store opens with this secrets key only. */
  keepSecretsKey(): Promise<void>;
  close(): Promise<void>;
}

/** Frames of one commit as they entered the push log, in the order of commits. */
export interface CommittedFrames {
  versionstamp: string;
  frames: FrameDraft[];
}

/** A commit in the push log; null where its frames were too large to be kept. */
export interface LoggedFrames {
  versionstamp: string;
  frames: FrameDraft[] | null;
}

export interface PushLog {
  /** The newest commits with `frames` frames in all (or the first that goes beyond), in the order of commits. */
  newest(frames: number): Promise<LoggedFrames[]>;
  /** Deletes some of the commits before a versionstamp, the oldest first; answers whether there may be more. */
  pruneStep(before: string): Promise<boolean>;
}

export interface Store extends StorePort {
  /** Whether reads and writes go through; false while the store is out of reach, full, locked … */
  healthy(): boolean;
  /** Resolves once another process has taken the store over: this one writes no more. */
  readonly takenOver: Promise<void>;
  /** What whoever reads or writes would be told now; null: it goes through. */
  refusal(use: "reads" | "writes"): Refusal | null;
  onFrames(listener: (committed: CommittedFrames) => void): () => void;
  stats(): StoreStats;
  /** Waits until everything handed in so far is settled. */
  settled(): Promise<void>;
}

export interface StoreStats {
  commits: number;
  turns: number;
  conflicts: number;
  queued: number;
  /** Entries that lists gave and keys that were looked up, since the opening. */
  entriesRead: number;
  /** Of each commit: how long it took in seconds, how many turns it carried, and how many bytes. */
  commit: { seconds: Histogram; turns: Histogram; bytes: Histogram };
}

export type { Page, PageRequest };

export interface Packages {
  list(): PackageRecord[];
  get(id: number): PackageRecord | undefined;
  create(draft: { name: string; description: string }, by: Actor): Promise<PackageRecord>;
  update(id: number, change: { name?: string; description?: string }, by: Actor): Promise<PackageRecord>;
  /** RESOURCE_IN_USE while it has templates. */
  remove(id: number, by: Actor): Promise<void>;
}

/** The switches of a new template are on unless it says otherwise. */
export interface TemplateDraft extends TemplateGiven {
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
  /** The template as an instance runs on it: of its version while it is deployed, else the current one. */
  deployedAs(instance: DeployedAs): TemplateRecord | undefined;
  list(filter: TemplateFilter): TemplateRecord[];
  get(id: number): TemplateRecord | undefined;
  create(draft: TemplateDraft, by: Actor): Promise<TemplateRecord>;
  /** TEMPLATE_IN_USE while instances are deployed, under race too. */
  update(id: number, change: TemplateChange, by: Actor): Promise<TemplateRecord>;
  readonly versions: TemplateVersions;
  /** Takes the undeployed instances with it; TEMPLATE_IN_USE while instances are deployed. */
  remove(id: number, by: Actor): Promise<void>;
}

export type VersionDraft = Partial<TemplateContent> & { note?: string };

/** The versions of templates: whoever names a template that is not there hears TEMPLATE_NOT_FOUND. */
export interface TemplateVersions {
  /** By rising number, the current one among them. */
  list(templateId: number): Promise<TemplateVersion[]>;
  get(templateId: number, version: number): Promise<TemplateVersion | undefined>;
  /** A draft: what it does not name is as in the current version. The oldest that nobody needs makes room for it. */
  add(templateId: number, draft: VersionDraft, by: Actor): Promise<TemplateVersion>;
  /** Makes a draft, or a superseded one again, the current version; deployed instances stay on theirs. */
  release(templateId: number, version: number, by: Actor): Promise<TemplateVersion>;
  /** RESOURCE_IN_USE for the current one, and while deployed instances run on it or ran on it before an upgrade. */
  remove(templateId: number, version: number, by: Actor): Promise<void>;
}

export interface InstanceDraft {
  template_id: number;
  instance_name: string;
  plant_node_floc_id: string | null;
  bindings: Record<string, Binding>;
}

export type InstanceChange = Partial<Omit<InstanceDraft, "template_id">>;

/** Instances of one template; `evenClosed`: whether it takes new ones or not. */
export interface InstanceBatch {
  templateId: number;
  drafts: Omit<InstanceDraft, "template_id">[];
  by: Actor;
  evenClosed?: boolean;
}

/** One outcome of `createMany`; `existing` is the id of the instance that has the name. */
export type MadeInstance = { record: InstanceRecord } | { refusal: Refusal; existing?: number };

export interface InstanceFilter {
  template_id?: number;
  package_id?: number;
  category?: string;
  is_active?: boolean;
  is_deployed?: boolean;
  /** Those that may look at it, by their bindings or by the rules that they run on or would. */
  stream_id?: number;
}

export interface Instances {
  /** By rising id. */
  list(filter: InstanceFilter): InstanceRecord[];
  /** How many deployed instances may look at a stream, by its name. */
  deployedOn(streamName: string): number;
  /** The streams that deployed instances may look at, by rising id. */
  deployedStreams(): readonly StreamRecord[];
  get(id: number): InstanceRecord | undefined;
  create(draft: InstanceDraft, by: Actor): Promise<InstanceRecord>;
  /** Many of one template, many in a commit, each whole; the outcomes in the order of the drafts. Never one refusal for all. */
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

/** `acknowledged` and `shelved` are judged by `matchesPerson`, on the record, at the clock's time. */
export interface EventFilter extends PersonFilter {
  /** Started at or after this, or still active. */
  sinceMs?: number;
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
  list(filter: EventFilter, page: PageRequest): Promise<Page<EventRecord>>;
}

export interface EventSpans {
  /**
   * What was active at any time since then, newest start first, then id. VALIDATION_FAILED (path `hours`) when more
   * than 100,000 closed ones were.
   */
  since(sinceMs: number): Promise<EventFact[]>;
  /** The records of events, in the order of the ids; those deleted meanwhile are left out. */
  records(ids: number[]): Promise<EventRecord[]>;
}

export interface Shelves {
  /** What is shelved; some may have just ended. */
  list(): readonly ShelfRecord[];
  get(key: EventKey): ShelfRecord | undefined;
}

/** Entries of one kind of resource, or of one resource, since an instant. */
export interface AuditFilter {
  resourceType?: string;
  resourceId?: string;
  fromMs?: Ms;
}

export interface AuditLog {
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
  /** The same of some. Refuses with VALIDATION_FAILED where more than 100,000 entries would have to be looked through. */
  find(filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>;
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
}

export interface Configuration {
  get(): ConfigurationRecord | undefined;
  /** With the secret in the clear; undefined when nothing is configured; VALIDATION_FAILED when the secret is missing. */
  settings(): Promise<SourceSettings | undefined>;
  save(input: ConfigurationInput, by: Actor): Promise<ConfigurationRecord>;
}

export interface DiscoveryResult {
  added: number;
  removed: number;
  changed: number;
  broken_instances: number[];
}

export interface Assets {
  assets(): AssetRecord[];
  streams(): StreamRecord[];
  streamsOfAsset(assetId: string): StreamRecord[];
  stream(id: number): StreamRecord | undefined;
  streamByName(name: string): StreamRecord | undefined;
  /** Stores what a look at the source found; vanished ones are kept with `is_active: false`. */
  applyDiscovery(discovery: Discovery, by: Actor): Promise<DiscoveryResult>;
}

export interface UserDraft {
  username: string;
  password: string;
  role: Role;
  /** The default is true. */
  is_active?: boolean;
}

export interface ApiKeyDraft {
  name: string;
  role: Role;
  is_active: boolean;
  /** ISO time; null: never. */
  expires_at: string | null;
}

export interface Access {
  users(): UserRecord[];
  user(id: number): UserRecord | undefined;
  userByName(name: string): UserRecord | undefined;
  createUser(draft: UserDraft, by: Actor): Promise<UserRecord>;
  /**
   * Ends the user's sessions with a change of password, role or activity, in the same commit. RESOURCE_IN_USE when no
   * active admin would be left.
   */
  updateUser(id: number, change: Partial<UserDraft>, by: Actor): Promise<UserRecord>;
  /** A user's own change; `verified` is what `verify` answered. FORBIDDEN when its password was changed meanwhile. */
  changePassword(verified: UserRecord, password: string): Promise<UserRecord>;
  /** With the user's sessions. RESOURCE_IN_USE for the last active admin. */
  removeUser(id: number, by: Actor): Promise<void>;
  apiKeys(): ApiKeyRecord[];
  apiKey(id: number): ApiKeyRecord | undefined;
  apiKeyByName(name: string): ApiKeyRecord | undefined;
  /** The answer is the only place where the key itself is ever seen. */
  createApiKey(draft: ApiKeyDraft, by: Actor): Promise<{ key: string; record: ApiKeyRecord }>;
  updateApiKey(id: number, change: Partial<ApiKeyDraft>, by: Actor): Promise<ApiKeyRecord>;
  removeApiKey(id: number, by: Actor): Promise<void>;
  /** From memory: the record of a key that may be used now, whose use is noted (written at most once a minute). */
  useApiKey(key: string): ApiKeyRecord | undefined;
  /** The user when name and password fit and the user is active. Costs the same time when the name is unknown. */
  verify(username: string, password: string): Promise<UserRecord | undefined>;
  /** A new session; the answer is the cookie's token, kept hashed only. */
  createSession(userId: number): Promise<{ token: string; session: SessionRecord }>;
  /** From memory: the session's user while both live. Slides the end (written at most once in 5 minutes). */
  session(token: string): { user: UserRecord; session: SessionRecord } | undefined;
  /** Whether the session, or the key, may still be used; asking is no use of it. For connections that stay open. */
  sessionLives(token: string): boolean;
  apiKeyLives(id: number): boolean;
  endSession(token: string): Promise<void>;
}

export interface RateLimits {
  /** The limiter of a scope: one and the same for one scope and limit. */
  limiter(scope: RateScope, limit: number): RateLimiter;
}

export interface RateLimiter {
  /**
   * Counts one request of a subject (at most 200 bytes of text). A promise where the store is asked first: it rejects
   * with UNAVAILABLE when that does not answer. A refused request writes nothing.
   */
  take(subject: string): RateDecision | Promise<RateDecision>;
}
