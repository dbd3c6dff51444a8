import type { UserRecord } from "../domain/access/schema.ts";
import { looksOf } from "../domain/access/look.ts";
import type { LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import { sourceOfStream } from "../domain/asset/address.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import type { RosterCalendarRecord } from "../domain/roster/schema.ts";
import { isDrill } from "../domain/event/drill.ts";
import { shelfKey } from "../domain/event/shelf.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { SentHeartbeatRecord } from "../domain/heartbeat/types.ts";
import { scopeKey } from "../domain/out_of_service/interval.ts";
import type { TemplateVersionRecord } from "../domain/template/types.ts";
import type { Entry, Key } from "../domain/shared/commit.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { type LoadMirror, Mirror } from "./mirror.ts";
import type { RecordKind } from "./records.ts";
import { Groups, type GroupsOptions } from "./sorted_list.ts";
import type { KvStore } from "./store/store.ts";
import type { PackedNoun } from "./writes/packed_blocks.ts";
import { byText } from "../domain/shared/text.ts";

interface WithId {
  id: number;
}

export const byId = (a: WithId, b: WithId): number => a.id - b.id;

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
  readonly sources = numbered("source", kinds.source);
  readonly plantSettings = single(keys.plantSettings(), kinds.plantSettings);
  /** By source. */
  readonly lastDiscoveries = new Mirror<number, LastDiscoveryRecord>({
    prefix: String(keys.lastDiscovery()[0]),
    kind: kinds.lastDiscovery,
    idOf: ([, source = DEFAULT_SOURCE]) => Number(source),
    compare: (a, b) => sourceOfStream(a) - sourceOfStream(b),
    load: loadLastDiscoveries,
  });
  readonly assets = numbered("asset", kinds.asset);
  readonly streams = numbered("stream", kinds.stream);
  readonly packages = numbered("package", kinds.package);
  readonly templates = numbered("template", kinds.template);
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
  readonly instances = numbered("instance", kinds.instance);
  readonly plantNodes = texted("plant_node", kinds.plantNode, ({ floc_id }) => floc_id);
  readonly areas = numbered("area", kinds.area);
  readonly notificationPolicies = numbered("notification_policy", kinds.notificationPolicy);
  readonly notificationPolicyOrder = single(keys.notificationPolicyOrder(), kinds.notificationPolicyOrder);
  readonly users = numbered("user", kinds.user);
  readonly sessions = texted("session", kinds.session, ({ token_hash }) => token_hash);
  readonly providerSessions = texted(
    "provider_session",
    kinds.providerSession,
    ({ token_hash }) => token_hash,
  );
  readonly knownDevices = ofUsers("known_devices", kinds.knownDevices);
  readonly secondFactors = ofUsers("second_factors", kinds.secondFactors);
  readonly deskPins = ofUsers("desk_pin", kinds.deskPin);
  readonly deskPeople = ofUsers("desk_people", kinds.deskPeople);
  readonly contactAddresses = ofUsers("contact_addresses", kinds.contactAddresses);
  readonly apiKeys = numbered("api_key", kinds.apiKey);
  /** The full records of active events, oldest start first, then id. Without drills. */
  readonly activeEvents = new Mirror<number, EventRecord>({
    prefix: "event",
    kind: kinds.event,
    keeps: (event) => event.is_active && !isDrill(event),
    load: loadActiveEvents,
    compare: (a, b) => byText(a.start_time, b.start_time) || a.id - b.id,
  });
  readonly shelves = texted("shelf", kinds.shelf, shelfKey);
  readonly outOfService = numbered("out_of_service", kinds.outOfService);
  readonly aiProviders = numbered("ai_provider", kinds.aiProvider);
  readonly identityProviders = numbered("identity_provider", kinds.identityProvider);
  readonly contactPoints = numbered("contact_point", kinds.contactPoint);
  readonly heartbeats = texted("heartbeat", kinds.heartbeat, ({ name }) => name);
  readonly beats = texted("beat", kinds.beat, ({ name }) => name);
  readonly sentHeartbeats = new Mirror<number, SentHeartbeatRecord>({
    prefix: "sent_heartbeat",
    kind: kinds.sentHeartbeat,
    compare: (a, b) => a.contact_point_id - b.contact_point_id,
  });
  readonly screens = numbered("screen", kinds.screen);
  readonly teams = numbered("team", kinds.team);
  readonly rosters = numbered("roster", kinds.roster);
  readonly rosterOverrides = numbered("roster_override", kinds.rosterOverride);
  readonly rosterCalendars = new Mirror<string, RosterCalendarRecord>({
    prefix: "roster_calendar",
    kind: kinds.rosterCalendar,
    idOf: ([, roster, user]) => calendarName(Number(roster), Number(user)),
    compare: byCalendar,
  });
  readonly savedViews = numbered("saved_view", kinds.savedView);
  readonly assistantTypes = numbered("assistant_type", kinds.assistantType);

  readonly streamsByAsset = grouped(this.streams, (stream) => stream.asset_id);
  readonly streamsByName = grouped(this.streams, (stream) => stream.stream_name);
  readonly usersByName = grouped(this.users, (user) => user.username);
  readonly usersByClaim = grouped(this.users, claimNamesOf);
  readonly usersByLook = grouped(this.users, (user) => looksOf(user.username));
  readonly sessionsByUser = grouped(this.sessions, (session) => session.user_id);
  readonly apiKeysByHash = grouped(this.apiKeys, (key) => key.key_hash);
  readonly screensByHash = grouped(this.screens, (screen) => screen.token_hash);
  readonly overridesByRoster = grouped(this.rosterOverrides, (override) => override.roster_id);
  readonly calendarsByRoster = grouped(this.rosterCalendars, (calendar) => calendar.roster_id);
  readonly instancesByTemplate = grouped(this.instances, (instance) => instance.template_id);
  readonly templatesByPackage = grouped(this.templates, (template) => template.package_id);
  readonly instancesByNode = grouped(this.instances, (instance) => instance.plant_node_floc_id);
  /** By each node that they name. */
  readonly areasByNode = grouped(this.areas, (area) => new Set(area.plant_node_ids));
  readonly outOfServiceByScope = grouped(this.outOfService, ({ scope }) => scopeKey(scope));
  readonly nodesByParent = grouped(this.plantNodes, (node) => node.parent_id);

  /**
   * Fills the mirrors from the store and follows it; `later` leaves out streams and instances, which may be
   * many.
   */
  async open(store: KvStore, { later = false }: { later?: boolean } = {}): Promise<void> {
    const mirrors = Object.values(this).filter((part) => part instanceof Mirror);
    const left = later ? [this.streams, this.instances] : [];
    await Promise.all(mirrors.filter((mirror) => !left.includes(mirror)).map((mirror) => mirror.open(store)));
  }

  /** Fills the mirrors that `open` left out. */
  async openRest(store: KvStore, loadOf: (noun: PackedNoun) => LoadMirror): Promise<void> {
    await this.streams.open(store, loadOf("stream"));
    await this.instances.open(store, loadOf("instance"));
  }
}

/** Records under their ids. */
function numbered<T extends WithId>(prefix: string, kind: RecordKind<T>): Mirror<number, T> {
  return new Mirror({ prefix, kind, compare: byId });
}

/** One record a user. */
function ofUsers<T extends { user_id: number }>(prefix: string, kind: RecordKind<T>): Mirror<number, T> {
  return new Mirror({ prefix, kind, compare: (a, b) => a.user_id - b.user_id });
}

/** Records under a text. */
function texted<T>(prefix: string, kind: RecordKind<T>, of: (record: T) => string): Mirror<string, T> {
  return new Mirror({ prefix, kind, compare: (a, b) => byText(of(a), of(b)) });
}

/** One record at most. */
function single<T>(key: Key, kind: RecordKind<T>): Mirror<string, T> {
  return new Mirror({ prefix: String(key[0]), kind, compare: () => 0, load: (store) => loadOne(store, key) });
}

/** The records of a mirror in groups, each in the mirror's order. */
function grouped<By, Id extends number | string, T>(
  mirror: Mirror<Id, T>,
  by: GroupsOptions<By, T>["by"],
): Groups<By, T> {
  const groups = new Groups<By, T>({ by, compare: mirror.options.compare });
  mirror.onChange(groups.change);
  return groups;
}

/** A record whose key is its own prefix is read directly: a prefix does not list itself. */
async function loadOne(store: KvStore, key: Key): Promise<Entry[]> {
  const entry = await store.get(key);
  return entry === undefined ? [] : [entry];
}

async function loadLastDiscoveries(store: KvStore): Promise<Entry[]> {
  const key = keys.lastDiscovery();
  return [...await loadOne(store, key), ...await store.list({ prefix: key })];
}

/** By the index of active events, so that the closed ones, possibly millions, are not read. */
async function loadActiveEvents(store: KvStore): Promise<Entry[]> {
  const index = await store.list<number>({ prefix: keys.eventActive(0, "").slice(0, 1) });
  const events = await store.getMany(index.map((entry) => keys.event(entry.value)));
  return events.filter((entry) => entry !== undefined);
}
