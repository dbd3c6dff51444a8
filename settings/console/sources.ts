import { createHash } from "node:crypto";

/** The console's sources, relative to the project root; `console/` may import `domain/`. */
const FOLDERS = ["console", "domain", "tools/console"];
const FILES = ["deno.lock", "tools/build_console.ts"];
const LEFT_OUT = new Set(["dist"]);

/** A hash of all sources of the console; a build with the same hash is up to date. */
export function consoleSourcesHash(root: string): string {
  const hash = createHash("sha256");
  const paths = [...FOLDERS.flatMap((folder) => pathsUnder(root, folder)), ...FILES].sort();
  for (const path of paths) {
    hash.update(`${path}\0`).update(Deno.readFileSync(`${root}/${path}`)).update("\0");
  }
  return hash.digest("hex");
}

/** All files under a folder of the project, except built and hidden ones. */
export function pathsUnder(root: string, folder: string): string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].flatMap(({ name, isDirectory }) => {
    if (name.startsWith(".") || LEFT_OUT.has(name)) return [];
    const path = `${folder}/${name}`;
    return isDirectory ? pathsUnder(root, path) : [path];
  });
}
