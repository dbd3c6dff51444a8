import { assert } from "@std/assert";
import { denokvTest, type KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";
import { freePort } from "./free_port.ts";

const PAGE = new URL("../../docs/cluster.md", import.meta.url);
const CONFIGURATION = /^```haproxy\n([\s\S]+?)^```$/m;
const BIND = /^( *bind ).+$/m;
const SERVERS = /(?:^ *server andon\d+ [\d.:]+\n)+/m;
/** Debian has it where a user's PATH does not lead. */
const FOLDERS = ["/usr/sbin", "/usr/local/sbin"];
const START_DEADLINE_MS = 20_000;

/** Registers a test that needs HAProxy and the KV server; without one of them it is left out with a message. */
export function haproxyTest(fact: string, body: (kv: KvServer, haproxy: string) => Promise<void>): void {
  const binary = findHaproxy();
  if (binary !== undefined) return denokvTest(fact, (kv) => body(kv, binary));
  console.log(
    `Left out for want of HAProxy: "${fact}". To have it: apt-get install haproxy, or HAPROXY_BIN=<its path>`,
  );
  Deno.test({ name: fact, ignore: true, fn() {} });
}

/** The path of HAProxy: HAPROXY_BIN if set, else on the PATH. */
function findHaproxy(): string | undefined {
  const named = Deno.env.get("HAPROXY_BIN");
  if (named !== undefined && named !== "") return named;
  const folders = [...(Deno.env.get("PATH") ?? "").split(":"), ...FOLDERS].filter((folder) => folder !== "");
  return folders.map((folder) => `${folder}/haproxy`).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** HAProxy in front of processes, as `docs/cluster.md` configures it, but for the addresses. */
export class Haproxy implements AsyncDisposable {
  readonly #port = freePort();
  readonly #file = Deno.makeTempFileSync({ suffix: ".cfg" });
  readonly #child: Deno.ChildProcess;
  readonly #output: Promise<string>;

  private constructor(binary: string, processes: readonly string[]) {
    Deno.writeTextFileSync(this.#file, configuration({ port: this.#port, processes }));
    const args = ["-db", "-f", this.#file];
    this.#child = new Deno.Command(binary, { args, stdout: "null", stderr: "piped" }).spawn();
    this.#output = new Response(this.#child.stderr).text();
  }

  /** `processes`: `http://127.0.0.1:8001` and the like. */
  static async start(binary: string, processes: readonly string[]): Promise<Haproxy> {
    const proxy = new Haproxy(binary, processes);
    try {
      await eventually("HAProxy listens", () => proxy.#listens(), START_DEADLINE_MS);
      return proxy;
    } catch (error) {
      throw new Error(`${error}\n${await proxy.#end()}`);
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async #listens(): Promise<boolean> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: this.#port }).catch(() => undefined);
    connection?.close();
    return connection !== undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }

  /** What it has said. */
  async #end(): Promise<string> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#child.status;
    await Deno.remove(this.#file);
    return await this.#output;
  }
}

/** The page's own configuration, with the test's addresses. */
function configuration({ port, processes }: { port: number; processes: readonly string[] }): string {
  const [, told] = CONFIGURATION.exec(Deno.readTextFileSync(PAGE)) ?? [];
  assert(told !== undefined && BIND.test(told) && SERVERS.test(told), "docs/cluster.md configures HAProxy");
  const servers = processes.map((url, i) => `  server andon${i + 1} ${new URL(url).host}\n`).join("");
  return told.replace(BIND, `$1127.0.0.1:${port}`).replace(SERVERS, servers);
}
