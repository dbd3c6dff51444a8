/** Builds the browser console into console/dist, and checks the size of each page. Usage: build_console.ts */
import { createHash } from "node:crypto";
import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with { type: "bytes" };
import {
  CONSOLE_DIST,
  CONSOLE_LOCK,
  CONSOLE_MANIFEST,
  type ConsoleManifest,
} from "../settings/console/manifest.ts";
import { consoleSourcesHash } from "../settings/console/sources.ts";
import { MOST_PAGE_BYTES, neededAtOnce, overBudget, type PageWeight, pageWeights } from "./console/budget.ts";
import { stylesText } from "./console/styles.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const DIST = `${ROOT}/${CONSOLE_DIST}`;
const ENTRY = "main.js";

type Files = Map<string, Uint8Array>;

/** Scripts and their maps by name; the entry's name contains its hash, like the others. */
async function scripts(): Promise<{ files: Files; entry: string }> {
  const built = await Deno.bundle({
    entrypoints: [`${ROOT}/console/main.tsx`],
    outputDir: DIST,
    platform: "browser",
    codeSplitting: true,
    minify: true,
    sourcemap: "linked",
    write: false,
  });
  if (!built.success) throw new Error(built.errors.map(({ text }) => text).join("\n"));
  const files: Files = new Map();
  for (const { path, contents } of built.outputFiles ?? []) {
    if (contents !== undefined) files.set(path.slice(path.lastIndexOf("/") + 1), contents);
  }
  return { files, entry: nameEntry(files) };
}

function nameEntry(files: Files): string {
  const text = new TextDecoder().decode(files.get(ENTRY));
  const entry = hashed("main", "js", text);
  const map = files.get(`${ENTRY}.map`);
  files.delete(ENTRY);
  files.delete(`${ENTRY}.map`);
  files.set(entry, new TextEncoder().encode(text.replace(`${ENTRY}.map`, `${entry}.map`)));
  if (map !== undefined) files.set(`${entry}.map`, map);
  return entry;
}

function hashed(name: string, ending: string, content: string | Uint8Array): string {
  return `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${ending}`;
}

async function build(): Promise<PageWeight[]> {
  const sources = consoleSourcesHash(ROOT);
  const { files, entry } = await scripts();
  const fontName = hashed("inter", "woff2", font);
  const styles = stylesText(ROOT, { font: fontName });
  const stylesName = hashed("console", "css", styles);
  files.set(fontName, font);
  files.set(stylesName, new TextEncoder().encode(styles));
  const texts = new Map([...files].filter(([name]) => name.endsWith(".js")).map(decoded));
  const preload = neededAtOnce(texts, entry);
  const pages = await pageTable();
  await write(files, {
    v: 1,
    sources,
    script: entry,
    styles: stylesName,
    font: fontName,
    pages: pages.map(({ path }) => path),
    preload: [...preload].filter((name) => name !== entry),
    pageScripts: Object.fromEntries(
      pages.map(({ path, file }) => [path, scriptsOf(file, { texts, preload })]),
    ),
    files: [...files.keys()].sort(),
  });
  return pageWeights(texts, entry);
}

/** Loaded at run time: a static import would add the browser's types to the whole project. */
async function pageTable(): Promise<{ path: string; file: string }[]> {
  const table: { PAGES: readonly { path: string; load(): unknown }[] } = await import(
    `${ROOT}/console/shell/page_table.ts`
  );
  return table.PAGES.map(({ path, load }) => {
    const file = /\/(\w+)\.tsx"/.exec(String(load))?.[1];
    if (file === undefined) throw new Error(`The page ${path} does not load a file of its own`);
    return { path, file };
  });
}

/** The scripts of a page that the entry does not load already. */
function scriptsOf(
  file: string,
  { texts, preload }: { texts: ReadonlyMap<string, string>; preload: ReadonlySet<string> },
): string[] {
  const name = [...texts.keys()].find((name) => name.startsWith(`${file}-`));
  if (name === undefined) throw new Error(`The build has no script of ${file}.tsx`);
  return [...neededAtOnce(texts, name)].filter((script) => !preload.has(script));
}

function decoded([name, content]: [string, Uint8Array]): [string, string] {
  return [name, new TextDecoder().decode(content)];
}

/** Safe for concurrent builds: names contain hashes, and the manifest is written last. */
async function write(files: Files, manifest: ConsoleManifest): Promise<void> {
  await Deno.mkdir(DIST, { recursive: true });
  for (const [name, content] of files) await place(name, content);
  await place(CONSOLE_MANIFEST, new TextEncoder().encode(JSON.stringify(manifest, null, 2)));
  const kept = new Set([...files.keys(), CONSOLE_MANIFEST, CONSOLE_LOCK]);
  for await (const { name } of Deno.readDir(DIST)) {
    if (!kept.has(name) && !name.endsWith(".part")) await Deno.remove(`${DIST}/${name}`).catch(() => {});
  }
}

async function place(name: string, content: Uint8Array): Promise<void> {
  const part = `${DIST}/${name}.${Deno.pid}.part`;
  await Deno.writeFile(part, content);
  await Deno.rename(part, `${DIST}/${name}`);
}

function report(weights: PageWeight[]): number {
  for (const { page, bytes } of weights) {
    console.log(`${(bytes / 1000).toFixed(1).padStart(6)} kB gz  ${page}`);
  }
  const over = overBudget(weights);
  for (const { page, bytes } of over) {
    console.error(`${page} needs ${bytes} bytes of compressed script; a page may need ${MOST_PAGE_BYTES}`);
  }
  return over.length === 0 ? 0 : 1;
}

if (import.meta.main) Deno.exit(report(await build()));
