import { createHash } from "node:crypto";

/** The console's sources, relative to the project root; `console/` may import `domain/`. */
const FOLDERS = ["console", "domain", "tools/console"];
const FILES = ["deno.lock", "tools/build_console.ts"];
/** What is built, and types that no build needs. */
const LEFT_OUT = new Set(["console/dist", "console/generated/api.ts"]);

/** A hash of all sources of the console; a build with the same hash is up to date. */
export function consoleSourcesHash(root: string): string {
  const hash = createHash("sha256");
  const paths = [...FOLDERS.flatMap((folder) => pathsUnder(root, folder)), ...FILES].sort();
  for (const path of paths) {
    hash.update(`${path}\0`).update(Deno.readFileSync(`${root}/${path}`)).update("\0");
  }
  return hash.digest("hex");
}

/** All files under a folder of the project, except hidden ones and those left out. */
export function pathsUnder(root: string, folder: string): string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (name.startsWith(".") || LEFT_OUT.has(path)) return [];
    return isDirectory ? pathsUnder(root, path) : [path];
  });
}
