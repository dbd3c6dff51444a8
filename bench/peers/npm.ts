/**
 * Peers from npm, by exact version, `json-rules-engine@7.3.1`. Their names are put together when they are asked for, so
 * that nothing but a run of these rows fetches them: neither `deno task dev` nor `deno check`.
 */
import { createRequire } from "node:module";
import { command } from "./commands.ts";

// deno-lint-ignore no-explicit-any -- a package that the type checker must not fetch
export function fromNpm(name: string): Promise<any> {
  return import(`npm:${name}`);
}

/** One with native parts, which npm itself puts in its place, in a folder that lasts as long as the process. */
// deno-lint-ignore no-explicit-any -- the same
export async function installed(name: string): Promise<any> {
  const folder = await Deno.makeTempDir();
  globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
  await command("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", name]);
  return createRequire(`${folder}/`)(name.slice(0, name.lastIndexOf("@")));
}
