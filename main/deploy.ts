import { createLog } from "../settings/log.ts";
import { parseSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings_error.ts";
import { loadBuiltConsole } from "./console.ts";
import { endInTime, exitCodeOf } from "./ending.ts";
import { type Andon, serve } from "./serve.ts";
import { untilSignal } from "./signals.ts";

/** Short: the platform ends instances with little warning, and what is not stored is evaluated again. */
const GENERATION_MS = 2_000;
/** The next cron run begins a minute after this one, and is skipped while this one lasts. */
const READ_ON_MS = 45_000;
/** How long a cron run also waits until what is due is told. */
const TELL_MS = 10_000;

/**
 * One instance of Andon on Deno Deploy: without workers, files and other programs, with its state in the
 * platform's KV. It evaluates while it is awake; a cron job wakes it once a minute, and time is event time.
 */
export class DeployedInstance {
  readonly #started = Promise.withResolvers<Andon>();

  constructor() {
    this.#started.promise.catch(() => {});
  }

  /** Serves until a signal, or until another instance leads. Returns the exit code. */
  run(): Promise<number> {
    return exitCodeOf(async () => {
      const signal = untilSignal();
      const andon = await this.#start();
      await Promise.race([signal, andon.storage.store.takenOver]);
      return await endInTime([andon]);
    });
  }

  /** The cron job: reads until the source has nothing more, stores the state, sends the heartbeat and tells what is due. */
  async readOn(): Promise<void> {
    const { plant, notifier, heartbeats } = await this.#started.promise;
    const reads = plant.sourceStatuses().map(({ source: { id } }) =>
      plant.sourceOf(id).ask({ type: "catch_up" }, { deadlineMs: READ_ON_MS })
    );
    await Promise.all(reads);
    await heartbeats.outgoing.catchUp();
    await notifier.settled(TELL_MS);
  }

  async #start(): Promise<Andon> {
    try {
      const andon = await serveDeployed();
      this.#started.resolve(andon);
      return andon;
    } catch (error) {
      this.#started.reject(error);
      throw error;
    }
  }
}

async function serveDeployed(): Promise<Andon> {
  const settings = parseSettings(Deno.env.toObject(), "start", { cores: 1, tty: false, onDeploy: true });
  if (settings.secretsKey === null) {
    throw new SettingsError("SECRETS_KEY is not set; it needs 32 bytes in base64, as a secret of the app");
  }
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, now: Date.now });
  const { secretsKey, adminPassword } = settings;
  return await serve({
    settings,
    secretsKey,
    adminPassword,
    log,
    alwaysAllow: [],
    console: loadBuiltConsole,
    generationMs: GENERATION_MS,
    wakesByRequest: true,
    tlsInFront: true,
    leadership: "seize",
  });
}
