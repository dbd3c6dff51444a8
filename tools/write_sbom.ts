/**
 * Writes the software bill of materials of what runs: the packages of `deno.lock`, those of the console's bundle among
 * them, and those of which parts are written into the sources. Usage: write_sbom.ts [file], by default `andon.cdx.json`.
 */
import { cachedPackages, licensesIn } from "./npm_cache.ts";
import { type LockFile, packageOf, type Sbom, sbomOf } from "./sbom.ts";

/** Packages of which parts are written into the sources: the console's icons. */
const IN_SOURCES = ["lucide"];

if (import.meta.main) {
  const path = Deno.args[0] ?? "andon.cdx.json";
  const sbom = await projectSbom();
  await Deno.writeTextFile(path, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${path}: ${sbom.components.length} packages`);
}

/** The bill of what runs, and of what `more` locks besides. */
export async function projectSbom(more: LockFile = { specifiers: {}, npm: {} }): Promise<Sbom> {
  const { version, license } = await readJson("../deno.json");
  const own: LockFile = await readJson("../deno.lock");
  const lock = joined(own, locked(await readJson("../tests/deno.lock"), IN_SOURCES), more);
  const licenseOf = licensesIn(await cachedPackages(lock));
  return sbomOf(lock, { application: { name: "andon", version, license }, licenseOf });
}

function joined(...locks: LockFile[]): LockFile {
  return {
    specifiers: Object.assign({}, ...locks.map(({ specifiers }) => specifiers)),
    npm: Object.assign({}, ...locks.map(({ npm }) => npm)),
  };
}

/** What a lock says of these packages. */
export function locked({ specifiers, npm }: LockFile, names: readonly string[]): LockFile {
  const isOne = (key: string) => names.includes(packageOf(key.replace(/^npm:/, "")).name);
  const some = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => isOne(key)));
  return { specifiers: some(specifiers), npm: some(npm) };
}

// deno-lint-ignore no-explicit-any -- a file of this project
async function readJson(path: string): Promise<any> {
  return JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)));
}
