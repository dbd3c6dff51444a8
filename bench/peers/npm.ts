/**
 * Peers from npm, by exact version, `json-rules-engine@7.3.1`. The specifiers are built at run time, so that
 * only these rows fetch them, not `deno task dev` or `deno check`.
 */
import { createRequire } from "node:module";
import { command } from "./commands.ts";

// deno-lint-ignore no-explicit-any -- a package that the type checker must not fetch
export function fromNpm(name: string): Promise<any> {
  return import(`npm:${name}`);
}

/** A package with native parts, installed by npm in a folder that is removed with the process. */
// deno-lint-ignore no-explicit-any -- the same
export async function installed(name: string): Promise<any> {
  const folder = await Deno.makeTempDir();
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  await command("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", name]);
  return createRequire(`${folder}/`)(name.slice(0, name.lastIndexOf("@")));
}
