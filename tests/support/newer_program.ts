import { join } from "node:path";
import config from "../../deno.json" with { type: "json" };
import { PROGRAM_FOLDERS } from "../../tools/layers.ts";
import { NEWEST_SCHEMA } from "../../storage/migrations/all.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const PARTS = ["main.ts", "deno.json", "deno.lock", "tools", ...PROGRAM_FOLDERS];
const CONSOLE_BUILD = "console/dist";
const MIGRATIONS = "storage/migrations/all.ts";

/** The program's version and schema, and those of `NewerProgram`. */
export const VERSIONS = { own: config.version, newer: "99.0.0" };
export const SCHEMAS = { own: NEWEST_SCHEMA, newer: NEWEST_SCHEMA + 1 };

/** A copy of this program with a higher version and a migration more, at first without its built console. */
export class NewerProgram implements AsyncDisposable {
  private constructor(readonly folder: string) {}

  static async make(): Promise<NewerProgram> {
    const program = new NewerProgram(await Deno.makeTempDir());
    for (const part of PARTS) await program.#copy(part);
    const migration = `  { to: ${SCHEMAS.newer}, what: "of the test", run: () => Promise.resolve() },\n];`;
    await program.#change(MIGRATIONS, (text) => text.replace(/^\];$/m, migration));
    await program.#change(
      "deno.json",
      (text) => JSON.stringify({ ...JSON.parse(text), version: VERSIONS.newer }),
    );
    return program;
  }

  async buildConsole(): Promise<void> {
    await this.#copy(CONSOLE_BUILD);
  }

  async #copy(part: string): Promise<void> {
    await copy(join(ROOT, part), join(this.folder, part));
  }

  async #change(path: string, change: (text: string) => string): Promise<void> {
    const file = join(this.folder, path), text = await Deno.readTextFile(file), changed = change(text);
    if (changed === text) throw new Error(`There is nothing to change in ${path}`);
    await Deno.writeTextFile(file, changed);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  if ((await Deno.stat(from)).isFile) return await Deno.copyFile(from, to);
  await Deno.mkdir(to);
  for await (const { name } of Deno.readDir(from)) {
    if (join(from, name) !== join(ROOT, CONSOLE_BUILD)) await copy(join(from, name), join(to, name));
  }
}
