import { dirname, join, normalize } from "node:path/posix";
import type ts from "typescript";
import { type Import, importsOf, treeOf } from "./syntax.ts";

/** A source file of the project. */
export interface SourceFile {
  /** From the project's root, with slashes. */
  path: string;
  text: string;
}

export interface ScannedFile extends SourceFile {
  tree: ts.SourceFile;
  imports: ResolvedImport[];
}

export interface ResolvedImport extends Import {
  /** The imported file's path from the root; null for a package or a builtin. */
  path: string | null;
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

/** The project's files with their imports; names in deno.json that map to a local file are resolved. */
export function scanProject(root: string): ScannedFile[] {
  const localNames = localNamesOf(root);
  return readSourceFiles(root).map((file) => scanFile(file, localNames));
}

function scanFile(file: SourceFile, localNames: ReadonlyMap<string, string>): ScannedFile {
  const tree = treeOf(file.path, file.text);
  const imports = importsOf(tree).map((found) => ({
    ...found,
    path: resolve(file.path, found, localNames),
  }));
  return { ...file, tree, imports };
}

function resolve(
  from: string,
  { specifier }: Import,
  localNames: ReadonlyMap<string, string>,
): string | null {
  if (specifier.startsWith("./") || specifier.startsWith("../")) return join(dirname(from), specifier);
  return localNames.get(specifier) ?? null;
}

function localNamesOf(root: string): Map<string, string> {
  const local = Object.entries(readImportMap(root)).filter(([, target]) => target.startsWith("./"));
  return new Map(local.map(([name, target]) => [name, normalize(target)]));
}

function readImportMap(root: string): Record<string, string> {
  try {
    return JSON.parse(Deno.readTextFileSync(`${root}/deno.json`)).imports ?? {};
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw error;
  }
}
