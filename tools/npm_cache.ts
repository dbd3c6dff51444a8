import { existsSync } from "node:fs";
import { type LicenseOf, type LockFile, packageOf } from "./sbom.ts";

/** The folder of a package in Deno's cache; undefined if it is not there. */
export type FolderOf = (name: string, version: string) => string | undefined;

/**
 * Finds the packages of a lock in Deno's cache, into which missing ones are downloaded and checked against the file
 * of the lock, if one is given.
 */
export async function cachedPackages({ npm }: LockFile, lockPath?: string): Promise<FolderOf> {
  const { npmCache } = JSON.parse(await deno("info", "--json"));
  const folderOf: FolderOf = (name, version) =>
    registriesIn(npmCache).map((registry) => `${registry}/${name}/${version}`)
      .find((folder) => existsSync(`${folder}/package.json`));
  const missing = Object.keys(npm).map(packageOf).filter(({ name, version }) => !folderOf(name, version));
  if (missing.length > 0) {
    const specifiers = missing.map(({ name, version }) => `npm:${name}@${version}`);
    const lock = lockPath === undefined ? ["--no-lock"] : [`--lock=${lockPath}`, "--frozen"];
    await deno("cache", "--quiet", "--no-config", ...lock, ...specifiers);
  }
  return folderOf;
}

/** What the README of a package says whose `package.json` names no licence. */
const BY_README: Readonly<Record<string, string>> = { "precond@0.2.3": "MIT" };

/** The licences that packages in these folders state. */
export function licensesIn(folderOf: FolderOf): LicenseOf {
  return (name, version) => {
    const folder = folderOf(name, version);
    if (folder === undefined) return undefined;
    const { license } = JSON.parse(Deno.readTextFileSync(`${folder}/package.json`));
    return (typeof license === "string" ? license : license?.type) ?? BY_README[`${name}@${version}`];
  };
}

/** The cache has a folder for each registry. */
function registriesIn(npmCache: string): string[] {
  return existsSync(npmCache) ? [...Deno.readDirSync(npmCache)].map(({ name }) => `${npmCache}/${name}`) : [];
}

/** What a Deno of its own prints. */
async function deno(...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`deno ${args[0]} failed: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
