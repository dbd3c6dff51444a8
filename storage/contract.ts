import type { Log } from "../domain/shared/log.ts";
import { Access } from "./access/access.ts";
import { ProviderSessions } from "./access/provider_sessions.ts";
import { AlarmEvents } from "./alarm_events.ts";
import type { PasswordCost } from "./access/password.ts";
import { SecondFactors } from "./access/second_factors.ts";
import { AiProviders } from "./ai_providers.ts";
import { Areas } from "./areas.ts";
import { Assets } from "./assets.ts";
import { AssistantTypes } from "./assistant_types.ts";
import { AuditLog } from "./audit.ts";
import { AuditSeals } from "./audit_seals/seals.ts";
import { ContactAddresses } from "./contact_addresses.ts";
import { ConversationLogs } from "./conversation_logs.ts";
import { Coverages } from "./coverage.ts";
import { EventSpans } from "./event_spans.ts";
import { Events } from "./events.ts";
import { ContactPoints } from "./contact_points.ts";
import { Heartbeats } from "./heartbeats.ts";
import { IdentityProviders } from "./identity_providers.ts";
import { Instances } from "./instances.ts";
import { keys, MAIN_LANE } from "./keys.ts";
import { MIGRATIONS } from "./migrations/all.ts";
import { migrate } from "./migrations/run.ts";
import { MirroredStore } from "./mirrored_store.ts";
import { Mirrors } from "./mirrors.ts";
import { Notifications } from "./notifications/notifications.ts";
import { NotificationDrills } from "./notification_drills.ts";
import { NotificationPolicies } from "./notification_policies.ts";
import { OutOfServices } from "./out_of_service.ts";
import { OwnConditions } from "./own_conditions.ts";
import { Rosters } from "./rosters.ts";
import { SavedViews } from "./saved_views.ts";
import { Screens } from "./screens.ts";
import { Packages } from "./packages.ts";
import { Packing, type PackingOptions } from "./packing.ts";
import { Plant } from "./plant.ts";
import { PlantSettingsStore } from "./plant_settings.ts";
import { PushLog } from "./push_log.ts";
import { Mutex } from "../concurrency/mutex.ts";
import { RateLimits } from "./rate_limits.ts";
import { Refusals } from "./refusals.ts";
import { Resealing } from "./resealing.ts";
import { Secrets } from "./secrets.ts";
import { BY_STREAM_ID, type SourceKinds } from "./source_kinds.ts";
import { Shelves } from "./shelves.ts";
import type { KvStore } from "./store/store.ts";
import type { AcquireLease, StoreLease } from "./store/lease.ts";
import { Sources } from "./sources.ts";
import { Teams } from "./teams.ts";
import { Templates } from "./templates.ts";
import { UnacknowledgedEvents } from "./unacknowledged.ts";

export interface StorageOptions {
  /** `:memory:`, a file, the http(s) address of a KV server, or `:platform:` for the platform's own database. */
  path: string;
  now: () => number;
  random: (bytes: number) => Uint8Array;
  /** 32 bytes. */
  secretsKey: Uint8Array;
  /** The key before `secretsKey`, while values are sealed under it. */
  previousSecretsKey?: Uint8Array | null;
  /** Absent: streams are told apart by their `stream_id` alone. */
  sourceKinds?: SourceKinds;
  log?: Log;
  /** How long one call may take. The default is 5,000. */
  callDeadlineMs?: number;
  /** The cost of a new password's hash; the default is N 2^17, tests use less. */
  passwordCost?: PasswordCost;
  /** Waits for the lease of a store that several processes share. Absent: this process writes without one. */
  acquireLease?: AcquireLease;
  /** Waits for an unreachable server until this aborts. Absent: fails at once. */
  waitForServer?: AbortSignal;
  /** True: `readRest` reads streams and instances. The default is false. */
  restLater?: boolean;
  /** False: only `keepSecretsKey` binds the store to the key. The default is true. */
  keepSecretsKey?: boolean;
}

/** Everything that is persisted. Reads come from memory unless they return promises; writes throw Refusals. */
export interface Storage extends Readonly<Awaited<ReturnType<typeof assemble>>> {}

/** The parts of an open store, over mirrors that are filled. */
export async function assemble(
  store: KvStore,
  options: StorageOptions,
  { lease, released }: { lease: StoreLease | undefined; released: () => void },
) {
  const { now, random, log = () => {}, secretsKey, previousSecretsKey, sourceKinds = BY_STREAM_ID } = options;
  const secrets = await Secrets.open(store, { current: secretsKey, previous: previousSecretsKey }, random);
  await migrate(store, MIGRATIONS, { secrets, now });
  const id = await storeId(store, random);
  const auditSeals = new AuditSeals({ store, storeId: id, secrets, random, now });
  const mirrors = new Mirrors();
  await mirrors.open(store, { later: options.restLater });
  const context = { store, now, random, log, mutex: new Mutex() };
  const rateLimits = new RateLimits(context);
  const refusals = new Refusals(context);
  const access = new Access(context, mirrors, options.passwordCost);
  const resealing = new Resealing(context, secrets);
  /** Binds the store to this secrets key, and begins sealing the audit log with it. */
  const keepSecretsKey = async () => {
    await resealing.bind();
    await auditSeals.begin();
  };
  if (options.keepSecretsKey !== false) await keepSecretsKey();
  let packed: Packing | undefined;
  return {
    /** The permanent id of the store: a short random text. */
    id,
    store,
    /** How many processes share the store, standbys included. */
    processes: lease?.processes ?? (() => 1),
    /** False while another process may have taken the lease on the store. */
    leads: lease?.isValid ?? (() => true),
    /** The store for actors: lists of instances, templates and streams come from memory. */
    actorStore: new MirroredStore(store, mirrors),
    packages: new Packages(context, mirrors),
    templates: new Templates(context, mirrors),
    instances: new Instances(context, mirrors),
    plant: new Plant(context, mirrors),
    areas: new Areas(context, mirrors),
    plantSettings: await PlantSettingsStore.open(context, mirrors),
    events: await Events.open(context, mirrors),
    shelves: new Shelves(mirrors),
    outOfService: new OutOfServices(context, mirrors),
    screens: new Screens(context, mirrors),
    contactAddresses: new ContactAddresses(context, mirrors),
    notificationPolicies: new NotificationPolicies(context, mirrors),
    notificationDrills: new NotificationDrills(context, mirrors),
    teams: new Teams(context, mirrors),
    rosters: new Rosters(context, mirrors),
    heartbeats: new Heartbeats(context, mirrors),
    savedViews: new SavedViews(context, mirrors),
    eventSpans: new EventSpans(context, mirrors),
    unacknowledged: new UnacknowledgedEvents(context, mirrors),
    alarmEvents: new AlarmEvents(context, mirrors),
    coverage: await Coverages.open(context, mirrors),
    audit: new AuditLog(context),
    auditSeals,
    refusals,
    sources: new Sources(context, mirrors, { secrets, kinds: sourceKinds }),
    assets: new Assets(context, mirrors, sourceKinds),
    access,
    desks: access.desks,
    secondFactors: new SecondFactors(context, mirrors, secrets),
    pushLog: new PushLog(store),
    aiProviders: new AiProviders(context, mirrors, secrets),
    assistantTypes: new AssistantTypes(context, mirrors),
    identityProviders: new IdentityProviders(context, mirrors, secrets),
    providerSessions: new ProviderSessions(context, mirrors, secrets),
    contactPoints: new ContactPoints(context, mirrors, secrets),
    conversationLogs: new ConversationLogs(context),
    notifications: new Notifications(context),
    ownConditions: new OwnConditions(context),
    rateLimits,
    /** Whether records are packed for this number of shards; if not, run `readRest` first. */
    async isPacked(shards: number): Promise<boolean> {
      const prefix = keys.packed("instance", { of: Math.max(1, shards), rest: 0 }, 0, 0).slice(0, 4);
      return (await store.list({ prefix, limit: 1 })).length > 0;
    },
    /**
     * Reads the streams and instances that the opening deferred, and keeps them packed for `shards` shards. Until
     * it resolves they are not in memory. If nothing was deferred it only packs.
     */
    async readRest(options: PackingOptions): Promise<Packing> {
      const records = packed = new Packing(context, options);
      if (!mirrors.instances.isFilled) await mirrors.openRest(store, (noun) => records.loadOf(noun));
      records.start();
      return records;
    },
    keepSecretsKey,
    async close() {
      await resealing.close();
      await packed?.close();
      await rateLimits.close();
      await refusals.close();
      await store.close();
      released();
    },
  };
}

/** Created at the first opening. */
async function storeId(store: KvStore, random: StorageOptions["random"]): Promise<string> {
  const key = keys.meta("store");
  const stored = await store.get<{ v: 1; id?: string }>(key);
  if (stored?.value.id !== undefined) return stored.value.id;
  const value = { ...stored?.value, v: 1, id: random(8).toHex() };
  const checks = [{ key, versionstamp: stored?.versionstamp ?? null }];
  const { ok } = await store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
  return ok ? value.id : await storeId(store, random);
}
