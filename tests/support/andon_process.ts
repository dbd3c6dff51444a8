import { permissionFlags } from "../../main/permission_flags.ts";
import { AndonClient } from "./andon_client.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";

export const ADMIN_PASSWORD = "integration-password";
/** Of passwords in tests. */
export const PASSWORD_COST = { N: 1_024, r: 8, p: 1 };
export const SECRETS_KEY = btoa("0123456789abcdef0123456789abcdef");

export interface ProcessOptions {
  /** Default: a folder of its own, for a store that is on a server. */
  dataDir?: string;
  /** host:port that Andon may reach besides public addresses. */
  allow: string;
  /** Default: any free one. */
  port?: number;
  environment?: Record<string, string>;
  /** The folder of another version of the program. */
  program?: string;
  /** Its file sizes may be limited while it runs: writes beyond the limit fail instead of ending it. */
  limitable?: boolean;
  /** SIGUSR2 collects its garbage, so that a test can measure the memory that stays in use. */
  collectsGarbage?: boolean;
  /** The most files and connections that it may have open. */
  openFiles?: number;
  /** Records are packed at once instead of seconds later, so that each restart reads packed ones. */
  packsAtOnce?: boolean;
  /** As Deno Deploy runs it: deploy.ts over this KV server, with no workers, no writes and no programs. */
  deployed?: Deployed;
}

export interface Deployed {
  kv: { url: string; token: string };
  /** How often the cron job comes; the default is its own schedule, once a minute. */
  cronMs?: number;
}

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const START_DEADLINE_MS = 120_000;
/** What Deno's KV client has to say of each attempt, for as long as the server is away. */
const KV_CLIENT_LINES = /^KV Connect failed to call .*\n/gm;
const END_DEADLINE_MS = 120_000;
const COLLECTING_GARBAGE = [
  "--v8-flags=--expose-gc",
  "--preload",
  new URL("collects_garbage.ts", import.meta.url).pathname,
];
const IGNORING_LIMITS = ["sh", "-c", 'trap "" XFSZ; exec "$@"', "sh"];

/** Andon as its own process, `main.ts start` on a file store: what a kill test kills. */
export class AndonProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;
  #tail = "";
  #ended = false;

  private constructor(child: Deno.ChildProcess, readonly port: number, private readonly folder?: string) {
    this.#child = child;
    this.#output = this.#collect();
    child.status.then(() => this.#ended = true);
  }

  /** Resolves when it answers, as the leader. */
  static async start(options: ProcessOptions): Promise<AndonProcess> {
    const process = AndonProcess.launch(options);
    await process.ready();
    return process;
  }

  /** Starts it and waits for nothing. */
  static launch(options: ProcessOptions): AndonProcess {
    const port = options.port ?? freePort();
    const folder = options.dataDir === undefined ? Deno.makeTempDirSync() : undefined;
    const flags = options.collectsGarbage ? COLLECTING_GARBAGE : [];
    const env = {
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: options.dataDir ?? folder ?? "",
      ADMIN_PASSWORD,
      SECRETS_KEY,
      OUTBOUND_ALLOW: options.allow,
      LOG_LEVEL: "warn",
      RATE_LIMIT_DEFAULT: "off",
      RATE_LIMIT_HEAVY: "off",
      ...deployEnvironment(options),
      ...options.environment,
    };
    const permissions = options.deployed === undefined ? permissionsOf(options, env) : ["-A"];
    const line = [Deno.execPath(), "run", ...permissions, "--no-check", ...flags, ...entryOf(options)];
    const [command = "", ...args] = [...limitsOf(options), ...line];
    const child = new Deno.Command(command, {
      args,
      env,
      stdout: "null",
      stderr: "piped",
    }).spawn();
    return new AndonProcess(child, port, folder);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Resident memory after a garbage collection, bytes. */
  async memoryInUse(): Promise<number> {
    Deno.kill(this.pid, "SIGUSR2");
    const status = await Deno.readTextFile(`/proc/${this.pid}/status`);
    return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]);
  }

  async client(): Promise<AndonClient> {
    const client = new AndonClient(this.baseUrl);
    await client.signIn("admin", ADMIN_PASSWORD);
    return client;
  }

  /** Waits until this path answers 200. */
  async ready(path = "/leaderz"): Promise<void> {
    const until = Date.now() + START_DEADLINE_MS;
    while (Date.now() < until && !this.#ended) {
      const answer = await fetch(this.baseUrl + path).catch(() => null);
      await answer?.body?.cancel();
      if (answer?.status === 200) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await this.kill();
    throw new Error(`Andon did not get ready:\n${await this.#output}`);
  }

  /** SIGKILL: nothing is said goodbye to. */
  async kill(): Promise<void> {
    await this.#stop("SIGKILL");
  }

  async #stop(signal: Deno.Signal): Promise<Deno.CommandStatus> {
    if (!this.#ended) this.#child.kill(signal);
    const status = await this.#child.status;
    await this.#output;
    return status;
  }

  /** SIGTERM (or as the platform does it), and the exit code. */
  async stop(signal: "SIGTERM" | "SIGINT" = "SIGTERM"): Promise<number> {
    return (await this.#stop(signal)).code;
  }

  /** The exit code, once it has ended by itself. */
  async ended(): Promise<number> {
    await eventually("the process ends by itself", () => this.#ended, END_DEADLINE_MS);
    return (await this.#child.status).code;
  }

  /** The newest lines of the log. */
  get log(): string {
    return this.#tail;
  }

  async #collect(): Promise<string> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#tail = (this.#tail + text).replaceAll(KV_CLIENT_LINES, "").slice(-20_000);
    }
    return this.#tail;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    if (this.folder !== undefined) await Deno.remove(this.folder, { recursive: true });
  }
}

/** The shell that sets limits and then becomes the process. */
function limitsOf({ limitable, openFiles }: ProcessOptions): string[] {
  if (openFiles !== undefined) return ["sh", "-c", `ulimit -n ${openFiles}; exec "$@"`, "sh"];
  return limitable ? IGNORING_LIMITS : [];
}

/** Those of `deno task start`. */
function permissionsOf({ program = ROOT }: ProcessOptions, env: Record<string, string>): string[] {
  return permissionFlags(env).map((flag) => flag.replace(ROOT, program));
}

function entryOf({ deployed, packsAtOnce, program }: ProcessOptions): string[] {
  if (program !== undefined) return [`--config=${program}/deno.json`, `${program}/main.ts`, "start"];
  const path = (file: string) => new URL(file, import.meta.url).pathname;
  if (packsAtOnce === true) return [path("packing_system.ts")];
  if (deployed === undefined) return [path("../../main.ts"), "start"];
  const denied = ["--deny-write", "--deny-run", "--deny-ffi"];
  return [...denied, "--preload", path("deploy_platform.ts"), path("../../deploy.ts")];
}

/** What the platform sets: the database that `Deno.openKv()` opens is one of its own. */
function deployEnvironment({ deployed }: ProcessOptions): Record<string, string> {
  if (deployed === undefined) return {};
  const { kv, cronMs } = deployed;
  return {
    DENO_DEPLOY: "true",
    DENO_KV_DEFAULT_PATH: kv.url,
    DENO_KV_ACCESS_TOKEN: kv.token,
    ...cronMs === undefined ? {} : { CRON_MS: String(cronMs) },
  };
}
