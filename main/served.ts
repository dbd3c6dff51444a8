import config from "../deno.json" with { type: "json" };
import { realTimers, within } from "../actors/runtime/timers.ts";
import type { Standby } from "../cluster/standby.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { IdentityClient } from "../domain/identity_provider/identity_client.ts";
import { type HeldRequests, holdRequests } from "../http/hold_requests.ts";
import type { TlsPair } from "../http/http_server.ts";
import type { RequestHandler } from "../ports/http.ts";
import type { SessionChecks } from "../routes/people/session_checks.ts";
import type { PushHub } from "../routes/push/hub.ts";
import type { Backups } from "../services/backups/backups.ts";
import type { PlantWatch } from "../services/discovery/start.ts";
import type { HeartbeatsService } from "../services/heartbeats/start.ts";
import type { NotifierService } from "../services/notifier/start.ts";
import { Retention } from "../services/retention.ts";
import { startSealing } from "../services/sealing.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import type { Storage } from "../storage/contract.ts";
import { collectorFolder } from "../settings/settings.ts";
import { NEWEST_SCHEMA } from "../storage/migrations/all.ts";
import { type AuditExport, exportAudit } from "./audit_export.ts";
import type { EarlyWorkers } from "./early_workers.ts";
import { lazyContactPointClient } from "./contact_points.ts";
import { lazyIdentityClient } from "./identity.ts";
import { listen, listenOnPlatform, type Port, tryListen } from "./listen.ts";
import type { LoginLink } from "./login_link.ts";
import { ensureAdmin, openStore, requireWayIn, shardsOf } from "./opened_store.ts";
import { proxyOf } from "./proxy.ts";
import { randomBytes } from "./random_bytes.ts";
import type { Andon, ServeOptions } from "./serve_options.ts";
import { isLoopback, shownHost } from "./shown_host.ts";
import { type Plant, startPlant } from "./system.ts";
import { inSpans } from "./telemetry.ts";
import { readTlsPair } from "./tls.ts";
import type { Packing } from "../storage/packing.ts";
import { errorSentence } from "../domain/shared/refusal.ts";

/** Resolved at run time, so that its many modules load only when needed. */
const WEB_MODULES = new URL("./web_modules.ts", import.meta.url).href;

/** Leaves time for the last responses and for closing the store, within the time that a process has to end. */
const DRAIN_MS = 2_000;
const GENERATION_MS = 5_000;
/** How long requests wait for the first round of the source, so that they do not read outdated states. */
const FIRST_ROUND_MS = 1_000;

/** Opens the store, starts the actors and serves; see `serve`. `workers` already load their modules. */
export async function startAndon(options: ServeOptions, workers: EarlyWorkers): Promise<Andon> {
  const { settings } = options;
  checkOutbound(settings);
  tryListen(settings);
  const tls = settings.tls === null ? null : readTlsPair(settings.tls);
  const { standby, port, storage } = await openPortAndStore(options, tls);
  await using undo = new AsyncDisposableStack();
  undo.defer(() => storage.close());
  const auditExport = exportAudit(storage, options);
  undo.defer(async () => await auditExport?.close());
  await prepareStore(options, storage);
  const shards = await shardsOf(options, storage);
  const components: Components = {
    options,
    tls,
    standby,
    port,
    storage,
    auditExport,
    shards,
    plant: await plantOf({ options, storage, shards }, workers),
  };
  undo.defer(() => components.plant.drain(0));
  undo.defer(async () => await standby?.close());
  const readRecords = () => storage.readRest({ shards, quietMs: options.packQuietMs });
  const early = await storage.isPacked(shards) ? undefined : await readRecords();
  const starting = components.plant.start();
  // Awaited below; a failure before that ends the start through the race.
  starting.catch(() => {});
  await Promise.race([components.plant.recordsRead, starting]);
  const web = await openWeb(components);
  undo.defer(() => web.push.close());
  undo.defer(() => web.held?.awake());
  await starting;
  if (early === undefined) {
    await within(components.plant.firstRound, { ms: FIRST_ROUND_MS, timers: realTimers });
  }
  const packing = early ?? await readRecords();
  const { log } = options;
  const retention = new Retention(storage, {
    eventDays: settings.retentionDays,
    auditDays: settings.auditRetentionDays,
    notificationDays: settings.notificationRetentionDays,
    now: Date.now,
    log,
  });
  const sealing = startSealing(storage, { log });
  web.open();
  undo.move();
  return running(components, { ...web, packing, upkeep: [retention, sealing] });
}

/** The components of a running Andon. */
interface Components {
  options: ServeOptions;
  tls: TlsPair | null;
  /** Undefined for a single process. */
  standby: Standby | undefined;
  /** The port of a process that stood by; a single process listens once it can answer. */
  port: Port | undefined;
  storage: Storage;
  /** Undefined without AUDIT_SYSLOG. */
  auditExport: AuditExport | undefined;
  shards: number;
  plant: Plant;
}

async function openPortAndStore(
  options: ServeOptions,
  tls: TlsPair | null,
): Promise<{ standby: Standby | undefined; port: Port | undefined; storage: Storage }> {
  const { standby, port } = options.leadership === "standby" ? await standBy(options, tls) : {};
  try {
    return { standby, port, storage: await openStore(options, standby) };
  } catch (error) {
    await standby?.close();
    throw error;
  }
}

async function standBy(
  { settings, log }: ServeOptions,
  tls: TlsPair | null,
): Promise<{ standby: Standby; port: Port }> {
  const { Standby } = await import("../cluster/standby.ts");
  const { standbyMetrics } = await import("../services/metrics/standby.ts");
  const traced = await inSpans(Deno.env.get("OTEL_DENO"));
  const port = await listen({ settings, tls, log });
  const standby = new Standby({
    settings,
    facts: { program: config.version, schema: NEWEST_SCHEMA },
    host: Deno.hostname(),
    listen: (handler) => port.serve(traced(handler)),
    metrics: (standby) =>
      standbyMetrics(standby, {
        version: config.version,
        token: settings.metricsToken,
        connections: () => port.connections(),
      }),
    log,
  });
  return { standby, port };
}

async function prepareStore(options: ServeOptions, storage: Storage): Promise<void> {
  await ensureAdmin(storage, options.adminPassword);
  await storage.keepSecretsKey();
  await options.prepare?.(storage);
  requireWayIn(options.settings, storage);
  await storage.coverage.began();
}

async function plantOf(
  { options, storage, shards }: Pick<Components, "options" | "storage" | "shards">,
  workers: EarlyWorkers,
): Promise<Plant> {
  const { settings, log } = options;
  return startPlant({
    storage,
    shards,
    init: {
      outboundAllow: settings.outboundAllow,
      alwaysAllow: options.alwaysAllow,
      clientName: `andon-${storage.id}`,
      collectorFolder: collectorFolder(settings),
      generationMs: options.generationMs ?? GENERATION_MS,
      reconciliationMs: options.reconciliationMs,
      proxy: proxyOf(Deno.env.toObject()),
      plantTimeZone: settings.plantTimeZone,
    },
    log,
    now: Date.now,
    random: Math.random,
    spawnWorker: workers.take,
    ...options.workers,
    behaviours: shards > 0 ? undefined : (await import("./behaviours.ts")).shardBehaviours,
  });
}

/** The platform that wakes Andon by requests also owns their connections. */
async function openPort({ options: { settings, log, wakesByRequest }, tls }: Components): Promise<Port> {
  return wakesByRequest === true ? listenOnPlatform(settings) : await listen({ settings, tls, log });
}

/** The parts that serve requests. */
interface Web {
  push: PushHub;
  identity: IdentityClient;
  checks: SessionChecks;
  notifier: NotifierService;
  heartbeats: HeartbeatsService;
  /** Undefined without BACKUP_TO. */
  backups: Backups | undefined;
  plantWatch: PlantWatch;
  server: Pick<Port, "addr" | "shutdown">;
  loginLink: LoginLink | null;
  held: HeldRequests | undefined;
  /** Starts answering requests. */
  open(): void;
  /** Stops answering requests. */
  shut(): void;
}

async function openWeb(components: Components): Promise<Web> {
  const { options, standby, storage, auditExport, shards, plant } = components;
  const { settings, log } = options;
  let isOpen = false;
  const modules: typeof import("./web_modules.ts") = await import(WEB_MODULES);
  const push = await modules.startPush({ storage, plant, log });
  const loginLink = settings.mode === "dev" && isLoopback(settings.host)
    ? modules.createLoginLink(Date.now, randomBytes)
    : null;
  const proxy = proxyOf(Deno.env.toObject());
  const identity = lazyIdentityClient({ outboundAllow: settings.outboundAllow, proxy });
  const contactPoints = lazyContactPointClient({
    outboundAllow: settings.outboundAllow,
    alwaysAllow: options.alwaysAllow,
    proxy,
  });
  const notifier = modules.createNotifier({
    storage,
    contactPoints,
    instance: plant.instance,
    settings,
    now: Date.now,
    after: realTimers.after,
    random: Math.random,
    randomBytes,
    log,
  });
  const heartbeats = modules.createHeartbeats({
    storage,
    plant,
    shards: Math.max(1, shards),
    notifier,
    publicUrl: settings.publicUrl,
    now: Date.now,
    after: realTimers.after,
    log,
    beatMs: options.beatMs,
  });
  const backups = modules.createBackups({ options, storage, proxy });
  const plantWatch = modules.createPlantWatch({
    storage,
    plant,
    now: Date.now,
    after: realTimers.after,
    log,
  });
  const checks = new modules.SessionChecks({ storage, identity, now: Date.now, log });
  const consoleBuild = await options.console?.();
  const otelDeno = Deno.env.get("OTEL_DENO");
  const traced = await modules.requestTracing(otelDeno);
  const spans = options.wakesByRequest === true ? undefined : await inSpans(otelDeno);
  const port = components.port ?? await openPort(components);
  const app = modules.createApp({
    ...modules.appDeps({
      options,
      processes: standby?.processes,
      storage,
      plant,
      identity,
      contactPoints,
      // A platform that wakes Andon by requests runs no timers while it sleeps.
      checkSession: options.wakesByRequest === true ? (token) => checks.beforeRequest(token) : undefined,
      push,
      notifier,
      heartbeats,
      backups,
      plantWatch,
      consoleBuild,
      loginLink,
      ready: () => isOpen,
    }),
    metrics: modules.plantMetrics({
      version: config.version,
      storage,
      plant,
      push,
      notifier,
      heartbeats,
      backups,
      discovery: plantWatch,
      token: settings.metricsToken,
      now: Date.now,
      auditExport,
      processes: standby?.processes,
      connections: () => port.connections?.(),
    }),
    traced,
  });
  const answer: RequestHandler = (request, info) => app.fetch(request, info);
  const handler = spans?.(answer) ?? answer;
  const held = options.wakesByRequest === true ? holdRequests(handler) : undefined;
  if (standby === undefined) port.serve(held?.handler ?? handler);
  const open = () => {
    isOpen = true;
    held?.awake();
    checks.start();
    notifier.start();
    heartbeats.start();
    backups?.start();
    plantWatch.start();
    standby?.lead((request, info) => app.fetch(request, info));
  };
  return {
    push,
    identity,
    checks,
    notifier,
    heartbeats,
    backups,
    plantWatch,
    server: port,
    loginLink,
    held,
    open,
    shut: () => isOpen = false,
  };
}

/** What keeps the store in order, until it closes. */
interface Upkeep {
  packing: Packing;
  upkeep: { close(): Promise<void> }[];
}

function running(components: Components, web: Web & Upkeep): Andon {
  const { options: { settings }, standby, storage, auditExport, plant } = components;
  const { push, identity, checks, notifier, heartbeats, backups, plantWatch, server, loginLink } = web;
  const { packing, upkeep } = web;
  let isTakenOver = false;
  storage.store.takenOver.then(() => isTakenOver = true);
  const scheme = settings.tls === null ? "http" : "https";
  return {
    storage,
    plant,
    discovery: plantWatch,
    packing,
    address: `${scheme}://${shownHost(settings.host)}:${server.addr.port}`,
    loginLink,
    notifier: notifier.notifier,
    heartbeats,
    async close() {
      web.shut();
      await push.close();
      await checks.close();
      await identity.close();
      // Requests under way cannot succeed without the store.
      await (standby?.close(isTakenOver ? 0 : undefined) ?? server.shutdown());
      await backups?.close();
      await plantWatch.close();
      await heartbeats.close();
      await notifier.close();
      await plant.drain(DRAIN_MS);
      await Promise.all(upkeep.map((each) => each.close()));
      await storage.close();
      await auditExport?.close();
    },
  };
}

function checkOutbound(settings: Settings): void {
  try {
    createOutboundGuard({ allow: settings.outboundAllow, alwaysAllow: [] });
  } catch (error) {
    throw new SettingsError(`OUTBOUND_ALLOW: ${errorSentence(error)}`);
  }
}
