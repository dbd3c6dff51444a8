import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";

/** Debian has it where a user's PATH does not lead. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin", "/usr/bin"];
const START_DEADLINE_MS = 20_000;

/** Registers a test that needs mosquitto; without it the test is left out with a message. */
export function mosquittoTest(fact: string, body: () => Promise<void>): void {
  if (findMosquitto() !== undefined) return Deno.test(fact, body);
  console.log(
    `Left out for want of mosquitto: "${fact}". To have it: apt-get install mosquitto, or MOSQUITTO_BIN=<its path>`,
  );
  Deno.test({ name: fact, ignore: true, fn() {} });
}

/** The path of mosquitto: MOSQUITTO_BIN if set, else on the PATH. */
export function findMosquitto(): string | undefined {
  const named = Deno.env.get("MOSQUITTO_BIN");
  if (named !== undefined && named !== "") return named;
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), ...FOLDERS].filter((folder) => folder !== "");
  return folders.map((folder) => `${folder}/mosquitto`).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

export interface MosquittoOptions {
  /** Lines of its configuration beside port and log. */
  config?: string[];
  /** Files beside the configuration, by name. */
  files?: Record<string, string>;
  /** Sessions outlive a restart. */
  isPersistent?: boolean;
}

/** A real mosquitto on loopback. */
export class Mosquitto implements AsyncDisposable {
  readonly port = freePort();
  readonly #folder = Deno.makeTempDirSync({ prefix: "mosquitto" });
  readonly #clients: MqttClient[] = [];
  #child: Deno.ChildProcess | null = null;
  #output: Promise<string> = Promise.resolve("");

  private constructor(private readonly options: MosquittoOptions) {
    // It gives up the rights of root, and reads and writes as a user of its own.
    Deno.chmodSync(this.#folder, 0o777);
    for (const [name, text] of Object.entries(options.files ?? {})) {
      Deno.writeTextFileSync(`${this.#folder}/${name}`, text);
      Deno.chmodSync(`${this.#folder}/${name}`, 0o644);
    }
  }

  static async start(options: MosquittoOptions = {}): Promise<Mosquitto> {
    const broker = new Mosquitto(options);
    await broker.start();
    return broker;
  }

  /** Again, after `stop` or `kill`. */
  async start(): Promise<void> {
    const { config = ["allow_anonymous true"], isPersistent = false } = this.options;
    const file = `${this.#folder}/mosquitto.conf`;
    const lines = [
      `listener ${this.port} 127.0.0.1`,
      ...config.map((line) => line.replaceAll("@", `${this.#folder}/`)),
      "max_queued_messages 0",
      ...isPersistent ? ["persistence true", `persistence_location ${this.#folder}/`] : [],
    ];
    await Deno.writeTextFile(file, lines.join("\n"));
    const child = this.#child = new Deno.Command(findMosquitto()!, {
      args: ["-c", file],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#output = new Response(child.stderr).text();
    try {
      await eventually("mosquitto listens", () => this.#listens(), START_DEADLINE_MS);
    } catch (error) {
      await this.stop();
      throw new Error(`${error}\n${await this.#output}`);
    }
  }

  /** Stores its sessions, if they outlive a restart. */
  async stop(signal: Deno.Signal = "SIGTERM"): Promise<void> {
    try {
      this.#child?.kill(signal);
    } catch {
      // It has ended already.
    }
    await this.#child?.status;
    await this.#output;
    this.#child = null;
  }

  /** A client of its own, which ends with the broker. */
  async client(options: IClientOptions = {}): Promise<MqttClient> {
    const client = await connectAsync(`mqtt://127.0.0.1:${this.port}`, {
      timerVariant: "native",
      ...options,
    });
    client.on("error", () => {});
    this.#clients.push(client);
    return client;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) await client.endAsync(true).catch(() => {});
    await this.stop("SIGKILL");
    await Deno.remove(this.#folder, { recursive: true });
  }

  async #listens(): Promise<boolean> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: this.port }).catch(() => undefined);
    connection?.close();
    return connection !== undefined;
  }
}
