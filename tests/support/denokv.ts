import { eventually } from "./eventually.ts";

export const DENOKV_VERSION = "0.14.0";

const IN_PROJECT = new URL(`../../.cache/denokv-${DENOKV_VERSION}/bin/denokv`, import.meta.url).pathname;
const START_DEADLINE_MS = 10_000;

/** Where the KV server is: DENOKV_BIN, whatever it names; else on the PATH, or in the project's `.cache`. */
export function findDenokv(): string | undefined {
  const named = Deno.env.get("DENOKV_BIN");
  if (named !== undefined && named !== "") return named;
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return [...folders.map((folder) => `${folder}/denokv`), IN_PROJECT].find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Registers a test that needs the KV server; without one it is left out, and a line says so. */
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

/** A KV server of the test's own, over a file that goes with it. */
export class KvServer implements AsyncDisposable {
  #log = "";

  private constructor(
    readonly url: string,
    readonly token: string,
    readonly parts: { child: Deno.ChildProcess; folder: string },
  ) {}

  static async start(binary: string): Promise<KvServer> {
    const folder = await Deno.makeTempDir();
    const token = crypto.randomUUID();
    const port = freePort();
    const child = new Deno.Command(binary, {
      args: [
        ...["--sqlite-path", `${folder}/kv.sqlite`, "serve"],
        ...["--addr", `127.0.0.1:${port}`, "--access-token", token],
      ],
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const server = new KvServer(`http://127.0.0.1:${port}`, token, { child, folder });
    const logged = server.#collect();
    try {
      await eventually("the KV server answers", () => server.#answers(), START_DEADLINE_MS);
    } catch (error) {
      await server[Symbol.asyncDispose]();
      await logged;
      throw new Error(`${error}\n${server.#log}`);
    }
    return server;
  }

  /** What a process needs to open a handle; Deno reads the token from there. */
  environment(): Record<string, string> {
    return { KV_URL: this.url, DENO_KV_ACCESS_TOKEN: this.token };
  }

  async #answers(): Promise<boolean> {
    const answer = await fetch(this.url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    await answer?.body?.cancel();
    return answer !== null;
  }

  async #collect(): Promise<void> {
    for await (const text of this.parts.child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#log = (this.#log + text).slice(-10_000);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const { child, folder } = this.parts;
    try {
      child.kill("SIGKILL");
    } catch {
      // It has ended by itself.
    }
    await child.status;
    await Deno.remove(folder, { recursive: true });
  }
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
