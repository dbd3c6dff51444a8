import { DENOKV_VERSION, findDenokv } from "../../tools/cluster/denokv.ts";
import { answerHead } from "./answer_head.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";

export { DENOKV_VERSION, findDenokv };

const START_DEADLINE_MS = 60_000;
/** The same for all servers: Deno reads it from the environment, which all test files share. */
const TOKEN = "token-of-all-kv-servers-of-the-tests";

/** Registers a test that needs the KV server; without one it is skipped with a message. */
export function denokvTest(fact: string, body: (kv: KvServer) => Promise<void>): void {
  const binary = findDenokv();
  if (binary === undefined) {
    console.log(
      `Left out for want of the KV server: "${fact}". To have it: cargo install denokv ` +
        `--version ${DENOKV_VERSION} --locked --root .cache/denokv-${DENOKV_VERSION}`,
    );
  }
  Deno.test({
    name: fact,
    ignore: binary === undefined,
    async fn() {
      await using kv = await KvServer.start(binary ?? "");
      await body(kv);
    },
  });
}

/** A KV server for one test, over a file that is removed with it. */
export class KvServer implements AsyncDisposable {
  readonly token = TOKEN;
  readonly port = freePort();
  #child: Deno.ChildProcess | undefined;
  #log = "";

  private constructor(readonly binary: string, readonly folder: string) {}

  static async start(binary: string): Promise<KvServer> {
    const server = new KvServer(binary, await Deno.makeTempDir());
    try {
      await server.revive();
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw new Error(`${error}\n${server.#log}`);
    }
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The environment that a process needs to open a handle; it contains the token. */
  environment(): Record<string, string> {
    return { KV_URL: this.url, DENO_KV_ACCESS_TOKEN: this.token };
  }

  /** Starts it, initially and after a crash. */
  async revive(): Promise<void> {
    this.#child = new Deno.Command(this.binary, {
      args: [
        ...["--sqlite-path", `${this.folder}/kv.sqlite`, "serve"],
        ...["--addr", `127.0.0.1:${this.port}`, "--access-token", this.token],
      ],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    this.#collect(this.#child);
    await eventually("the KV server answers", () => this.#answers(), START_DEADLINE_MS);
  }

  /** SIGKILL; acknowledged writes are in its file. */
  async crash(): Promise<void> {
    this.#signal("SIGKILL");
    await this.#child?.status;
  }

  /** Replaces the store by an empty one. */
  async empty(): Promise<void> {
    await this.crash();
    for await (const { name } of Deno.readDir(this.folder)) await Deno.remove(`${this.folder}/${name}`);
    await this.revive();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  pause(): void {
    this.#signal("SIGSTOP");
  }

  resume(): void {
    this.#signal("SIGCONT");
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child?.kill(signal);
    } catch {
      // It has ended already.
    }
  }

  async #answers(): Promise<boolean> {
    return await answerHead(this.url, 1_000) !== null;
  }

  async #collect({ stderr }: Deno.ChildProcess): Promise<void> {
    for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
      this.#log = (this.#log + text).slice(-10_000);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.crash();
    await Deno.remove(this.folder, { recursive: true });
  }
}
