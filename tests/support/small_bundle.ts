import { run } from "../../main/service/programs.ts";
import type { Supervisor } from "../../main/service/supervisor.ts";

const PROGRAM = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");

export interface SmallBundle {
  version: string;
  /** Lines of its start script before it becomes this program. */
  script?: string;
  /** A file differs from its checksum. */
  isSpoiled?: boolean;
}

/** An archive like a bundle's, whose start script runs this program. Resolves to its path. */
export async function smallBundle(
  folder: string,
  { version, script = "", isSpoiled }: SmallBundle,
): Promise<string> {
  const name = `andon-${version}`, path = `${folder}/${name}`;
  await Deno.mkdir(`${path}/program`, { recursive: true });
  await Deno.writeTextFile(`${path}/program/deno.json`, JSON.stringify({ version }));
  const runs = `exec "${Deno.execPath()}" run -A --quiet --no-check "${PROGRAM}/main.ts" "$@"`;
  await Deno.writeTextFile(`${path}/andon`, `#!/bin/sh\n${script}\n${runs}\n`, { mode: 0o755 });
  const sums = await run(["sha256sum", "andon", "program/deno.json"], { cwd: path });
  await Deno.writeTextFile(`${path}/SHA256SUMS`, `${sums}\n`);
  if (isSpoiled) await Deno.writeTextFile(`${path}/andon`, "# more\n", { append: true });
  await run(["tar", "czf", `${name}.tar.gz`, name], { cwd: folder });
  await Deno.remove(path, { recursive: true });
  return `${path}.tar.gz`;
}

/** Runs the bundle behind a link as a plain process. */
export class ProcessSupervisor implements Supervisor, AsyncDisposable {
  #child: Deno.ChildProcess | undefined;
  #hasEnded = false;

  constructor(readonly link: string, readonly environment: Record<string, string>) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): Promise<void> {
    const child = new Deno.Command(`${this.link}/andon`, {
      args: ["start"],
      env: this.environment,
      stdout: "null",
      stderr: "null",
    }).spawn();
    this.#child = child;
    this.#hasEnded = false;
    child.status.then(() => this.#hasEnded = this.#child === child);
    return Promise.resolve();
  }

  async stop(): Promise<void> {
    if (!this.#hasEnded) this.#child?.kill("SIGTERM");
    await this.#child?.status;
  }

  hasEnded(): Promise<boolean> {
    return Promise.resolve(this.#hasEnded);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
