import { realTimers, within } from "../actors/runtime/timers.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { PushHub } from "../routes/push/hub.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { type EarlyWorkers, spawnShardWorker } from "./early_workers.ts";
import type { FrontDoor, FrontDoorOptions } from "./front_door.ts";
import { type HeldRequests, holdRequests } from "./hold_requests.ts";
import { Balance } from "./lent/balance.ts";
import { isLoopback, shownHost } from "./hosts.ts";
import { listen, tryPlace } from "./listen.ts";
import { cutOf, ensureAdmin, openStore } from "./opened_store.ts";
import { randomBytes } from "./random_bytes.ts";
import type { Andon, ServeOptions } from "./serve_options.ts";
import { type Plant, startPlant } from "./system.ts";
import { readTlsPair } from "./tls.ts";

/** Named at run time, as in serve.ts: its graph is not read before it is wanted. */
const FRONT = new URL("./front.ts", import.meta.url).href;

/** With the goodbyes and the last answers before it, and the store's end after it, less than a process has to end. */
const DRAIN_MS = 2_000;
const GENERATION_MS = 5_000;
/** So long lists for requests wait for the first round of the source: what it brings is judged before they are read. */
const FIRST_ROUND_MS = 1_000;

/** See `serve`; `workers` are loading already. */
export async function serveWith(options: ServeOptions, workers: EarlyWorkers): Promise<Andon> {
  const { settings, log } = options;
  checkOutbound(settings);
  const tls = settings.tls === null ? null : readTlsPair(settings.tls);
  tryPlace(settings);
  const door = options.ownership === "stand_by"
    ? await openDoor({ settings, tls, secretsKey: options.secretsKey, spawnWorker: spawnOf(options), log })
    : undefined;
  const signal = options.signal && (door?.afterHandBack(options.signal) ?? options.signal);
  const storage = await openStore({ ...options, signal }, door?.neighbours).catch(async (error) => {
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
      behaviours: cut.shards > 0 ? undefined : (await import("./behaviours.ts")).shardBehaviours,
      elsewhere: door && ((shard) => door.borrower.linkTo(shard)),
    });
    const readRest = () => storage.readRest({ shards: cut.shards, quietMs: options.packQuietMs });
    const early = await storage.isPacked(cut.shards) ? undefined : await readRest();
    const starting = plant.start();
    // It is waited for below; what fails in between ends the start too.
    starting.catch(() => {});
    await Promise.race([plant.recordsRead, starting]);
    const front: typeof import("./front.ts") = await import(FRONT);
    const hub = push = await front.startPush({ storage, plant, log });
    const loginLink = settings.mode === "dev" && isLoopback(settings.host)
      ? front.createLoginLink(Date.now, randomBytes)
      : null;
    const app = front.createApp({
      ...front.appDeps({ options, cut, door, storage, plant, push, loginLink, ready: () => ready }),
      metrics: front.plantMetrics({
        ...{ storage, plant, push, token: settings.metricsToken, now: Date.now },
        others: door && {
          neighbours: door.neighbours,
          shardsIn: (process) => door.borrower.shardsIn(process),
        },
      }),
      traced: await front.requestTracing(Deno.env.get("OTEL_DENO")),
    });
    const handler: Deno.ServeHandler<Deno.NetAddr> = (request, info) => app.fetch(request, info);
    waking = options.wakesByRequest === true ? holdRequests(handler) : undefined;
    const server = door?.server ?? listen({ settings, tls }, waking?.handler ?? handler);
    await starting;
    if (early === undefined) await within(plant.firstRound, { ms: FIRST_ROUND_MS, timers: realTimers });
    const packing = early ?? await readRest();
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

async function openDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { FrontDoor } = await import("./front_door.ts");
  return new FrontDoor(options);
}

function checkOutbound(settings: Settings): void {
  try {
    createOutboundGuard({ allow: settings.outboundAllow, alwaysAllow: [] });
  } catch (error) {
    throw new SettingsError(`OUTBOUND_ALLOW: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function spawnOf({ workers }: ServeOptions): (shard: number) => Worker {
  return workers?.spawnWorker ?? spawnShardWorker;
}

/** The proxies that every program on the machine is told of; lower-case names go first, as they do elsewhere. */
function proxyOf(environment: Record<string, string>): ProxySettings {
  const of = (name: string) => environment[name.toLowerCase()] || environment[name] || null;
  return { https: of("HTTPS_PROXY"), http: of("HTTP_PROXY"), no: of("NO_PROXY") ?? "" };
}
