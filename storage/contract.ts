import type { Actor, Role, SessionRecord, UserRecord } from "../domain/access/types.ts";
import type { AssetRecord, Discovery, StreamRecord } from "../domain/asset/types.ts";
import type { AuditRecord } from "../domain/audit/types.ts";
import type { ConfigurationRecord, SourceSettings } from "../domain/configuration/types.ts";
import type { EventRecord, Severity } from "../domain/event/types.ts";
import type { Binding, InstanceRecord } from "../domain/instance/types.ts";
import type { NodeType, PlantNodeRecord, PlantTree } from "../domain/plant/types.ts";
import type { Placeholder, Rule } from "../domain/rule/types.ts";
import type { FrameDraft, StorePort } from "../domain/shared/commit.ts";
import type { PackageRecord, TemplateRecord } from "../domain/template/types.ts";

/** Everything that is persisted. Reads answer from memory unless they are promises; writes throw Refusals. */
export interface Storage {
  /** Which store this is, for ever: a short random text. */
  readonly id: string;
  readonly store: Store;
  readonly packages: Packages;
  readonly templates: Templates;
  readonly instances: Instances;
  readonly plant: Plant;
  readonly events: Events;
  readonly audit: AuditLog;
  readonly configuration: Configuration;
  readonly assets: Assets;
  readonly access: Access;
  /** From now on the store opens with this secrets key only. */
  keepSecretsKey(): Promise<void>;
  close(): Promise<void>;
}

/** Frames of one commit as they entered the push log, in the order of commits. */
export interface CommittedFrames {
  versionstamp: string;
  frames: FrameDraft[];
}

export interface Store extends StorePort {
  /** Whether the last commit and read went through; false while the store is out of reach. */
  healthy(): boolean;
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
}

export interface Page<T> {
  rows: T[];
  total: number;
}

export interface PageRequest {
  limit: number;
  offset: number;
}

export interface Packages {
  list(): PackageRecord[];
  get(id: number): PackageRecord | undefined;
  create(draft: { name: string; description: string }, by: Actor): Promise<PackageRecord>;
  update(id: number, change: { name?: string; description?: string }, by: Actor): Promise<PackageRecord>;
  /** RESOURCE_IN_USE while it has templates. */
  remove(id: number, by: Actor): Promise<void>;
}

export interface TemplateDraft {
  name: string;
  description: string;
  category: string;
  color: string;
  package_id: number;
  rules: Rule[];
  placeholders: Placeholder[];
}

export type TemplateChange = Partial<TemplateDraft> & { is_active?: boolean; allow_instances?: boolean };

export interface TemplateFilter {
  package_id?: number;
  category?: string;
  is_active?: boolean;
  has_instances?: boolean;
}

export interface Templates {
  list(filter: TemplateFilter): TemplateRecord[];
  get(id: number): TemplateRecord | undefined;
  create(draft: TemplateDraft, by: Actor): Promise<TemplateRecord>;
  /** TEMPLATE_IN_USE while instances are deployed, under race too. */
  update(id: number, change: TemplateChange, by: Actor): Promise<TemplateRecord>;
  /** Takes the undeployed instances with it; TEMPLATE_IN_USE while instances are deployed. */
  remove(id: number, by: Actor): Promise<void>;
}

export interface InstanceDraft {
  template_id: number;
  instance_name: string;
  plant_node_floc_id: string | null;
  bindings: Record<string, Binding>;
}

export type InstanceChange = Partial<Omit<InstanceDraft, "template_id">>;

export interface InstanceFilter {
  template_id?: number;
  package_id?: number;
  category?: string;
  is_active?: boolean;
  is_deployed?: boolean;
}

export interface Instances {
  list(filter: InstanceFilter): InstanceRecord[];
  get(id: number): InstanceRecord | undefined;
  create(draft: InstanceDraft, by: Actor): Promise<InstanceRecord>;
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

export interface EventFilter {
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

export interface AuditLog {
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditRecord>>;
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

export interface Access {
  users(): UserRecord[];
  user(id: number): UserRecord | undefined;
  userByName(name: string): UserRecord | undefined;
  createUser(draft: { username: string; password: string; role: Role }, by: Actor): Promise<UserRecord>;
  /** The user when name and password fit and the user is active. Costs the same time when the name is unknown. */
  verify(username: string, password: string): Promise<UserRecord | undefined>;
  /** A new session; the answer is the cookie's token, kept hashed only. */
  createSession(userId: number): Promise<{ token: string; session: SessionRecord }>;
  /** From memory: the session's user while both live. Slides the end (written at most once in 5 minutes). */
  session(token: string): { user: UserRecord; session: SessionRecord } | undefined;
  endSession(token: string): Promise<void>;
}
