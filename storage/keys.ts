import type { EventRecordKey, Key } from "../domain/shared/commit.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import { createHash } from "node:crypto";
import { utf8Bytes } from "../domain/shared/text.ts";

/** The longest name that is a key's part as it is, in bytes. Deno KV takes keys of up to 2,048 bytes. */
const PLAIN_NAME_BYTES = 1_900;

/** A name that is too long for a key is hashed. The second part keeps it apart from names of that text. */
function nameParts(name: string): Key {
  if (name.length <= PLAIN_NAME_BYTES / 3 || keyBytesOf(name) <= PLAIN_NAME_BYTES) return [name];
  return [createHash("sha256").update(name, "utf16le").digest("hex"), "hashed"];
}

/** As a part of a key, where a zero byte takes two. */
function keyBytesOf(name: string): number {
  return utf8Bytes(name) + name.split("\0").length - 1;
}

/** The stored state of the evaluation of one source. */
const stateKeys = {
  /** The pointer {generation, watermark, position}: moved by one atomic when a generation is whole. */
  generation: () => ["generation"],
  generationChunk: (
    generation: number,
    shard: number,
    part: number,
  ) => ["generation_chunk", generation, shard, part],
  /** Written before a shard is restored: once it is stored, every earlier commit on the shard's lane is settled. */
  restoring: (shard: number) => ["restoring", shard],
  /** Commands after a generation's snapshot, for the replay. */
  journal: (generation: number, sequence: number, shard: number) => ["journal", generation, sequence, shard],
  /** The states of the rules that are not NORMAL at a watermark; the index lists the checkpoints. */
  checkpoint: (watermark: number, shard: number, part: number) => ["checkpoint", watermark, shard, part],
  checkpointIndex: (shard: number) => ["checkpoint_index", shard],
  /** The states of an instance at a checkpoint, as a correction has changed them. */
  checkpointPatch: (watermark: number, instanceId: number) => ["checkpoint_patch", watermark, instanceId],
  /** Late changes that are not yet evaluated, by what they affect. */
  correction: (shard: number, touched: string) => ["correction", shard, touched],
  /** A piece of the past of the polled streams as it was evaluated, by its end; see `actors/source/past_pieces.ts`. */
  pastPiece: (to: number, part: number) => ["past_piece", to, part],
} as const satisfies Record<string, (...parts: never[]) => Key>;

/** The one table of all key shapes of the store. A shape's first part is the prefix for listing. */
export const keys = {
  ...stateKeys,
  meta: (name: "schema" | "standard" | "store" | "secrets_check" | "probe") => ["meta", name],
  lane: (lane: number) => ["lane", lane],
  /** A running process; renewed while it is alive. */
  process: (id: string) => ["process", id],
  /** The lease on the store: rewritten only when its holder changes, so that commits can check it. */
  epoch: () => ["epoch", 0],
  idBlock: (noun: string) => ["id", noun],

  source: (id: number) => ["source", id],
  /** A change mark: each change of a source rewrites it. */
  sources: () => ["sources"],
  /** A change mark: each deployment on streams of a source other than `default`. */
  sourceUses: () => ["source_uses"],
  plantSettings: () => ["plant_settings"],
  asset: (id: number) => ["asset", id],
  stream: (id: number) => ["stream", id],
  /** When a source was discovered last; of `default` without its id. */
  lastDiscovery: (source: number = DEFAULT_SOURCE): Key =>
    source === DEFAULT_SOURCE ? ["last_discovery"] : ["last_discovery", source],
  /** A source that is removed, until all that it had is. */
  removedSource: (id: number) => ["removed_source", id],
  /** The stream that has the name, or had it last. */
  streamByName: (name: string) => ["stream_by_name", ...nameParts(name)],

  /** A 64-bit counter: how many keys there are under a prefix (`audit`). */
  count: (prefix: string) => ["count", prefix],
  /**
   * A change mark (a sum of 0 gives it a new versionstamp): each change of a record of the block; see
   * `packed_blocks.ts`.
   */
  blockMark: (noun: string, block: number) => ["block_mark", noun, block],
  /** A part of a packed share of a block's records. Derived, so it can be rebuilt at any time. */
  packed: (
    noun: string,
    { of, rest }: { of: number; rest: number },
    block: number,
    part: number,
  ) => ["packed", noun, of, rest, block, part],
  /** A part of a value too large for one key, under the value's key. */
  part: (of: Key, index: number): Key => ["part", ...of, index],

  package: (id: number) => ["package", id],
  /** A 64-bit counter: how many templates the package has. */
  packageTemplates: (id: number) => ["package_templates", id],
  packageByName: (name: string) => ["package_by_name", name],
  template: (id: number) => ["template", id],
  templateByName: (packageId: number, name: string) => ["template_by_name", packageId, name],
  /** A 64-bit counter: how many instances of the template are deployed. */
  templateDeployments: (id: number) => ["template_deployments", id],
  /** A 64-bit counter: how many instances the template has. */
  templateInstances: (id: number) => ["template_instances", id],
  /** A change mark: each deployment or its end, by the shard that carries it out. */
  templateCommands: (id: number, shard: number) => ["template_commands", id, shard],
  /** A version of a template that is not its current one. */
  templateVersion: (id: number, version: number) => ["template_version", id, version],
  /** The record of a template's versions; absent while there is only one. */
  templateVersions: (id: number) => ["template_versions", id],
  instance: (id: number) => ["instance", id],
  instanceByName: (templateId: number, name: string) => ["instance_by_name", templateId, name],
  plantNode: (flocId: string) => ["plant_node", flocId],
  /** A 64-bit counter: how many child nodes and instances name the node. */
  plantNodeUses: (flocId: string) => ["plant_node_uses", flocId],
  /** A 64-bit counter: how many plant nodes have been removed. */
  plantNodesGone: () => ["plant_nodes_gone"],

  notificationPolicy: (id: number) => ["notification_policy", id],
  /** All policies but the last one, in their order. */
  notificationPolicyOrder: () => ["notification_policy_order"],
  /** A change mark: each change of a policy or their order. A commit that removes what policies name checks it. */
  notificationPolicies: () => ["notification_policies"],

  area: (id: number) => ["area", id],
  /** A change mark: each change of an area. A commit that names areas, or compares all of them, checks it. */
  areas: () => ["areas"],
  /** A change mark: each change of grants that name areas. A commit that removes an area checks it. */
  areaGrants: () => ["area_grants"],

  event: (id: number) => ["event", id] as Key as EventRecordKey,
  /** A comment on an event, by its number from 1. */
  eventComment: (eventId: number, comment: number) => ["event_comment", eventId, comment],
  /** The comments on all events, by when they were written. */
  eventCommentAt: (
    writtenMs: number,
    eventId: number,
    comment: number,
  ) => ["event_comment_at", writtenMs, eventId, comment],
  /** The one active event of a key (instance, rule): its value is the event's id. */
  eventActive: (instanceId: number, ruleId: string) => ["event_active", instanceId, ruleId],
  /** The index of lists up to schema 2; only migrations use it. */
  eventByStart: (startMs: number, id: number) => ["event_by_start", startMs, id],
  /**
   * Closed events by start, in a scope and severity ("" for all severities of an instance); see
   * `writes/event_index.ts`.
   */
  eventClosed: (
    scope: string,
    severity: string,
    startMs: number,
    id: number,
  ) => ["event_closed", scope, severity, startMs, id],
  /** A 64-bit counter: the closed events of a scope and severity that start in a block of days. */
  eventBlock: (scope: string, blockMs: number, severity: string) => ["event_block", scope, blockMs, severity],
  /** The same in a smaller bucket. The block comes first, so that a whole block can be removed together. */
  eventCount: (
    blockMs: number,
    { scope, level, bucketMs, severity }: {
      scope: string;
      level: number;
      bucketMs: number;
      severity: string;
    },
  ) => ["event_count", blockMs, scope, level, bucketMs, severity],
  /** Closed events by end, with the fields that the event wall and statistics need. */
  eventByEnd: (endMs: number, id: number) => ["event_by_end", endMs, id],
  /** A closed event that returned to normal and is not acknowledged, by when it closed. */
  eventUnacknowledged: (closedMs: number, id: number) => ["event_unacknowledged", closedMs, id],
  /** The unacknowledged events that had to leave the full list. */
  leftUnacknowledged: () => ["left_unacknowledged"],
  /** A change mark: each change of the closed events that ended in a day. */
  dayMark: (dayMs: number) => ["day_mark", dayMs],
  /** The same up to schema 7; only migrations use it. */
  endedDay: (dayMs: number) => ["ended_day", dayMs],
  /** The closed events that ended in a day, packed for statistics. Derived from `event_by_end`. */
  packedDay: (dayMs: number, part: number) => ["packed_day", dayMs, part],
  /** Which instances of a block were blind in an hour, by shard. */
  blindHour: (
    dayMs: number,
    { block, hourMs, shard }: { block: number; hourMs: number; shard: number },
  ) => ["blind_hour", dayMs, block, hourMs, shard],
  /** When Andon first ran on this store, or its first user was created. */
  firstStart: () => ["first_start"],
  /** A span in which Andon did not run, by its end; the value contains its start. */
  stopped: (toMs: number) => ["stopped", toMs],
  /** The shelving of a key (instance, rule), by `shelfKey`. */
  shelf: (eventKey: string) => ["shelf", eventKey],
  outOfService: (id: number) => ["out_of_service", id],
  /** A change mark: each change of an interval out of service. A commit that counts them checks it. */
  outOfServices: () => ["out_of_services"],
  audit: (ulid: string) => ["audit", ulid],
  /** A 64-bit counter: the audit entries of a bucket of time. */
  auditCount: (level: number, bucketMs: number) => ["audit_count", level, bucketMs],
  /** The ids and hashes of a commit's audit entries, until they are sealed; by the commit's versionstamp. */
  auditUnsealed: (versionstamp: string) => ["audit_unsealed", versionstamp],
  /** A block of sealed audit entries, numbered from 0; see `audit_seals/block.ts`. */
  auditBlock: (block: number) => ["audit_block", block],
  /** The number of the last block; every sealing commit checks it. */
  auditHead: () => ["audit_head"],
  /** The key that signs the blocks. */
  auditKey: () => ["audit_key"],
  /** Up to which time retention may have removed audit entries. */
  auditFloor: () => ["audit_floor"],

  /** What a commit changed in events, until the notifier has considered it; by the commit's versionstamp. */
  outbox: (versionstamp: string) => ["outbox", versionstamp],
  /** The rows of a commit beyond its first value; the last part is the versionstamp. */
  moreOutbox: (index: number, versionstamp: string) => ["part", "outbox", index, versionstamp],
  /** What the decision about notifications remembers, by the keys of `state_keys.ts`. */
  notificationEscalation: (key: string) => ["notification_escalation", key],
  notificationGroup: (key: string) => ["notification_group", key],
  notificationBudget: (key: string) => ["notification_budget", key],
  /** A message to one recipient; the log is in the order of the ids. */
  delivery: (ulid: string) => ["delivery", ulid],
  /** A delivery that is not settled. */
  deliveryOpen: (ulid: string) => ["delivery_open", ulid],
  /** A delivery that failed for good by the last way of its recipient, until the notifier has considered it. */
  deliveryLost: (ulid: string) => ["delivery_lost", ulid],
  deliveryOfEvent: (eventId: number, ulid: string) => ["delivery_of_event", eventId, ulid],
  /** What became of the last messages by a contact point. */
  pointDelivery: (contactPointId: number) => ["point_delivery", contactPointId],
  notificationLink: (tokenHash: string) => ["notification_link", tokenHash],
  notificationLinkEnd: (
    expiresMs: number,
    tokenHash: string,
  ) => ["notification_link_end", expiresMs, tokenHash],
  /** A person's last answer from a message about an event. */
  notificationAnswer: (eventId: number, userId: number) => ["notification_answer", eventId, userId],
  /** A condition of Andon itself that holds, by its key; see `own_conditions.ts`. */
  ownCondition: (key: string) => ["own_condition", key],
  /** Who started a drill, by the id of its event. */
  drill: (eventId: number) => ["drill", eventId],
  drillOf: (instanceId: number, ruleId: string, eventId: number) => ["drill_of", instanceId, ruleId, eventId],
  /** The drill of a rule of an instance that runs: its value is the event's id. */
  drillRunning: (instanceId: number, ruleId: string) => ["drill_running", instanceId, ruleId],
  /** A change mark: each drill that starts. A commit that counts those that run checks it. */
  drills: () => ["drills"],
  /** Since when the keys of messages carry the id of the store. */
  messageKeysSince: () => ["message_keys_since"],
  /** Written by a restore: what was due in the backup is not told, and keys of messages are new. */
  notificationsRestored: () => ["notifications_restored"],

  user: (id: number) => ["user", id],
  userByName: (name: string) => ["user_by_name", name],
  /** A change mark: each name that a user gets. A commit that compares all names checks it. */
  userNames: () => ["user_names"],
  session: (tokenHash: string) => ["session", tokenHash],
  /** What an identity provider gave for the session of one of its users. */
  providerSession: (tokenHash: string) => ["provider_session", tokenHash],
  /** A 64-bit counter: how many sessions the user ever had. A commit that ends all sessions checks it. */
  userSessions: (id: number) => ["user_sessions", id],
  /** A change mark: each change of an API key of the user. A commit that ends all of them checks it. */
  userKeys: (id: number) => ["user_keys", id],
  /** The browsers that the user has signed in with. */
  knownDevices: (userId: number) => ["known_devices", userId],
  /** The passkeys, the code generator and the recovery codes of a user. */
  secondFactors: (userId: number) => ["second_factors", userId],
  /** The PIN of a person for shared desks. */
  deskPin: (userId: number) => ["desk_pin", userId],
  /** Who has confirmed at a shared desk, by the desk's user. */
  deskPeople: (userId: number) => ["desk_people", userId],
  /** The user of an identity provider, by the issuer and subject of the tokens. */
  userBySubject: (issuer: string, subject: string) => ["user_by_subject", issuer, subject],
  /** The addresses of a user for notifications, and the quiet hours. */
  contactAddresses: (userId: number) => ["contact_addresses", userId],
  apiKey: (id: number) => ["api_key", id],
  apiKeyByName: (name: string) => ["api_key_by_name", name],

  identityProvider: (id: number) => ["identity_provider", id],
  /** A change mark: each change of an identity provider. A commit that compares all of them checks it. */
  identityProviders: () => ["identity_providers"],
  team: (id: number) => ["team", id],
  /** A change mark: each change of a team. A commit that compares all of them checks it. */
  teams: () => ["teams"],
  roster: (id: number) => ["roster", id],
  /** A change mark: each change of a roster. A commit that compares all of them checks it. */
  rosters: () => ["rosters"],
  rosterOverride: (id: number) => ["roster_override", id],
  /** A change mark: each change of an override of the roster. A commit that compares all of them checks it. */
  rosterOverrides: (rosterId: number) => ["roster_overrides", rosterId],
  /** The address of a roster for a user's calendar program. */
  rosterCalendar: (rosterId: number, userId: number) => ["roster_calendar", rosterId, userId],
  /** A change mark: each calendar that is opened. A commit that removes those of a roster or user checks it. */
  rosterCalendars: () => ["roster_calendars"],
  /** A change mark: each change of what names users, teams, rosters or contact points as recipients. */
  recipientUses: () => ["recipient_uses"],
  heartbeat: (name: string) => ["heartbeat", name],
  /** A change mark: each change of a heartbeat. A commit that counts them checks it. */
  heartbeats: () => ["heartbeats"],
  /** The last beat of another system. */
  beat: (name: string) => ["beat", name],
  /** The last beat of a shard of the evaluation. */
  shardBeat: (shard: number) => ["shard_beat", shard],
  /** What became of Andon's own heartbeat at a contact point. */
  sentHeartbeat: (contactPointId: number) => ["sent_heartbeat", contactPointId],
  contactPoint: (id: number) => ["contact_point", id],
  /** A change mark: each change of a contact point. A commit that compares all of them checks it. */
  contactPoints: () => ["contact_points"],
  screen: (id: number) => ["screen", id],
  /** A change mark: each screen that is added, changed or ended. A commit that compares all of them checks it. */
  screens: () => ["screens"],
  savedView: (id: number) => ["saved_view", id],
  /** A change mark: each new view of an owner, or shared one. A commit that counts them checks it. */
  savedViewsOf: (list: string) => ["saved_views_of", list],

  aiProvider: (id: number) => ["ai_provider", id],
  aiProviderByName: (name: string) => ["ai_provider_by_name", name],
  assistantType: (id: number) => ["assistant_type", id],
  assistantTypeByName: (name: string) => ["assistant_type_by_name", name],
  /** A 64-bit counter: how many providers name the assistant type. */
  assistantTypeUses: (id: number) => ["assistant_type_uses", id],
  aiSession: (providerId: number, sessionId: string) => ["ai_session", providerId, sessionId],
  /** A log entry of a provider, in a scope: all, an owner's, a session's; see `writes/conversation.ts`. */
  aiLog: (
    providerId: number,
    kind: string,
    scope: string,
    ulid: string,
  ) => ["ai_log", providerId, kind, scope, ulid],
  /** A 64-bit counter: the entries of a scope (sessions are not counted). */
  aiLogCount: (providerId: number, kind: string, scope: string) => ["ai_log_count", providerId, kind, scope],
  /** A 64-bit counter: requests or tokens of a UTC day, `2026-01-31`. */
  aiUsageDay: (
    providerId: number,
    { scope, day }: { scope: string; day: string },
    field: string,
  ) => ["ai_usage_day", providerId, scope, day, field],

  /** A part of the state of a source other than `default`; see `stateKeysOf`. */
  sourceState: (source: number, ...key: Key) => ["source_state", source, ...key],
  /** The commands of a deployment, for the replays of corrections; kept while it lasts. */
  history: (
    instanceId: number,
    deployment: number,
    sequence: number,
  ) => ["history", instanceId, deployment, sequence],
  /** An event that was deleted by hand: no replay brings it back. */
  eventDeleted: (instanceId: number, eventId: number) => ["event_deleted", instanceId, eventId],
  /** A logout token that was used. Its time comes first, so that old ones are deleted by range. */
  logoutToken: (
    providerId: number,
    jti: string,
    issuedAtMs: number,
  ) => ["logout_token", issuedAtMs, providerId, ...nameParts(jti)],
  /** How much of a window's allowance is taken. The window comes first, so that old ones are deleted by range. */
  rateWindow: (
    scope: string,
    subject: string,
    windowStartMs: number,
  ) => ["rate_window", windowStartMs, scope, subject],
  /** The push log; the last part is the commit's versionstamp. */
  push: (versionstamp: string) => ["push", versionstamp],
  /** Further frames of a commit, beyond its first value; the last part is the versionstamp. */
  morePushed: (index: number, versionstamp: string) => ["part", "push", index, versionstamp],
} as const satisfies Record<string, (...parts: never[]) => Key>;

export type StateKeys = typeof stateKeys;

/** The keys of a source's state: those of `default` stand by themselves, those of another one under its id. */
export function stateKeysOf(source: number): StateKeys {
  if (source === DEFAULT_SOURCE) return stateKeys;
  const under = Object.entries(stateKeys).map(([name, key]: [string, (...parts: never[]) => Key]) => [
    name,
    (...parts: never[]) => keys.sourceState(source, ...key(...parts)),
  ]);
  return Object.fromEntries(under) as StateKeys;
}

/** The lane of the main isolate's own writes; shard n writes on lane n + 1. */
export const MAIN_LANE = 0;

/** The lane of retention, so that removals and other writes do not wait for each other. */
export const RETENTION_LANE = -1;

/** The lane of packing, for the same reason. */
export const PACKING_LANE = -2;

/** The lane of sealing, for the same reason. */
export const SEALING_LANE = -3;

/** The lane of the notifier, for the same reason. */
export const NOTIFIER_LANE = -4;

export function laneOfShard(shard: number): number {
  return shard + 1;
}
