/** Processes of a run: their costs and their output. Linux only: the figures come from /proc. */

const CLOCK_TICKS_PER_SECOND = 100;

/** CPU seconds that a process has used, user and system, all threads. */
export function cpuSeconds(pid: number | "self"): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** Resident memory of a process, MiB. */
export function residentMiB(pid: number | "self"): number {
  const status = Deno.readTextFileSync(`/proc/${pid}/status`);
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** A child process that communicates in lines; callers wait for a line by its prefix. */
export class LineProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #waiting = new Set<{ isIt: (line: string) => boolean; resolve: (line: string) => void }>();
  readonly #lines: string[] = [];
  readonly #listening: Promise<void>;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;

  constructor(command: string, options: { args: string[]; env?: Record<string, string>; cwd?: string }) {
    this.#child = new Deno.Command(command, { ...options, stdin: "piped", stdout: "piped" }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#listening = this.#listen();
  }

  get pid(): number {
    return this.#child.pid;
  }

  /** Waits for the next line that begins with `prefix`, and returns the rest of it. Each line is returned once. */
  async lineAfter(prefix: string, deadlineMs = 120_000): Promise<string> {
    const isIt = (line: string) => line.startsWith(prefix);
    const index = this.#lines.findIndex(isIt);
    if (index >= 0) return this.#lines.splice(index, 1)[0]!.slice(prefix.length).trim();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const timer = setTimeout(() => reject(new Error(`No line "${prefix}" in ${deadlineMs} ms`)), deadlineMs);
    this.#waiting.add({ isIt, resolve });
    this.#child.status.then(({ code }) =>
      reject(new Error(`Ended (${code}) before it lineAfter "${prefix}"`))
    );
    return (await promise.finally(() => clearTimeout(timer))).slice(prefix.length).trim();
  }

  async writeLine(line: string): Promise<void> {
    await this.#writer.write(new TextEncoder().encode(`${line}\n`));
  }

  /** Ends it at once. */
  async kill(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#child.status;
    await this.#writer.close().catch(() => {});
    await this.#listening;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #listen(): Promise<void> {
    let rest = "";
    for await (const piece of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + piece).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#receive(line);
    }
  }

  #receive(line: string): void {
    const waiting = [...this.#waiting].find(({ isIt }) => isIt(line));
    if (waiting === undefined) this.#lines.push(line);
    else {
      this.#waiting.delete(waiting);
      waiting.resolve(line);
    }
  }
}

/** A Deno program of the bench as a child. */
export function spawnDeno(
  file: URL,
  { args = [], env, flags = [] }: { args?: string[]; env?: Record<string, string>; flags?: string[] } = {},
): LineProcess {
  return new LineProcess(Deno.execPath(), {
    args: ["run", "-A", "--no-check", "--lock=tests/deno.lock", ...flags, file.pathname, ...args],
    env,
  });
}
