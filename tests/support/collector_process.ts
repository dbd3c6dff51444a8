import { flagsOf } from "../../main/permission_flags.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

export interface CollectorOptions {
  dataDir: string;
  /** The file of its settings, as JSON. */
  settings: unknown;
  environment?: Record<string, string>;
  args?: string[];
}

/** `main.ts collector` as its own process, with its own permissions: what a kill test kills. */
export class CollectorProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<unknown>;
  output = "";

  constructor({ dataDir, settings, environment = {}, args = [] }: CollectorOptions) {
    const file = `${dataDir}/line2.json`, env = { DATA_DIR: dataDir, ...environment };
    Deno.writeTextFileSync(file, JSON.stringify(settings));
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", ...flagsOf("collect", env), "--no-check", `${ROOT}/main.ts`, "collector", file, ...args],
      env,
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#output = Promise.all([this.#collect(this.#child.stdout), this.#collect(this.#child.stderr)]);
  }

  async stop(signal: "SIGKILL" | "SIGTERM"): Promise<number> {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended already.
    }
    return await this.ended();
  }

  /** The exit code, once it has ended. */
  async ended(): Promise<number> {
    const { code } = await this.#child.status;
    await this.#output;
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop("SIGKILL");
  }

  async #collect(from: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    for await (const text of from.pipeThrough(new TextDecoderStream())) this.output += text;
  }
}
