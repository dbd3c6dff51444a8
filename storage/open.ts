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
import { Configuration } from "./configuration.ts";
import { ContactAddresses } from "./contact_addresses.ts";
import { ConversationLogs } from "./conversation_logs.ts";
import type { Storage } from "./contract.ts";
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
import { Packing } from "./packing.ts";
import { Plant } from "./plant.ts";
import { PlantSettingsStore } from "./plant_settings.ts";
import { PushLog } from "./push_log.ts";
import { Mutex } from "../concurrency/mutex.ts";
import { RateLimits } from "./rate_limits.ts";
import { Refusals } from "./refusals.ts";
import { Resealing } from "./resealing.ts";
import { Secrets } from "./secrets.ts";
import { BY_STREAM_ID, type SourceIdentities } from "./source_identities.ts";
import { Shelves } from "./shelves.ts";
import { type KvBackend, kvBackend } from "./store/backend.ts";
import { lockBeside } from "./store/lock.ts";
import { keepPrivate } from "./store/private_files.ts";
import { type KvStore, openStore } from "./store/store.ts";
import { reachServer } from "./store/reach.ts";
import type { AcquireLease, StoreLease } from "./store/lease.ts";
import { refusalOf, troubleOf } from "./store/trouble.ts";
import { assertWritable } from "./store/writable.ts";
import { Teams } from "./teams.ts";
import { Templates } from "./templates.ts";
import { UnacknowledgedEvents } from "./unacknowledged.ts";

export { WrongSecretsKey } from "./secrets.ts";

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
  identities?: SourceIdentities;
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

const PLATFORM_KV = ":platform:";

/** The step between consecutive versionstamps of a local database. */
const LOCAL_VERSIONSTAMP_STEP = 65_536;

/**
 * Opens the storage and fills its mirrors. Throws an Error when another process uses the file or the schema is
 * newer than this program, and WrongSecretsKey for a wrong key.
 */
export async function openStorage(options: StorageOptions): Promise<Storage> {
  const { path } = options;
  if (!isFile(path)) return await openOver(await openRemote(options), options);
  await keepPrivate(path, options.log ?? (() => {}));
  await assertWritable(path);
  const lock = await lockBeside(path);
  try {
    return await openOver(await openKv(path), options, () => lock.release());
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Opens the storage over a backend, which it owns and closes; `released` is called after that. */
export async function openOver(
  backend: KvBackend,
  options: StorageOptions,
  released: () => void = () => {},
): Promise<Storage> {
  const { random, log = () => {}, callDeadlineMs, path } = options;
  const versionstampStep = isRemote(path) ? 1 : LOCAL_VERSIONSTAMP_STEP;
  const lease = await leaseOf(backend, options);
  const store = await openStore({
    backend,
    random,
    log,
    callDeadlineMs,
    versionstampStep,
    fence: lease?.check,
    isValid: lease?.isValid,
    settled: lease?.release,
  }).catch(async (error) => {
    await lease?.release();
    throw error;
  });
  lease?.lost.then(() => store.fence());
  try {
    const storage = await assemble(store, options, released);
    return { ...storage, processes: lease?.processes ?? (() => 1), leads: lease?.isValid ?? (() => true) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function leaseOf(
  backend: KvBackend,
  { acquireLease, random, now, log = () => {} }: StorageOptions,
): Promise<StoreLease | undefined> {
  try {
    return await acquireLease?.(backend, { random, now, log });
  } catch (error) {
    backend.close();
    throw error;
  }
}

async function assemble(
  store: KvStore,
  options: StorageOptions,
  released: () => void,
): Promise<Omit<Storage, "processes" | "leads">> {
  const { now, random, log = () => {}, secretsKey, previousSecretsKey, identities = BY_STREAM_ID } = options;
  await migrate(store, MIGRATIONS);
  const secrets = await Secrets.open(store, { current: secretsKey, previous: previousSecretsKey }, random);
  const id = await storeId(store, random);
  const auditSeals = new AuditSeals({ store, storeId: id, secrets, random, now });
  const mirrors = new Mirrors();
  await mirrors.open(store, { later: options.restLater });
  const context = { store, now, random, log, mutex: new Mutex() };
  const rateLimits = new RateLimits(context);
  const refusals = new Refusals(context);
  const access = new Access(context, mirrors, options.passwordCost);
  const resealing = new Resealing(context, secrets);
  const keepSecretsKey = async () => {
    await resealing.bind();
    await auditSeals.begin();
  };
  if (options.keepSecretsKey !== false) await keepSecretsKey();
  let packed: Packing | undefined;
  return {
    id,
    store,
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
    configuration: new Configuration(context, mirrors, { secrets, identities }),
    assets: new Assets(context, mirrors, identities),
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
    async isPacked(shards) {
      const prefix = keys.packed("instance", { of: Math.max(1, shards), rest: 0 }, 0, 0).slice(0, 4);
      return (await store.list({ prefix, limit: 1 })).length > 0;
    },
    async readRest(options) {
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

async function openRemote(
  { path, waitForServer: signal, random, log = () => {} }: StorageOptions,
): Promise<KvBackend> {
  if (signal === undefined || path === PLATFORM_KV) return await openKv(path);
  return kvBackend(await reachServer(path, { signal, log, random: () => random(1)[0]! / 256 }));
}

async function openKv(path: string): Promise<KvBackend> {
  try {
    return kvBackend(await Deno.openKv(path === PLATFORM_KV ? undefined : path));
  } catch (error) {
    throw isRemote(path) ? error : named(error);
  }
}

/** SQLite's error at the opening, as a sentence that a person can act on. */
function named(error: unknown): unknown {
  const trouble = troubleOf(error);
  return trouble === undefined ? error : refusalOf(trouble);
}

function isFile(path: string): boolean {
  return path !== ":memory:" && !isRemote(path);
}

/** Not on this machine, or possibly not. */
function isRemote(path: string): boolean {
  return path === PLATFORM_KV || /^https?:\/\//.test(path);
}
