/**
 * Writes the software bill of materials of what runs: the packages of `deno.lock`, those of the console's bundle among
 * them, and those of which parts are written into the sources. Usage: write_sbom.ts [file], by default `andon.cdx.json`.
 */
import { type LicenseOf, type LockFile, packageOf, sbomOf } from "./sbom.ts";

/** Packages of which parts are written into the sources: the console's icons. */
const IN_SOURCES = ["lucide"];

if (import.meta.main) {
  const path = Deno.args[0] ?? "andon.cdx.json";
  const { version, license } = await readJson("../deno.json");
  const lock = withPackages(await readJson("../deno.lock"), await readJson("../tests/deno.lock"));
  const application = { name: "andon", version, license };
  const sbom = sbomOf(lock, { application, licenseOf: await licensesOf(lock) });
  await Deno.writeTextFile(path, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${path}: ${sbom.components.length} packages`);
}

function withPackages(lock: LockFile, tools: LockFile): LockFile {
  const isOne = (key: string) => IN_SOURCES.includes(packageOf(key.replace(/^npm:/, "")).name);
  const some = <T>(all: Record<string, T>) =>
    Object.fromEntries(Object.entries(all).filter(([key]) => isOne(key)));
  return {
    specifiers: { ...lock.specifiers, ...some(tools.specifiers) },
    npm: { ...lock.npm, ...some(tools.npm) },
  };
}

// deno-lint-ignore no-explicit-any -- a file of this project
async function readJson(path: string): Promise<any> {
  return JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)));
}

/** Licences from the packages in Deno's cache, into which missing ones are downloaded. */
async function licensesOf({ npm }: LockFile): Promise<LicenseOf> {
  const { npmCache } = JSON.parse(await deno("info", "--json"));
  const textOf = (name: string, version: string) =>
    registriesIn(npmCache).map((registry) => readIfThere(`${registry}/${name}/${version}/package.json`))
      .find((text) => text !== undefined);
  const missing = Object.keys(npm).map(packageOf).filter(({ name, version }) => !textOf(name, version));
  if (missing.length > 0) {
    const specifiers = missing.map(({ name, version }) => `npm:${name}@${version}`);
    await deno("cache", "--quiet", "--no-lock", "--no-config", ...specifiers);
  }
  return (name, version) => {
    const { license } = JSON.parse(textOf(name, version) ?? "{}");
    return typeof license === "string" ? license : license?.type;
  };
}

/** The cache has a folder for each registry. */
function registriesIn(npmCache: string): string[] {
  try {
    return [...Deno.readDirSync(npmCache)].map(({ name }) => `${npmCache}/${name}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`deno ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
