import type { StorePort } from "../domain/shared/commit.ts";
import type { Access } from "./access/access.ts";
import type { Desks } from "./access/desks.ts";
import type { ProviderSessions } from "./access/provider_sessions.ts";
import type { SecondFactors } from "./access/second_factors.ts";
import type { AiProviders } from "./ai_providers.ts";
import type { AlarmEvents } from "./alarm_events.ts";
import type { Areas } from "./areas.ts";
import type { Assets } from "./assets.ts";
import type { AssistantTypes } from "./assistant_types.ts";
import type { AuditLog } from "./audit.ts";
import type { AuditSeals } from "./audit_seals/seals.ts";
import type { Configuration } from "./configuration.ts";
import type { ContactAddresses } from "./contact_addresses.ts";
import type { ContactPoints } from "./contact_points.ts";
import type { ConversationLogs } from "./conversation_logs.ts";
import type { Coverages } from "./coverage.ts";
import type { EventSpans } from "./event_spans.ts";
import type { Events } from "./events.ts";
import type { Heartbeats } from "./heartbeats.ts";
import type { IdentityProviders } from "./identity_providers.ts";
import type { Instances } from "./instances.ts";
import type { NotificationDrills } from "./notification_drills.ts";
import type { NotificationPolicies } from "./notification_policies.ts";
import type { Notifications } from "./notifications/notifications.ts";
import type { OwnConditions } from "./own_conditions.ts";
import type { Packages } from "./packages.ts";
import type { Packing, PackingOptions } from "./packing.ts";
import type { Plant } from "./plant.ts";
import type { PlantSettingsStore } from "./plant_settings.ts";
import type { PushLog } from "./push_log.ts";
import type { RateLimits } from "./rate_limits.ts";
import type { Refusals } from "./refusals.ts";
import type { Rosters } from "./rosters.ts";
import type { SavedViews } from "./saved_views.ts";
import type { Screens } from "./screens.ts";
import type { OutOfServices } from "./out_of_service.ts";
import type { Shelves } from "./shelves.ts";
import type { KvStore } from "./store/store.ts";
import type { Teams } from "./teams.ts";
import type { Templates } from "./templates.ts";
import type { UnacknowledgedEvents } from "./unacknowledged.ts";

/** Everything that is persisted. Reads come from memory unless they return promises; writes throw Refusals. */
export interface Storage {
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
  readonly outOfService: OutOfServices;
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
  readonly contactPoints: ContactPoints;
  readonly contactAddresses: ContactAddresses;
  readonly notificationPolicies: NotificationPolicies;
  readonly notificationDrills: NotificationDrills;
  readonly teams: Teams;
  readonly rosters: Rosters;
  readonly notifications: Notifications;
  readonly heartbeats: Heartbeats;
  readonly ownConditions: OwnConditions;
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
