import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "./andon_process.ts";
import { eventually } from "./eventually.ts";

interface Line {
  address?: string;
  replaced?: number;
}

/** Andon in a separate process with two workers, whose shards can be made to loop forever. */
export class LoopingProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reading: Promise<unknown>;
  #address: string | undefined;
  #ended = false;
  /** Shards in the order in which they were replaced. */
  readonly replaced: number[] = [];
  /** The newest lines of the log. */
  log = "";

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.#input = child.stdin.getWriter();
    this.#reading = Promise.all([this.#readOutput(), this.#readLog()]);
    child.status.then(() => this.#ended = true);
  }

  static async start(allow: string): Promise<LoopingProcess> {
    const script = new URL("./looping_system.ts", import.meta.url).pathname;
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", script],
      env: {
        HOST: "127.0.0.1",
        PORT: "0",
        KV_URL: ":memory:",
        ACTOR_SHARDS: "2",
        ADMIN_PASSWORD,
        SECRETS_KEY,
        OUTBOUND_ALLOW: allow,
        RATE_LIMIT_DEFAULT: "off",
      },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const process = new LoopingProcess(child);
    await eventually("it serves", () => process.#ended || process.#address, 120_000).catch(() => {});
    if (process.#address !== undefined && !process.#ended) return process;
    await process[Symbol.asyncDispose]();
    throw new Error(`Andon did not start:\n${process.log}`);
  }

  get address(): string {
    return this.#address ?? "";
  }

  async client(): Promise<AndonClient> {
    const client = new AndonClient(this.address);
    await client.signIn("admin", ADMIN_PASSWORD);
    return client;
  }

  /** Makes a shard loop forever. */
  async loop(shard: number): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${shard}\n`));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#ended) this.#child.kill("SIGKILL");
    await this.#child.status;
    await this.#input.abort().catch(() => {});
    await this.#reading;
  }

  async #readOutput(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as Line);
    }
  }

  #take({ address, replaced }: Line): void {
    if (address !== undefined) this.#address = address;
    if (replaced !== undefined) this.replaced.push(replaced);
  }

  async #readLog(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.log = (this.log + text).slice(-20_000);
    }
  }
}
