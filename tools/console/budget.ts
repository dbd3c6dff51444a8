import { brotliCompressSync, gzipSync } from "node:zlib";

/** The most compressed script that a page may need before it shows: 200 kB. */
export const MOST_PAGE_BYTES = 200_000;

const STATIC = /(?:^|[;}\n])(?:import|export)\b[^"'();]*?(?:\bfrom)?\s*"\.\/([^"]+)"/g;
const DYNAMIC = /\bimport\("\.\/([^"]+)"\)/g;

/** Scripts by name. */
export type Scripts = ReadonlyMap<string, string>;

/** A script and all its static imports. */
export function neededAtOnce(scripts: Scripts, name: string, seen = new Set<string>()): Set<string> {
  const text = scripts.get(name);
  if (text === undefined || seen.has(name)) return seen;
  seen.add(name);
  for (const [, imported = ""] of text.matchAll(STATIC)) neededAtOnce(scripts, imported, seen);
  return seen;
}

export interface PageWeight {
  page: string;
  /** gzip −9, including the entry script and shared scripts. */
  bytes: number;
}

/** The sizes of the pages that the entry loads on demand, largest first. */
export function pageWeights(scripts: Scripts, entry: string): PageWeight[] {
  const atOnce = neededAtOnce(scripts, entry);
  const bytesOf = new Map(
    [...scripts].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]),
  );
  const later = [...(scripts.get(entry) ?? "").matchAll(DYNAMIC)].map(([, name = ""]) => name);
  return [...new Set(later)].map((page) => {
    const needed = neededAtOnce(scripts, page, new Set(atOnce));
    if (!needed.has(page)) needed.add(page);
    const bytes = [...needed].reduce((sum, name) => sum + (bytesOf.get(name) ?? 0), 0);
    return { page, bytes };
  }).sort((a, b) => b.bytes - a.bytes);
}

/** Pages over their budget. */
export function overBudget(weights: PageWeight[], most = MOST_PAGE_BYTES): PageWeight[] {
  return weights.filter(({ bytes }) => bytes > most);
}

/** The most files and bytes (Brotli) of scripts and styles that one of the `FIRST_PAGES` may need. */
export const MOST_FIRST = { files: 6, bytes: 56_000 };

/** What a page needs before it can be used. */
export interface FirstPage {
  path: string;
  files: number;
  bytes: number;
}

export function firstPage(path: string, files: readonly Uint8Array[]): FirstPage {
  const bytes = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
  return { path, files: files.length, bytes };
}

/** First pages over their budget. */
export function overFirst(pages: readonly FirstPage[], most = MOST_FIRST): FirstPage[] {
  return pages.filter(({ files, bytes }) => files > most.files || bytes > most.bytes);
}
