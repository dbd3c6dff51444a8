import { EXIT_CODES } from "../cli/commands.ts";
import { fillOf, Forwarder, NotTaken } from "../connectors/forward/forwarder.ts";
import { COLLECTOR_FILE, type CollectorFile, ingestName } from "../connectors/forward/settings.ts";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { Connector } from "../connectors/settings.ts";
import type { ArrivalQueue, ConnectOptions, DataSource } from "../connectors/source.ts";
import { connectorOf } from "../connectors/sources.ts";
import type { Log } from "../domain/shared/log.ts";
import { errorSentence, Refusal } from "../domain/shared/refusal.ts";
import { DEFAULT_SOURCE, SOURCE_DEFAULTS, type SourceSecrets } from "../domain/source/types.ts";
import { createLog } from "../settings/log.ts";
import { withSecretFiles } from "../settings/secret_files.ts";
import { type Environment, parseSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings_error.ts";
import { endInTime } from "./ending.ts";
import { untilSignal } from "./signals.ts";

const KEY = "COLLECTOR_TO_KEY";
/** How often what the machines' side says is looked at for the log. */
const LOOK_MS = 10_000;
/** A collector stands in the network of its machines. */
const PRIVATE =
  "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1/128,fc00::/7,fe80::/10";
/** How a source is evaluated is for Andon, which knows it for the source that is pushed to. */
const OF_ANDON = ["delay_seconds", "repeat_seconds"] as const;

/** Takes in what machines send, keeps it on disk and pushes it to Andon: near the machines, without Andon beside it. */
export async function runCollector(args: string[]): Promise<number> {
  const [path, ...more] = args.filter((arg) => arg !== "--check");
  if (path === undefined || more.length > 0) {
    console.error(
      'The collector takes one file of settings: "andon collector line2.json", with --check to test it',
    );
    return EXIT_CODES.refused.code;
  }
  const collector = await readCollector(path);
  return args.includes("--check") ? await collector.check() : await collector.run();
}

/** The collector of a file. Throws SettingsError for what cannot be used. */
async function readCollector(path: string): Promise<Collector> {
  const file = readSettings(path, COLLECTOR_FILE, await readFile(path));
  const connector = connectorOf(file.kind);
  const config = readSettings(path, connector.given, file.config, "config.");
  for (const name of OF_ANDON) {
    if (config[name] !== 0) {
      throw new SettingsError(`${path}: config.${name} is a setting of the source in Andon; set it there`);
    }
  }
  const secretNames = Object.keys(connector.secrets);
  const { environment, warnings } = withSecretFiles(Deno.env.toObject(), [
    KEY,
    ...secretNames.map(variableOf),
  ]);
  const settings = parseSettings(environment, "dev", { cores: 1, tty: Deno.stderr.isTerminal() });
  const log = createLog({ level: settings.logLevel, format: settings.logFormat, now: Date.now });
  for (const warning of warnings) log("warn", warning);
  const allow = settings.outboundAllow === "" ? PRIVATE : settings.outboundAllow;
  const folder = `${settings.dataDir.replace(/\/+$/, "")}/forward/${ingestName(file.to.url)}`;
  return new Collector({
    file: { ...file, config },
    connector,
    secrets: secretsOf(connector, environment),
    key: keyOf(environment),
    folder,
    allow,
    log,
  });
}

async function readFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    throw new SettingsError(`${path} cannot be read: ${errorSentence(error)}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SettingsError(`${path} is no JSON: ${errorSentence(error)}`);
  }
}

/** As much of zod as is needed here. */
interface Schema<T> {
  safeParse(given: unknown): {
    success: boolean;
    data?: T;
    error?: { issues: { path: PropertyKey[]; message: string }[] };
  };
}

function readSettings<T>(file: string, schema: Schema<T>, given: unknown, prefix = ""): T {
  const { data, error } = schema.safeParse(given);
  if (error === undefined) return data as T;
  const { path, message } = error.issues[0]!;
  const where = path.length === 0 ? prefix.slice(0, -1) : prefix + path.map(String).join(".");
  throw new SettingsError(`${file}: ${[where, message].filter((text) => text !== "").join(": ")}`);
}

const variableOf = (secret: string) => `COLLECTOR_${secret.toUpperCase()}`;

function secretsOf({ secrets }: Connector, environment: Environment): SourceSecrets {
  return Object.fromEntries(
    Object.keys(secrets).flatMap((name) => {
      const value = environment[variableOf(name)] ?? "";
      return value === "" ? [] : [[name, value]];
    }),
  );
}

function keyOf(environment: Environment): string {
  const key = environment[KEY]?.trim() ?? "";
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new SettingsError(
    `${KEY} ${
      key === "" ? "is not set" : "cannot be used"
    }; use the key that the source's page in Andon makes, or name its ` +
      `file by ${KEY}_FILE`,
  );
}

interface CollectorOptions {
  file: Pick<CollectorFile, "kind" | "to"> & { config: Readonly<Record<string, unknown>> };
  connector: Connector;
  secrets: SourceSecrets;
  key: string;
  folder: string;
  allow: string;
  log: Log;
}

class Collector {
  readonly #outbound: ReturnType<typeof createOutboundGuard>;
  readonly #forwarder: Forwarder;

  constructor(private readonly options: CollectorOptions) {
    const { file: { to }, key, allow, log } = options;
    try {
      this.#outbound = createOutboundGuard({ allow, alwaysAllow: [] });
    } catch (error) {
      throw new SettingsError(`OUTBOUND_ALLOW: ${errorSentence(error)}`);
    }
    const outbound = this.#outbound;
    this.#forwarder = new Forwarder({ ...to, key, outbound, now: Date.now, random: Math.random, log });
  }

  /** Tests both ends. One line each; the exit code. */
  async check(): Promise<number> {
    const { kind, to } = this.options.file;
    const machines = await told(`The machines (${kind})`, async () => {
      const source = await this.#connect(null);
      try {
        await source.test();
      } finally {
        await source.close();
      }
    });
    const andon = await told(`Andon (${to.url.href})`, () => this.#forwarder.test());
    this.#forwarder.close();
    return machines && andon ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
  }

  async run(): Promise<number> {
    const { folder, file, log } = this.options;
    const source = await this.#connect(folder);
    const { queue } = source;
    if (queue === undefined) throw new TypeError(`The kind ${file.kind} has no queue`);
    log("info", `Collecting by ${file.kind} for ${file.to.url.href}; what waits is in ${folder}`);
    const timer = setInterval(tellSilence(source, { queue, log }), LOOK_MS);
    // A failure of the queue itself ends the program, so that it is started again.
    await Promise.race([untilSignal(), this.#forwarder.run(queue)]);
    clearInterval(timer);
    this.#forwarder.close();
    return await endInTime([source]);
  }

  /** `folder`: null for a test. */
  async #connect(folder: string | null): Promise<DataSource> {
    const { file: { kind, config, to }, connector, secrets } = this.options;
    const { source_lost_seconds, correction_horizon_hours, ...reading } = SOURCE_DEFAULTS;
    const options: ConnectOptions = {
      settings: {
        id: DEFAULT_SOURCE,
        name: ingestName(to.url),
        kind,
        config,
        secrets,
        waitSeconds: reading.wait_seconds,
        pollSeconds: reading.poll_seconds,
        changeFeed: reading.change_feed,
        maxAgeSeconds: reading.max_age_seconds,
        sourceLostSeconds: source_lost_seconds,
        correctionHorizonHours: correction_horizon_hours,
        requestsPerMinute: null,
      },
      now: Date.now,
      random: Math.random,
      outbound: this.#outbound,
      clientName: await clientName(folder),
      folder,
      sharedFolder: this.options.folder,
      isQueue: true,
    };
    return await connector.connect(options);
  }
}

/** By which a broker knows the session, also after a restart: each collector has one of its own. */
async function clientName(folder: string | null): Promise<string> {
  const made = `andon-collector-${crypto.randomUUID().slice(0, 13)}`;
  if (folder === null) return made;
  const path = `${folder}/client_name`;
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const known = await Deno.readTextFile(path).catch(() => "");
  if (known !== "") return known;
  await Deno.writeTextFile(path, made, { mode: 0o600 });
  return made;
}

async function told(what: string, test: () => Promise<void>): Promise<boolean> {
  try {
    await test();
    console.log(`${what}: works`);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof NotTaken)) throw error;
    const { reason } = error instanceof Refusal ? error.details : {};
    console.error(`${what}: ${typeof reason === "string" ? reason : error.message}`);
    return false;
  }
}

/** Logs when the machines are lost, why, and when they are back. */
function tellSilence(
  source: DataSource,
  { queue, log }: { queue: ArrivalQueue; log: Log },
): () => void {
  let told: string | null = null;
  return () => {
    const why = source.collected?.().silent_for ?? null;
    if (why === told) return;
    told = why;
    if (why === null) log("info", "Samples come again");
    else log("warn", `Nothing comes: ${why}`, fillOf(queue));
  };
}
