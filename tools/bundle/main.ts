/**
 * Builds a bundle: one archive with Andon, Deno, all packages and the built console, for a machine without network.
 * Usage: deno task bundle [--target linux-x64|linux-arm64|windows-x64|macos-arm64] [--out folder]
 */
import { parseArgs } from "node:util";
import project from "../../deno.json" with { type: "json" };
import { readConsoleManifest } from "../../settings/console/manifest.ts";
import { consoleSourcesHash } from "../../settings/console/sources.ts";
import { type Entries, tarGz, zip } from "./archive.ts";
import { contentsFor, sha256 } from "./contents.ts";
import { type TargetName, TARGETS } from "./targets.ts";

const MOST_BYTES = 150 * 1024 * 1024;

async function main(): Promise<number> {
  const { values: { target: name, out } } = parseArgs({
    args: Deno.args,
    options: { target: { type: "string", default: "linux-x64" }, out: { type: "string", default: "dist" } },
  });
  if (!isTarget(name)) {
    console.error(`There is no target "${name}"; use one of ${Object.keys(TARGETS).join(", ")}`);
    return 2;
  }
  if (!await buildConsole()) return 1;
  const { archive, ...target } = TARGETS[name];
  const folder = `andon-${project.version}-${name}`;
  const entries = under(folder, await contentsFor({ archive, ...target }));
  const bytes = archive === "zip" ? zip(entries) : await tarGz(entries);
  if (bytes.length > MOST_BYTES) throw new Error(`The bundle has ${bytes.length} bytes, above ${MOST_BYTES}`);
  const path = `${out}/${folder}.${archive}`;
  await Deno.mkdir(out, { recursive: true });
  await Deno.writeFile(path, bytes);
  await Deno.writeTextFile(`${path}.sha256`, `${sha256(bytes)}  ${folder}.${archive}\n`);
  console.log(`${path}: ${entries.size} files, ${(bytes.length / 1024 ** 2).toFixed(1)} MiB`);
  return 0;
}

function isTarget(name: string): name is TargetName {
  return Object.hasOwn(TARGETS, name);
}

/** Unless there is a well compressed build of these sources. */
async function buildConsole(): Promise<boolean> {
  const root = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
  const built = readConsoleManifest(root);
  if (built?.isQuick === false && built.sources === consoleSourcesHash(root)) return true;
  const args = ["run", "-A", "--quiet", `${root}/tools/build_console.ts`];
  return (await new Deno.Command(Deno.execPath(), { args }).spawn().status).success;
}

function under(folder: string, entries: Entries): Entries {
  return new Map([...entries].map(([path, entry]) => [`${folder}/${path}`, entry]));
}

if (import.meta.main) Deno.exit(await main());
