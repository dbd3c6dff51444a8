import { createHash } from "node:crypto";

/** Where the console's sources stand, from the project's root; `console/` may import `domain/`. */
const FOLDERS = ["console", "domain", "tools/console"];
const FILES = ["deno.lock", "tools/build_console.ts"];
const LEFT_OUT = new Set(["dist"]);

/** A hash of everything that the console is built from: equal exactly while a build is still good. */
export function consoleSourcesHash(root: string): string {
  const hash = createHash("sha256");
  const paths = [...FOLDERS.flatMap((folder) => pathsUnder(root, folder)), ...FILES].sort();
  for (const path of paths) {
    hash.update(`${path}\0`).update(Deno.readFileSync(`${root}/${path}`)).update("\0");
  }
  return hash.digest("hex");
}

/** Every file under a folder of the project, from the root; what is built or hidden is left out. */
export function pathsUnder(root: string, folder: string): string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].flatMap(({ name, isDirectory }) => {
    if (name.startsWith(".") || LEFT_OUT.has(name)) return [];
    const path = `${folder}/${name}`;
    return isDirectory ? pathsUnder(root, path) : [path];
  });
}
