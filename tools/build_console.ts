/**
 * Builds the browser console into console/dist, and checks the size of each page. Usage: build_console.ts [--quick]
 * `--quick` compresses little and checks no sizes.
 */
import { createHash } from "node:crypto";
import { brotliCompressSync, constants } from "node:zlib";
import font from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2" with { type: "bytes" };
import {
  BROTLI,
  CONSOLE_DIST,
  CONSOLE_LOCK,
  CONSOLE_MANIFEST,
  type ConsoleManifest,
  FIRST_PAGES,
} from "../settings/console/manifest.ts";
import { consoleSourcesHash } from "../settings/console/sources.ts";
import {
  type FirstPage,
  firstPage,
  MOST_FIRST,
  MOST_PAGE_BYTES,
  neededAtOnce,
  overBudget,
  overFirst,
  type PageWeight,
  pageWeights,
  type Scripts,
} from "./console/budget.ts";
import { withJoiningImports } from "./console/joined.ts";
import { withPlainNames } from "./console/plain_names.ts";
import { stylesTexts } from "./console/styles.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const DIST = `${ROOT}/${CONSOLE_DIST}`;
const ENTRY = "main.js";
const SIGN_IN = { path: "/sign-in", file: "sign_in_page" };
const SCREEN = { path: "/screen", file: "screen_page" };

/** The best takes fifty times as long as the quick one. */
const BROTLI_QUALITY = { quick: 5, best: 11 };

/** The scripts of the `FIRST_PAGES`. */
const FIRST_SCRIPT = /^(overview|wall|sign_in)_page\b/;

type Files = Map<string, Uint8Array>;

interface Built {
  files: Files;
  manifest: ConsoleManifest;
}

/**
 * Scripts and their maps by name. They are bundled twice: the first bundle has some thirty scripts per page, and a
 * browser asks for six at a time; the second joins them.
 */
async function scripts(): Promise<{ files: Files; entry: string }> {
  const parts = await Deno.makeTempDir({ prefix: "andon-console-" });
  try {
    const split = withPlainNames(textsOf(await bundled(`${ROOT}/console/main.tsx`)));
    for (
      const [name, text] of withJoiningImports(scriptsIn(split), {
        entry: ENTRY,
        isFirst: (name) => FIRST_SCRIPT.test(name),
      })
    ) split.set(name, text);
    for (const [name, text] of split) await Deno.writeTextFile(`${parts}/${name}`, text);
    const files = await joined(parts);
    const [entry, ...more] = [...neededAtOnce(scriptsIn(textsOf(files)), ENTRY)].filter((name) =>
      name !== ENTRY
    );
    if (entry === undefined || more.length > 0) throw new Error("The scripts of the entry are not joined");
    files.delete(ENTRY);
    files.delete(`${ENTRY}.map`);
    return { files, entry };
  } finally {
    await Deno.remove(parts, { recursive: true });
  }
}

async function bundled(entrypoint: string): Promise<Files> {
  const built = await Deno.bundle({
    entrypoints: [entrypoint],
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
  return files;
}

/** In a process that works in the folder: names hash the paths from there, and so are the same wherever it is. */
async function joined(folder: string): Promise<Files> {
  const flags = [
    "--platform=browser",
    "--code-splitting",
    "--minify",
    "--sourcemap=linked",
    "--outdir=joined",
  ];
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--no-config", "--no-lock", ...flags, ENTRY],
    cwd: folder,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new Map(
    [...Deno.readDirSync(`${folder}/joined`)].map(({ name }) => [
      name,
      Deno.readFileSync(`${folder}/joined/${name}`),
    ]),
  );
}

function textsOf(files: Files): Map<string, string> {
  return new Map([...files].map(([name, content]) => [name, new TextDecoder().decode(content)]));
}

/** The scripts without their maps. */
function scriptsIn(texts: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...texts].filter(([name]) => name.endsWith(".js")));
}

function hashed(name: string, ending: string, content: string | Uint8Array): string {
  return `${name}-${createHash("sha256").update(content).digest("hex").slice(0, 10)}.${ending}`;
}

async function build(isQuick: boolean): Promise<Built> {
  const sources = consoleSourcesHash(ROOT);
  const { files, entry } = await scripts();
  const fontName = hashed("inter", "woff2", font);
  files.set(fontName, font);
  const styles = stylesTexts(ROOT, { font: fontName });
  const stylesName = hashed("console", "css", styles.first);
  const laterName = hashed("later", "css", styles.later);
  files.set(stylesName, new TextEncoder().encode(styles.first));
  files.set(laterName, new TextEncoder().encode(styles.later));
  const texts = scriptsIn(textsOf(files));
  const pages = await pageTable();
  const pageScripts = new Map(
    [...pages, SIGN_IN, SCREEN].map(({ path, file }) => [path, scriptsOf(file, { texts, entry })]),
  );
  const manifest: ConsoleManifest = {
    v: 2,
    sources,
    isQuick,
    script: entry,
    styles: stylesName,
    laterStyles: laterName,
    font: fontName,
    pages: pages.map(({ path }) => path),
    pageScripts: Object.fromEntries(pageScripts),
    files: [...files.keys()].sort(),
  };
  await write(files, manifest);
  return { files, manifest };
}

function weighed({ files, manifest: { script, styles, pageScripts } }: Built) {
  const first = FIRST_PAGES.map((path) => {
    const needed = new Set([styles, script, ...pageScripts[path] ?? []]);
    return firstPage(path, [...files].filter(([name]) => needed.has(name)).map(([, content]) => content));
  });
  return { weights: pageWeights(scriptsIn(textsOf(files)), script), first };
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

/** The scripts of a page besides the entry. */
function scriptsOf(file: string, { texts, entry }: { texts: Scripts; entry: string }): string[] {
  const [name, another] = [...texts.keys()].filter((name) => name.startsWith(`${file}-`));
  if (name === undefined) throw new Error(`The build has no script of ${file}.tsx`);
  if (another !== undefined) throw new Error(`Two pages have a file of the name ${file}.tsx`);
  return [...neededAtOnce(texts, name)].filter((script) => script !== entry);
}

/** Safe for concurrent builds: names contain hashes, and the manifest is written last. */
async function write(files: Files, manifest: ConsoleManifest): Promise<void> {
  await Deno.mkdir(DIST, { recursive: true });
  for (const [name, content] of files) await place(name, content);
  const packed = [...files].filter(([name]) => /\.(js|css)$/.test(name));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[manifest.isQuick ? "quick" : "best"],
  };
  for (const [name, content] of packed) await place(name + BROTLI, brotliCompressSync(content, { params }));
  await place(CONSOLE_MANIFEST, new TextEncoder().encode(JSON.stringify(manifest, null, 2)));
  const kept = new Set([
    ...files.keys(),
    ...packed.map(([name]) => name + BROTLI),
    CONSOLE_MANIFEST,
    CONSOLE_LOCK,
  ]);
  for await (const { name } of Deno.readDir(DIST)) {
    if (!kept.has(name) && !name.endsWith(".part")) await Deno.remove(`${DIST}/${name}`).catch(() => {});
  }
}

async function place(name: string, content: Uint8Array): Promise<void> {
  const part = `${DIST}/${name}.${Deno.pid}.part`;
  await Deno.writeFile(part, content);
  await Deno.rename(part, `${DIST}/${name}`);
}

function report({ weights, first }: { weights: PageWeight[]; first: FirstPage[] }): number {
  for (const { page, bytes } of weights) console.log(`${kilobytes(bytes)} gz  ${page}`);
  for (const { path, files, bytes } of first) {
    console.log(`${kilobytes(bytes)} br  ${path}, styles included, in ${files} files`);
  }
  const over = overBudget(weights), overAtFirst = overFirst(first);
  for (const { page, bytes } of over) {
    console.error(`${page} needs ${bytes} bytes of compressed script; a page may need ${MOST_PAGE_BYTES}`);
  }
  for (const { path, files, bytes } of overAtFirst) {
    console.error(
      `${path} needs ${bytes} bytes in ${files} files before it can be used; it may need ${MOST_FIRST.bytes} ` +
        `in ${MOST_FIRST.files}. Load what it does not show at first with "later()"`,
    );
  }
  return over.length + overAtFirst.length === 0 ? 0 : 1;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(6)} kB`;
}

if (import.meta.main) {
  const isQuick = Deno.args.includes("--quick");
  const built = await build(isQuick);
  if (!isQuick) Deno.exitCode = report(weighed(built));
}
