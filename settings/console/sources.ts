import { createHash } from "node:crypto";

/** The folders of the console's sources, relative to the project's root; `console/` may import `domain/`. */
const FOLDERS = ["console", "domain", "tools/console"];
const FILES = ["deno.lock", "tools/build_console.ts"];
const EXCLUDED = new Set(["dist"]);

/** A hash of everything that the console is built from: unchanged while a build is up to date. */
export function consoleSourcesHash(root: string): string {
  const hash = createHash("sha256");
  const paths = [...FOLDERS.flatMap((folder) => pathsUnder(root, folder)), ...FILES].sort();
  for (const path of paths) {
    hash.update(`${path}\0`).update(Deno.readFileSync(`${root}/${path}`)).update("\0");
  }
  return hash.digest("hex");
}

/** All files under a folder, relative to the root, without built and hidden ones. */
export function pathsUnder(root: string, folder: string): string[] {
  return [...Deno.readDirSync(`${root}/${folder}`)].flatMap(({ name, isDirectory }) => {
    if (name.startsWith(".") || EXCLUDED.has(name)) return [];
    const path = `${folder}/${name}`;
    return isDirectory ? pathsUnder(root, path) : [path];
  });
}
