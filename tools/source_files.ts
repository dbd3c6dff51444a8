/** A source file of the project. */
export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

const SOURCE = /\.(ts|tsx|mts|js|jsx|mjs)$/;
const EXCLUDED = new Set(["node_modules", "coverage", "dist", "generated"]);

/** All source files under `root`, sorted by path, without hidden folders and built files. */
export function readSourceFiles(root: string): SourceFile[] {
  return readFilesOf(root, SOURCE);
}

/** The same for files whose names match. */
export function readFilesOf(root: string, names: RegExp): SourceFile[] {
  return pathsUnder(root, { folder: "", names }).sort().map((path) => ({
    path,
    text: Deno.readTextFileSync(`${root}/${path}`),
  }));
}

function pathsUnder(root: string, { folder, names }: { folder: string; names: RegExp }): string[] {
  const entries = [...Deno.readDirSync(`${root}/${folder}`)];
  return entries.flatMap(({ name, isDirectory, isFile }) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (isDirectory) {
      return name.startsWith(".") || EXCLUDED.has(name) ? [] : pathsUnder(root, { folder: path, names });
    }
    return isFile && names.test(name) ? [path] : [];
  });
}
