import type { LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import type { ApiKeyRecord, UserRecord } from "../domain/access/schema.ts";
import type { DeskPeopleRecord, DeskPinRecord } from "../domain/access/desk.ts";
import { looksOf } from "../domain/access/look.ts";
import type { KnownDevicesRecord } from "../domain/access/types.ts";
import type { ContactAddressesRecord } from "../domain/contact_address/types.ts";
import type { SecondFactorsRecord } from "../domain/access/second_factor.ts";
import type { AreaRecord } from "../domain/area/schema.ts";
import type { AssistantTypeRecord } from "../domain/assistant/schema.ts";
import type { ScreenRecord } from "../domain/screen/schema.ts";
import type { OverrideRecord, RosterCalendarRecord, RosterRecord } from "../domain/roster/schema.ts";
import type { SavedViewRecord } from "../domain/saved_view/types.ts";
import type { ProviderRecord } from "../domain/provider/schema.ts";
import type { AssetRecord, StreamRecord } from "../domain/asset/types.ts";
import type { ContactPointRecord } from "../domain/contact_point/schema.ts";
import type { ConfigurationRecord } from "../domain/configuration/schema.ts";
import { isDrill } from "../domain/event/drill.ts";
import { shelfKey, type ShelfRecord } from "../domain/event/shelf.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { BeatRecord, HeartbeatRecord, SentHeartbeatRecord } from "../domain/heartbeat/types.ts";
import type { IdentityProviderRecord } from "../domain/identity_provider/schema.ts";
import type { ProviderSessionRecord } from "../domain/identity_provider/provider_session.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { PolicyOrderRecord, PolicyRecord } from "../domain/notification_policy/schema.ts";
import type { PlantNodeRecord } from "../domain/plant/schema.ts";
import type { PlantSettingsRecord } from "../domain/plant_settings/schema.ts";
import type { PackageRecord, TemplateRecord, TemplateVersionRecord } from "../domain/template/types.ts";
import type { TeamRecord } from "../domain/team/schema.ts";
import type { Entry, Key } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import { kinds, type StoredSession } from "./kinds.ts";
import { type LoadMirror, Mirror } from "./mirror.ts";
import { Groups } from "./sorted_list.ts";
import type { KvStore } from "./store/store.ts";
import type { PackedNoun } from "./writes/packed_blocks.ts";

interface WithId {
  id: number;
}

export const byId = (a: WithId, b: WithId): number => a.id - b.id;

/** Orders texts by code units, as Deno KV and all lists do. */
function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

export function calendarName(rosterId: number, userId: number): string {
  return `${rosterId}/${userId}`;
}

/** A person at an identity provider, by a claim of its tokens. */
export function claimName(issuer: string, claim: { sub: string } | { oid: string }): string {
  return `${issuer} ${JSON.stringify(claim)}`;
}

function claimNamesOf({ identity, at_provider }: UserRecord): Set<string> | null {
  if (identity === undefined) return null;
  const { issuer, subject: sub } = identity, oid = at_provider?.object_id;
  return new Set([claimName(issuer, { sub }), ...oid === undefined ? [] : [claimName(issuer, { oid })]]);
}

function byCalendar(a: RosterCalendarRecord, b: RosterCalendarRecord): number {
  return a.roster_id - b.roster_id || a.user_id - b.user_id;
}

export function versionName(templateId: number, version: number): string {
  return `${templateId}/${version}`;
}

/** All nouns that are read from memory, and the groups for lookups. */
export class Mirrors {
  readonly configuration = new Mirror<string, ConfigurationRecord>({
    prefix: "configuration",
    kind: kinds.configuration,
    compare: byId,
    load: (store) => loadOne(store, keys.configuration()),
  });
  /** One record at most. */
  readonly plantSettings = new Mirror<string, PlantSettingsRecord>({
    prefix: "plant_settings",
    kind: kinds.plantSettings,
    compare: () => 0,
    load: (store) => loadOne(store, keys.plantSettings()),
  });
  /** One record at most. */
  readonly lastDiscovery = new Mirror<string, LastDiscoveryRecord>({
    prefix: "last_discovery",
    kind: kinds.lastDiscovery,
    compare: () => 0,
    load: (store) => loadOne(store, keys.lastDiscovery()),
  });
  readonly assets = new Mirror<number, AssetRecord>({ prefix: "asset", kind: kinds.asset, compare: byId });
  readonly streams = new Mirror<number, StreamRecord>({
    prefix: "stream",
    kind: kinds.stream,
    compare: byId,
  });
  readonly packages = new Mirror<number, PackageRecord>({
    prefix: "package",
    kind: kinds.package,
    compare: byId,
  });
  readonly templates = new Mirror<number, TemplateRecord>({
    prefix: "template",
    kind: kinds.template,
    compare: byId,
  });
  /**
   * By `versionName`. In memory because deployed instances of older versions need theirs as often as the
   * current one.
   */
  readonly templateVersions = new Mirror<string, TemplateVersionRecord>({
    prefix: "template_version",
    kind: kinds.templateVersion,
    idOf: ([, id, version]) => versionName(Number(id), Number(version)),
    compare: (a, b) => a.template_id - b.template_id || a.version - b.version,
  });
  readonly instances = new Mirror<number, InstanceRecord>({
    prefix: "instance",
    kind: kinds.instance,
    compare: byId,
  });
  readonly plantNodes = new Mirror<string, PlantNodeRecord>({
    prefix: "plant_node",
    kind: kinds.plantNode,
    compare: (a, b) => byText(a.floc_id, b.floc_id),
  });
  readonly areas = new Mirror<number, AreaRecord>({ prefix: "area", kind: kinds.area, compare: byId });
  readonly notificationPolicies = new Mirror<number, PolicyRecord>({
    prefix: "notification_policy",
    kind: kinds.notificationPolicy,
    compare: byId,
  });
  /** One record at most. */
  readonly notificationPolicyOrder = new Mirror<string, PolicyOrderRecord>({
    prefix: "notification_policy_order",
    kind: kinds.notificationPolicyOrder,
    compare: () => 0,
    load: (store) => loadOne(store, keys.notificationPolicyOrder()),
  });
  readonly users = new Mirror<number, UserRecord>({ prefix: "user", kind: kinds.user, compare: byId });
  readonly sessions = new Mirror<string, StoredSession>({
    prefix: "session",
    kind: kinds.session,
    compare: (a, b) => byText(a.token_hash, b.token_hash),
  });
  readonly providerSessions = new Mirror<string, ProviderSessionRecord>({
    prefix: "provider_session",
    kind: kinds.providerSession,
    compare: (a, b) => byText(a.token_hash, b.token_hash),
  });
  readonly knownDevices = new Mirror<number, KnownDevicesRecord>({
    prefix: "known_devices",
    kind: kinds.knownDevices,
    compare: (a, b) => a.user_id - b.user_id,
  });
  readonly secondFactors = new Mirror<number, SecondFactorsRecord>({
    prefix: "second_factors",
    kind: kinds.secondFactors,
    compare: (a, b) => a.user_id - b.user_id,
  });
  readonly deskPins = new Mirror<number, DeskPinRecord>({
    prefix: "desk_pin",
    kind: kinds.deskPin,
    compare: (a, b) => a.user_id - b.user_id,
  });
  readonly deskPeople = new Mirror<number, DeskPeopleRecord>({
    prefix: "desk_people",
    kind: kinds.deskPeople,
    compare: (a, b) => a.user_id - b.user_id,
  });
  readonly contactAddresses = new Mirror<number, ContactAddressesRecord>({
    prefix: "contact_addresses",
    kind: kinds.contactAddresses,
    compare: (a, b) => a.user_id - b.user_id,
  });
  readonly apiKeys = new Mirror<number, ApiKeyRecord>({
    prefix: "api_key",
    kind: kinds.apiKey,
    compare: byId,
  });
  /** The full records of active events, oldest start first, then id. Without drills. */
  readonly activeEvents = new Mirror<number, EventRecord>({
    prefix: "event",
    kind: kinds.event,
    keeps: (event) => event.is_active && !isDrill(event),
    load: loadActiveEvents,
    compare: (a, b) => byText(a.start_time, b.start_time) || a.id - b.id,
  });

  readonly shelves = new Mirror<string, ShelfRecord>({
    prefix: "shelf",
    kind: kinds.shelf,
    compare: (a, b) => byText(shelfKey(a), shelfKey(b)),
  });

  readonly aiProviders = new Mirror<number, ProviderRecord>({
    prefix: "ai_provider",
    kind: kinds.aiProvider,
    compare: byId,
  });
  readonly identityProviders = new Mirror<number, IdentityProviderRecord>({
    prefix: "identity_provider",
    kind: kinds.identityProvider,
    compare: byId,
  });
  readonly contactPoints = new Mirror<number, ContactPointRecord>({
    prefix: "contact_point",
    kind: kinds.contactPoint,
    compare: byId,
  });
  readonly heartbeats = new Mirror<string, HeartbeatRecord>({
    prefix: "heartbeat",
    kind: kinds.heartbeat,
    compare: (a, b) => byText(a.name, b.name),
  });
  readonly beats = new Mirror<string, BeatRecord>({
    prefix: "beat",
    kind: kinds.beat,
    compare: (a, b) => byText(a.name, b.name),
  });
  readonly sentHeartbeats = new Mirror<number, SentHeartbeatRecord>({
    prefix: "sent_heartbeat",
    kind: kinds.sentHeartbeat,
    compare: (a, b) => a.contact_point_id - b.contact_point_id,
  });
  readonly screens = new Mirror<number, ScreenRecord>({
    prefix: "screen",
    kind: kinds.screen,
    compare: byId,
  });
  readonly teams = new Mirror<number, TeamRecord>({ prefix: "team", kind: kinds.team, compare: byId });
  readonly rosters = new Mirror<number, RosterRecord>({
    prefix: "roster",
    kind: kinds.roster,
    compare: byId,
  });
  readonly rosterOverrides = new Mirror<number, OverrideRecord>({
    prefix: "roster_override",
    kind: kinds.rosterOverride,
    compare: byId,
  });
  readonly rosterCalendars = new Mirror<string, RosterCalendarRecord>({
    prefix: "roster_calendar",
    kind: kinds.rosterCalendar,
    idOf: ([, roster, user]) => calendarName(Number(roster), Number(user)),
    compare: byCalendar,
  });
  readonly savedViews = new Mirror<number, SavedViewRecord>({
    prefix: "saved_view",
    kind: kinds.savedView,
    compare: byId,
  });
  readonly assistantTypes = new Mirror<number, AssistantTypeRecord>({
    prefix: "assistant_type",
    kind: kinds.assistantType,
    compare: byId,
  });

  readonly streamsByAsset = new Groups<string, StreamRecord>({
    by: (stream) => stream.asset_id,
    compare: byId,
  });
  readonly streamsByName = new Groups<string, StreamRecord>({
    by: (stream) => stream.stream_name,
    compare: byId,
  });
  readonly usersByName = new Groups<string, UserRecord>({ by: (user) => user.username, compare: byId });
  readonly usersByClaim = new Groups<string, UserRecord>({ by: claimNamesOf, compare: byId });
  readonly usersByLook = new Groups<string, UserRecord>({
    by: (user) => looksOf(user.username),
    compare: byId,
  });
  readonly sessionsByUser = new Groups<number, StoredSession>({
    by: (session) => session.user_id,
    compare: (a, b) => byText(a.token_hash, b.token_hash),
  });
  readonly apiKeysByHash = new Groups<string, ApiKeyRecord>({ by: (key) => key.key_hash, compare: byId });
  readonly screensByHash = new Groups<string, ScreenRecord>({
    by: (screen) => screen.token_hash,
    compare: byId,
  });
  readonly overridesByRoster = new Groups<number, OverrideRecord>({
    by: (override) => override.roster_id,
    compare: byId,
  });
  readonly calendarsByRoster = new Groups<number, RosterCalendarRecord>({
    by: (calendar) => calendar.roster_id,
    compare: byCalendar,
  });
  readonly instancesByTemplate = new Groups<number, InstanceRecord>({
    by: (instance) => instance.template_id,
    compare: byId,
  });
  readonly templatesByPackage = new Groups<number, TemplateRecord>({
    by: (template) => template.package_id,
    compare: byId,
  });
  readonly instancesByNode = new Groups<string, InstanceRecord>({
    by: (instance) => instance.plant_node_floc_id,
    compare: byId,
  });
  /** By each node that they name. */
  readonly areasByNode = new Groups<string, AreaRecord>({
    by: (area) => new Set(area.plant_node_ids),
    compare: byId,
  });
  readonly nodesByParent = new Groups<string, PlantNodeRecord>({
    by: (node) => node.parent_id,
    compare: (a, b) => byText(a.floc_id, b.floc_id),
  });

  /**
   * Fills the mirrors from the store and follows it; `later` leaves out streams and instances, which may be
   * many.
   */
  async open(store: KvStore, { later = false }: { later?: boolean } = {}): Promise<void> {
    this.streams.onChange(this.streamsByAsset.change);
    this.streams.onChange(this.streamsByName.change);
    this.users.onChange(this.usersByName.change);
    this.users.onChange(this.usersByLook.change);
    this.users.onChange(this.usersByClaim.change);
    this.sessions.onChange(this.sessionsByUser.change);
    this.apiKeys.onChange(this.apiKeysByHash.change);
    this.rosterOverrides.onChange(this.overridesByRoster.change);
    this.rosterCalendars.onChange(this.calendarsByRoster.change);
    this.screens.onChange(this.screensByHash.change);
    this.instances.onChange(this.instancesByTemplate.change);
    this.instances.onChange(this.instancesByNode.change);
    this.templates.onChange(this.templatesByPackage.change);
    this.plantNodes.onChange(this.nodesByParent.change);
    this.areas.onChange(this.areasByNode.change);
    await Promise.all([
      this.configuration.open(store),
      this.plantSettings.open(store),
      this.lastDiscovery.open(store),
      this.assets.open(store),
      this.packages.open(store),
      this.templates.open(store),
      this.templateVersions.open(store),
      this.plantNodes.open(store),
      this.areas.open(store),
      this.users.open(store),
      this.sessions.open(store),
      this.providerSessions.open(store),
      this.knownDevices.open(store),
      this.secondFactors.open(store),
      this.deskPins.open(store),
      this.deskPeople.open(store),
      this.contactAddresses.open(store),
      this.apiKeys.open(store),
      this.activeEvents.open(store),
      this.shelves.open(store),
      this.aiProviders.open(store),
      this.identityProviders.open(store),
      this.contactPoints.open(store),
      this.heartbeats.open(store),
      this.beats.open(store),
      this.sentHeartbeats.open(store),
      this.assistantTypes.open(store),
      this.screens.open(store),
      this.savedViews.open(store),
      this.notificationPolicies.open(store),
      this.notificationPolicyOrder.open(store),
      this.teams.open(store),
      this.rosters.open(store),
      this.rosterOverrides.open(store),
      this.rosterCalendars.open(store),
      ...later ? [] : [this.streams.open(store), this.instances.open(store)],
    ]);
  }

  /** Fills the mirrors that `open` left out. */
  async openRest(store: KvStore, loadOf: (noun: PackedNoun) => LoadMirror): Promise<void> {
    await this.streams.open(store, loadOf("stream"));
    await this.instances.open(store, loadOf("instance"));
  }
}

/** A record whose key is its own prefix is read directly: a prefix does not list itself. */
async function loadOne(store: KvStore, key: Key): Promise<Entry[]> {
  const entry = await store.get(key);
  return entry === undefined ? [] : [entry];
}

/** By the index of active events, so that the closed ones, possibly millions, are not read. */
async function loadActiveEvents(store: KvStore): Promise<Entry[]> {
  const [prefix] = keys.eventActive(0, "");
  const index = await store.list<number>({ prefix: [prefix] });
  const events = await store.getMany(index.map((entry) => keys.event(entry.value)));
  return events.filter((entry) => entry !== undefined);
}
