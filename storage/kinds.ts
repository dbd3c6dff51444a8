import type { ApiKeyRecord, UserRecord } from "../domain/access/schema.ts";
import type { DeskPeopleRecord, DeskPinRecord } from "../domain/access/desk.ts";
import type { KnownDevicesRecord, SessionRecord } from "../domain/access/types.ts";
import type { ContactAddressesRecord } from "../domain/contact_address/types.ts";
import type { SecondFactorsRecord } from "../domain/access/second_factor.ts";
import type { AreaRecord } from "../domain/area/schema.ts";
import { readAddress } from "../domain/asset/address.ts";
import type { LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import type { AssetRecord, StreamRecord } from "../domain/asset/types.ts";
import type { AuditRecord } from "../domain/audit/types.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import type { OutOfServiceRecord } from "../domain/out_of_service/schema.ts";
import type { ContactPointRecord } from "../domain/contact_point/schema.ts";
import type { LogEntry, SessionRecord as ConversationSession } from "../domain/conversation/types.ts";
import type { SourceRecord } from "../domain/source/schema.ts";
import type { DrillRecord } from "../domain/event/drill.ts";
import type { ShelfRecord } from "../domain/event/shelf.ts";
import type { CommentRecord } from "../domain/event/comment.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type {
  BeatRecord,
  HeartbeatRecord,
  SentHeartbeatRecord,
  ShardBeatRecord,
} from "../domain/heartbeat/types.ts";
import type { IdentityProviderRecord } from "../domain/identity_provider/schema.ts";
import type { ProviderSessionRecord } from "../domain/identity_provider/provider_session.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { PolicyOrderRecord, PolicyRecord } from "../domain/notification_policy/schema.ts";
import type { PlantNodeRecord } from "../domain/plant/schema.ts";
import type { PlantSettingsRecord } from "../domain/plant_settings/schema.ts";
import type { ScreenRecord } from "../domain/screen/schema.ts";
import type { OverrideRecord, RosterCalendarRecord, RosterRecord } from "../domain/roster/schema.ts";
import type { SavedViewRecord } from "../domain/saved_view/types.ts";
import type { ProviderRecord } from "../domain/provider/schema.ts";
import type {
  PackageRecord,
  TemplateRecord,
  TemplateVersionRecord,
  TemplateVersionsRecord,
} from "../domain/template/types.ts";
import type { DeliveryRecord } from "../domain/notification/delivery.ts";
import type { PointDeliveryRecord } from "../domain/notification/point_delivery.ts";
import type { Escalation, NotificationGroup, RecipientBudget } from "../domain/notification/engine_types.ts";
import type { AnswerRecord, LinkRecord } from "../domain/notification/link.ts";
import type { TeamRecord } from "../domain/team/schema.ts";
import { defineRecord } from "./records.ts";

/** The same as stored. */
export interface OwnConditionRecord {
  v: 1;
  event_id: number;
  about?: unknown;
}

/** A session with its token's hash, which is its key. */
export interface StoredSession extends SessionRecord {
  token_hash: string;
}

/** All kinds of records in their present versions. */
export const kinds = {
  source: defineRecord<SourceRecord>("source", { version: 1 }),
  asset: defineRecord<AssetRecord>("asset", { version: 1 }),
  stream: defineRecord<StreamRecord>("stream", {
    version: 1,
    complete: (record) => ({ ...record, source: readAddress(record.source) }),
  }),
  lastDiscovery: defineRecord<LastDiscoveryRecord>("record of the last discovery", { version: 1 }),
  package: defineRecord<PackageRecord>("package", { version: 1 }),
  template: defineRecord<TemplateRecord>("template", { version: 1, complete: withWholeRules }),
  templateVersion: defineRecord<TemplateVersionRecord>("template version", {
    version: 1,
    complete: withWholeRules,
  }),
  templateVersions: defineRecord<TemplateVersionsRecord>("record of versions", { version: 1 }),
  instance: defineRecord<InstanceRecord>("instance", { version: 1 }),
  plantNode: defineRecord<PlantNodeRecord>("plant node", { version: 1 }),
  area: defineRecord<AreaRecord>("area", { version: 1 }),
  notificationPolicy: defineRecord<PolicyRecord>("notification policy", {
    version: 1,
    complete: (record) => ({ ...record, hours: record.hours ?? "always" }),
  }),
  notificationPolicyOrder: defineRecord<PolicyOrderRecord>("order of notification policies", { version: 1 }),
  plantSettings: defineRecord<PlantSettingsRecord>("record of the plant's settings", {
    version: 1,
    complete: (record) => ({
      ...record,
      notification_mail_domains: record.notification_mail_domains ?? [],
      working_hours: record.working_hours ?? [],
      holidays: record.holidays ?? [],
    }),
  }),
  event: defineRecord<EventRecord>("rule event", { version: 1 }),
  eventComment: defineRecord<CommentRecord>("comment", { version: 1 }),
  shelf: defineRecord<ShelfRecord>("shelf", { version: 1 }),
  outOfService: defineRecord<OutOfServiceRecord>("interval out of service", { version: 1 }),
  delivery: defineRecord<DeliveryRecord>("delivery of a notification", { version: 1 }),
  pointDelivery: defineRecord<PointDeliveryRecord>("record of a contact point's messages", { version: 1 }),
  notificationEscalation: defineRecord<Escalation>("escalation", { version: 1 }),
  notificationGroup: defineRecord<NotificationGroup>("group of notifications", { version: 1 }),
  notificationBudget: defineRecord<RecipientBudget>("budget of notifications", { version: 1 }),
  notificationLink: defineRecord<LinkRecord>("link of a notification", { version: 1 }),
  drill: defineRecord<DrillRecord>("drill", { version: 1 }),
  notificationAnswer: defineRecord<AnswerRecord>("answer to a notification", { version: 1 }),
  ownCondition: defineRecord<OwnConditionRecord>("condition of Andon itself", { version: 1 }),
  audit: defineRecord<AuditRecord>("audit entry", { version: 1 }),
  user: defineRecord<UserRecord>("user", { version: 1 }),
  session: defineRecord<StoredSession>("session", { version: 1 }),
  providerSession: defineRecord<ProviderSessionRecord>("session of an identity provider", { version: 1 }),
  knownDevices: defineRecord<KnownDevicesRecord>("record of known devices", { version: 1 }),
  secondFactors: defineRecord<SecondFactorsRecord>("record of second factors", { version: 1 }),
  deskPin: defineRecord<DeskPinRecord>("PIN for shared desks", { version: 1 }),
  deskPeople: defineRecord<DeskPeopleRecord>("record of a shared desk", { version: 1 }),
  contactAddresses: defineRecord<ContactAddressesRecord>("record of a user's addresses", { version: 1 }),
  apiKey: defineRecord<ApiKeyRecord>("API key", { version: 1 }),
  screen: defineRecord<ScreenRecord>("screen", {
    version: 1,
    // A screen of an older program shows the whole plant, and does not say from where it is read.
    complete: (record) => ({ ...record, areas: record.areas ?? [], viewing: record.viewing ?? null }),
  }),
  team: defineRecord<TeamRecord>("team", { version: 1 }),
  roster: defineRecord<RosterRecord>("roster", {
    version: 1,
    complete: (record) => ({
      ...record,
      layers: record.layers.map((layer) => ({
        ...layer,
        working_days_only: layer.working_days_only ?? false,
      })),
      required_working_days_only: record.required_working_days_only ?? false,
    }),
  }),
  rosterOverride: defineRecord<OverrideRecord>("override of a roster", { version: 1 }),
  rosterCalendar: defineRecord<RosterCalendarRecord>("calendar of a roster", { version: 1 }),
  savedView: defineRecord<SavedViewRecord>("saved view", { version: 1 }),
  aiProvider: defineRecord<ProviderRecord>("AI provider", { version: 1 }),
  identityProvider: defineRecord<IdentityProviderRecord>("identity provider", {
    version: 1,
    complete: (record) => ({
      ...record,
      ldap: record.ldap ?? null,
      grants: record.grants.map(inWholePlant),
    }),
  }),
  contactPoint: defineRecord<ContactPointRecord>("contact point", {
    version: 1,
    complete: (record) => ({ ...record, heartbeat_minutes: record.heartbeat_minutes ?? null }),
  }),
  heartbeat: defineRecord<HeartbeatRecord>("heartbeat", { version: 1 }),
  beat: defineRecord<BeatRecord>("beat of a heartbeat", { version: 1 }),
  shardBeat: defineRecord<ShardBeatRecord>("beat of a shard", { version: 1 }),
  sentHeartbeat: defineRecord<SentHeartbeatRecord>("record of a sent heartbeat", { version: 1 }),
  assistantType: defineRecord<AssistantTypeRecord>("assistant type", { version: 1 }),
  aiSession: defineRecord<ConversationSession>("conversation", { version: 1 }),
  aiLog: defineRecord<LogEntry>("log entry of a provider", { version: 1 }),
};

/** The grants of an older program counted in the whole plant. */
function inWholePlant({ group, role, area_ids }: IdentityProviderRecord["grants"][number]) {
  return { group, role, area_ids: area_ids ?? null };
}

/** Rules of an older program have no display name, no re-alarm and no end of their own. */
function withWholeRules<T extends Pick<TemplateRecord, "rules">>(record: T): T {
  return {
    ...record,
    rules: record.rules.map((rule) => ({
      ...rule,
      display_name: rule.display_name ?? null,
      re_alarm_minutes: rule.re_alarm_minutes ?? null,
      until: rule.until ?? null,
    })),
  };
}
