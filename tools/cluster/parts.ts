import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../main.ts", import.meta.url));
const LONGEST_END_MS = 8_000;

interface PartOptions {
  args: string[];
  env?: Record<string, string>;
  /** Called with each line; by default lines are printed. */
  onLine?: (line: string) => void;
}

/** A program of the cluster, whose lines are printed with its name. */
export class Part implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #printed: Promise<unknown>;

  constructor(readonly name: string, command: string, { onLine, ...options }: PartOptions) {
    // Detached, so that Ctrl-C reaches only this program, which ends the others in order.
    const own = { detached: true, stdout: "piped", stderr: "piped" } as const;
    this.#child = new Deno.Command(command, { ...options, ...own }).spawn();
    const print = onLine ?? ((line) => console.log(`[${this.name}] ${line}`));
    this.#printed = Promise.all([eachLine(this.#child.stdout, print), eachLine(this.#child.stderr, print)]);
  }

  /** SIGTERM, and SIGKILL when that takes too long. */
  async [Symbol.asyncDispose](): Promise<void> {
    const kill = setTimeout(() => this.#signal("SIGKILL"), LONGEST_END_MS);
    this.#signal("SIGTERM");
    await this.#child.status;
    clearTimeout(kill);
    await this.#printed;
  }

  #signal(signal: Deno.Signal): void {
    try {
      this.#child.kill(signal);
    } catch {
      // It has ended already.
    }
  }
}

async function eachLine(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  print: (line: string) => void,
): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) print(line);
  }
  if (rest !== "") print(rest);
}

export function startDenokv(binary: string, options: { file: string; port: number; token: string }): Part {
  const { file, port, token } = options;
  const args = ["--sqlite-path", file, "serve", "--addr", `127.0.0.1:${port}`];
  return new Part("denokv", binary, { args, env: { DENO_KV_ACCESS_TOKEN: token } });
}

export function startAndon(name: string, env: Record<string, string>): Part {
  return new Part(name, Deno.execPath(), { args: ["run", "-A", MAIN, "start"], env });
}

/** The plant simulator; `source` is what it prints at its start: its address and credentials. */
export function startPlant(): { part: Part; source: Promise<Record<string, string>> } {
  const { promise: source, resolve } = Promise.withResolvers<Record<string, string>>();
  const onLine = (line: string) =>
    line.startsWith("{") ? resolve(JSON.parse(line)) : console.log(`[plant] ${line}`);
  const args = ["run", "-A", MAIN, "simulator"];
  return { part: new Part("plant", Deno.execPath(), { args, env: { PORT: "0" }, onLine }), source };
}
