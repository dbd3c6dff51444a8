import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { Neighbours } from "../domain/ownership/neighbours.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { AppDeps, ConsoleBuild } from "../routes/deps.ts";
import type { PushHub } from "../routes/push/hub.ts";
import type { Log } from "../settings/log.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { type Cut, keptCut } from "../storage/cut.ts";
import { openStorage, WrongSecretsKey } from "../storage/open.ts";
import type { Packing, Storage } from "../storage/contract.ts";
import { EarlyWorkers } from "./early_workers.ts";
import type { FrontDoor, FrontDoorOptions } from "./front_door.ts";
import { type HeldRequests, holdRequests } from "./hold_requests.ts";
import { Balance } from "./lent/balance.ts";
import { listen, tryPlace } from "./listen.ts";
import { createLoginLink, type LoginLink } from "./login_link.ts";
import { plantMetrics } from "./metrics/collect.ts";
import { seenProcesses } from "./seen_processes.ts";
import { type Plant, spawnShardWorker, startPlant, type WorkerOptions } from "./system.ts";
import { requestTracing } from "./telemetry.ts";
import { readTlsPair } from "./tls.ts";

export interface ServeOptions {
  settings: Settings;
  secretsKey: Uint8Array<ArrayBuffer>;
  adminPassword: string | null;
  log: Log;
  /** host:port of the embedded simulators. */
  alwaysAllow: string[];
  /** Runs on the open store before the actors start: dev points the configuration at its simulator. */
  prepare?: (storage: Storage) => Promise<void>;
  workers?: WorkerOptions;
  /** How often the state is put away. The default is 5,000 ms. */
  generationMs?: number;
  /** How long a piece of the past of polled streams is, at least, that is looked at again; 5 minutes when absent. */
  secondLookMs?: number;
  /** How long nobody must have written to a block of records before it is packed; 5,000 ms when absent. */
  packQuietMs?: number;
  /** The platform in front ends TLS. The default is false. */
  tlsInFront?: boolean;
  /** A store on a server: whether to wait until no other process holds it, or to take it. The default is to take it, with no fence. */
  ownership?: "stand_by" | "seize";
  /** How many feeds a store that is new is read by; the default is one, and over a KV server one a shard. */
  feeds?: number;
  /** Ends the start while it waits for the store. */
  signal?: AbortSignal;
  /** Requests wait until Andon is ready, for a while: they are what it is started for. The default is false. */
  wakesByRequest?: boolean;
  /** The built console; none: only the interface is served. */
  console?: ConsoleBuild;
}

/** A running server. */
export interface Andon {
  storage: Storage;
  plant: Plant;
  packing: Packing;
  /** Where it can be reached, `http://localhost:8000`. */
  address: string;
  loginLink: LoginLink | null;
  /** Lets requests finish, stores the state, closes the store. */
  close(): Promise<void>;
}

/** With the goodbyes and the last answers before it, and the store's end after it, less than a process has to end. */
const DRAIN_MS = 2_000;
const GENERATION_MS = 5_000;

/** Opens the store, starts the actors, and serves. */
export async function serve(options: ServeOptions): Promise<Andon> {
  const { settings, log } = options;
  checkOutbound(settings);
  const tls = settings.tls === null ? null : readTlsPair(settings.tls);
  tryPlace(settings);
  const door = options.ownership === "stand_by"
    ? await openDoor({ settings, tls, secretsKey: options.secretsKey, spawnWorker: spawnOf(options), log })
    : undefined;
  using workers = earlyWorkers(options);
  const front = loadFront();
  const storage = await open(options, door?.neighbours).catch(async (error) => {
    await door?.close();
    throw error;
  });
  let plant: Plant | undefined;
  let push: PushHub | undefined;
  let waking: HeldRequests | undefined;
  let ready = false;
  try {
    await ensureAdmin(storage, options.adminPassword);
    await storage.keepSecretsKey();
    await options.prepare?.(storage);
    await storage.coverage.began();
    const cut = await cutOf(options, storage);
    door?.borrower.begin(Math.max(1, cut.shards));
    plant = startPlant({
      storage,
      shards: cut.shards,
      init: {
        feeds: cut.feeds,
        outboundAllow: settings.outboundAllow,
        alwaysAllow: options.alwaysAllow,
        clientName: `andon-${storage.id}`,
        generationMs: options.generationMs ?? GENERATION_MS,
        secondLookMs: options.secondLookMs,
        proxy: proxyOf(Deno.env.toObject()),
        plantTimeZone: settings.plantTimeZone,
      },
      log,
      now: Date.now,
      random: Math.random,
      spawnWorker: workers.take,
      ...options.workers,
      behaviours: settings.actorShards > 0 ? undefined : (await import("./behaviours.ts")).shardBehaviours,
      elsewhere: door && ((shard) => door.borrower.linkTo(shard)),
    });
    const starting = plant.start();
    // It is waited for below; what fails in between ends the start too.
    starting.catch(() => {});
    const { createApp, startPush } = await front;
    const hub = push = await startPush({ storage, plant, log });
    const loginLink = settings.mode === "dev" && isLoopback(settings.host)
      ? createLoginLink(Date.now, randomBytes)
      : null;
    const app = createApp({
      ...appDeps({ options, cut, door, storage, plant, push, loginLink, ready: () => ready }),
      metrics: plantMetrics({
        ...{ storage, plant, push, token: settings.metricsToken, now: Date.now },
        others: door && {
          neighbours: door.neighbours,
          shardsOf: (process) => door.borrower.placed(process),
        },
      }),
      traced: await requestTracing(Deno.env.get("OTEL_DENO")),
    });
    const handler: Deno.ServeHandler<Deno.NetAddr> = (request, info) => app.fetch(request, info);
    waking = options.wakesByRequest === true ? holdRequests(handler) : undefined;
    const server = door?.server ?? listen({ settings, tls }, waking?.handler ?? handler);
    await starting;
    const packing = await storage.readRest({
      shards: settings.actorShards,
      quietMs: options.packQuietMs,
    });
    storage.startRetention({ eventDays: settings.retentionDays, auditDays: settings.auditRetentionDays });
    ready = true;
    waking?.awake();
    door?.leadTo((request, info) => app.fetch(request, info));
    const running = plant;
    const balance = door && new Balance({
      borrower: door.borrower,
      checkpoint: () => running.source.ask({ type: "checkpoint" }),
      move: (shards) => running.system.move(shards),
      log,
    });
    let isTakenOver = false;
    storage.store.takenOver.then(() => isTakenOver = true);
    return {
      storage,
      plant,
      packing,
      address: `${settings.tls === null ? "http" : "https"}://${
        shownHost(settings.host)
      }:${server.addr.port}`,
      loginLink,
      async close() {
        ready = false;
        balance?.end();
        door?.leave();
        await hub.close();
        // Without the store nothing that is under way can come to a good end.
        await (door?.close(isTakenOver ? 0 : undefined) ?? server.shutdown());
        await running.drain(DRAIN_MS);
        await storage.close();
      },
    };
  } catch (error) {
    waking?.awake();
    door?.borrower.end();
    await door?.close();
    await push?.close();
    await plant?.drain(0);
    await storage.close();
    throw error;
  }
}

/** What serves requests: loaded beside the opening of the store and the workers, it is more than all the rest. */
async function loadFront() {
  const [{ createApp }, { startPush }] = await Promise.all([
    import("../routes/app.ts"),
    import("./push.ts"),
  ]);
  return { createApp, startPush };
}

async function openDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { FrontDoor } = await import("./front_door.ts");
  return new FrontDoor(options);
}

/** None where the store is yet to be waited for, or where somebody else makes them. */
function earlyWorkers({ settings, ownership, workers }: ServeOptions): EarlyWorkers {
  const mayBeEarly = ownership !== "stand_by" && workers?.spawnWorker === undefined;
  return new EarlyWorkers(mayBeEarly ? settings.actorShards : 0, spawnShardWorker);
}

async function open(
  { settings, secretsKey, log, ownership, signal }: ServeOptions,
  neighbours: Neighbours | undefined,
): Promise<Storage> {
  try {
    return await openStorage({
      path: settings.kvUrl,
      now: Date.now,
      random: randomBytes,
      secretsKey,
      keepSecretsKey: false,
      restLater: true,
      log,
      ownership: ownership === undefined ? undefined : {
        ...{ mode: ownership, signal, neighbours },
        onWaiting: () => log("info", "Standing by: another process holds the store"),
      },
    });
  } catch (error) {
    // Where others stand by, a server that is away for a moment is no reason to end.
    if (ownership === "stand_by" && error instanceof Refusal) throw error;
    if (!(error instanceof WrongSecretsKey)) throw new SettingsError(unopened(error));
    throw new SettingsError(
      "SECRETS_KEY does not open this store; give the key that the store was made with",
    );
  }
}

/** In use, out of reach, not writable, of a newer version: one line that a person can act on, whatever it was. */
function unopened(error: unknown): string {
  const [reason] = (error instanceof Error ? error.message : String(error)).split("\n");
  return `The store (KV_URL, DATA_DIR) cannot be opened: ${reason}`;
}

function checkOutbound(settings: Settings): void {
  try {
    createOutboundGuard({ allow: settings.outboundAllow, alwaysAllow: [] });
  } catch (error) {
    throw new SettingsError(`OUTBOUND_ALLOW: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The first user; ADMIN_PASSWORD counts at the first start only. */
async function ensureAdmin(storage: Storage, password: string | null): Promise<void> {
  if (storage.access.users().length > 0) return;
  if (password === null) {
    throw new SettingsError(
      "ADMIN_PASSWORD is not set; the first start needs it, with at least 12 characters",
    );
  }
  await storage.access.createUser({ username: "admin", password, role: "admin" }, {
    name: "Andon",
    role: "admin",
  });
}

/** A store that has its cut keeps it, whatever the settings say now. */
async function cutOf({ settings, ownership, feeds, log }: ServeOptions, { store }: Storage): Promise<Cut> {
  const { actorShards: shards } = settings;
  const own = feeds ?? (ownership === "stand_by" ? shards : 1);
  const cut = await keptCut(store, own > 1 ? { shards, feeds: own } : undefined) ?? { shards, feeds: 1 };
  if (cut.shards !== shards) {
    log("warn", "ACTOR_SHARDS counts when the store is new; this one is cut already", { shards: cut.shards });
  }
  return cut;
}

function spawnOf({ workers }: ServeOptions): (shard: number) => Worker {
  return workers?.spawnWorker ?? spawnShardWorker;
}

/** The proxies that every program on the machine is told of; lower-case names go first, as they do elsewhere. */
function proxyOf(environment: Record<string, string>): ProxySettings {
  const of = (name: string) => environment[name.toLowerCase()] || environment[name] || null;
  return { https: of("HTTPS_PROXY"), http: of("HTTP_PROXY"), no: of("NO_PROXY") ?? "" };
}

interface DepsOptions {
  options: ServeOptions;
  cut: Cut;
  door: FrontDoor | undefined;
  storage: Storage;
  plant: Plant;
  push: PushHub;
  loginLink: LoginLink | null;
  ready: () => boolean;
}

function appDeps({ options, cut, door, storage, plant, push, loginLink, ready }: DepsOptions): AppDeps {
  const { settings, log } = options;
  return {
    storage,
    instance: plant.instance,
    bulk: plant.bulk,
    source: plant.source,
    sourceStatus: plant.sourceStatus,
    processes: seenProcesses(door, cut),
    backtests: plant.backtests,
    explanations: plant.explanations,
    live: plant.live,
    ai: plant.ai,
    push,
    console: options.console,
    settings: {
      mode: settings.mode,
      trustProxy: settings.trustProxyHops,
      tlsInFront: options.tlsInFront,
      publicUrl: settings.publicUrl,
      allowedHosts: settings.allowedHosts,
      cookieSecure: settings.cookieSecure,
      plantTimeZone: settings.plantTimeZone,
      rateLimits: {
        default: settings.rateLimitDefaultPerMinute,
        ai: settings.rateLimitAiPerMinute,
        heavy: settings.rateLimitHeavyPerMinute,
      },
    },
    now: Date.now,
    randomBytes,
    ready,
    spendLoginLink: loginLink === null ? undefined : (token) => loginLink.spend(token),
    log,
  };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

function shownHost(host: string): string {
  if (isLoopback(host) || host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}
