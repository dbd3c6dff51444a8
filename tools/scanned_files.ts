import { dirname, join, normalize } from "node:path/posix";
import type ts from "typescript";
import { readSourceFiles, type SourceFile } from "./source_files.ts";
import { type Import, importsOf, treeOf } from "./syntax.ts";

export interface ScannedFile extends SourceFile {
  tree: ts.SourceFile;
  imports: ResolvedImport[];
}

export interface ResolvedImport extends Import {
  /** The imported file's path from the root; null for a package or a builtin. */
  path: string | null;
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
