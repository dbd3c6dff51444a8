import { collectorFolder } from "../settings/settings.ts";
import config from "../deno.json" with { type: "json" };
import type { BackupsPort } from "../ports/backups.ts";
import type { ConsoleBuild } from "../ports/console.ts";
import type { AppDeps } from "../routes/pipeline/deps.ts";
import type { PushHub } from "../routes/push/hub.ts";
import type { PlantWatch } from "../services/discovery/start.ts";
import type { HeartbeatsService } from "../services/heartbeats/start.ts";
import type { NotifierService } from "../services/notifier/start.ts";
import type { Storage } from "../storage/contract.ts";
import type { ContactPointClient } from "../domain/contact_point/client.ts";
import type { IdentityClient } from "../domain/identity_provider/identity_client.ts";
import type { Processes } from "../cluster/lease/processes.ts";
import type { LoginLink } from "./login_link.ts";
import { personalContactPoints } from "./personal_contact_points.ts";
import { randomBytes } from "./random_bytes.ts";
import type { ServeOptions } from "./serve_options.ts";
import type { Plant } from "./system.ts";
import type { SeenProcess } from "../ports/processes.ts";

export interface DepsOptions {
  options: ServeOptions;
  /** Undefined for a single process. */
  processes: Processes | undefined;
  storage: Storage;
  plant: Plant;
  identity: IdentityClient;
  contactPoints: ContactPointClient;
  checkSession: AppDeps["checkSession"];
  push: PushHub;
  notifier: NotifierService;
  heartbeats: HeartbeatsService;
  backups: BackupsPort | undefined;
  plantWatch: PlantWatch;
  consoleBuild: ConsoleBuild | undefined;
  loginLink: LoginLink | null;
  ready: () => boolean;
}

/** What the routes depend on. */
export function appDeps(
  { options, processes, plant, plantWatch, consoleBuild, loginLink, ...given }: DepsOptions,
): AppDeps {
  const { settings, log, demoInbox, tlsInFront } = options;
  const { instance, bulk, backtests, explanations, live, ai } = plant;
  const { sourceOf: source, sourceStatus, sourceStatuses, startSource, forgetSource } = plant;
  return {
    ...given,
    ...{ source, sourceStatus, sourceStatuses, startSource, forgetSource },
    ...{ instance, bulk, backtests, explanations, live, ai, demoInbox },
    storesArrivals: collectorFolder(settings) !== null,
    discovery: plantWatch,
    processes: processList(processes),
    personalContactPoints: personalContactPoints(given.storage, given.contactPoints),
    console: consoleBuild,
    settings: {
      mode: settings.mode,
      trustProxy: settings.trustProxyHops,
      tlsInFront,
      publicUrl: settings.publicUrl,
      allowedHosts: settings.allowedHosts,
      cookieSecure: settings.cookieSecure,
      localSignIn: settings.localSignIn,
      requireSecondFactor: settings.requireSecondFactor,
      plantTimeZone: settings.plantTimeZone,
      rateLimits: {
        default: settings.rateLimitDefaultPerMinute,
        ai: settings.rateLimitAiPerMinute,
        heavy: settings.rateLimitHeavyPerMinute,
      },
      rateLimitBy: settings.rateLimitBy,
    },
    now: Date.now,
    randomBytes,
    spendLoginLink: loginLink === null ? undefined : (token) => loginLink.spend(token),
    log,
  };
}

/** The processes that share the store, as this one sees them; `processes` is undefined for a single one. */
function processList(processes: Processes | undefined): () => SeenProcess[] {
  if (processes === undefined) {
    return () => [{ id: "alone", program: config.version, isLeader: true, renewedSeconds: 0 }];
  }
  return () => processes.all(performance.now());
}
