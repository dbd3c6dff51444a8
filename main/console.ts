import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Log } from "../domain/shared/log.ts";
import type { ConsoleBuild, ConsoleFile } from "../ports/console.ts";
import {
  BROTLI,
  CONSOLE_DIST,
  CONSOLE_LOCK,
  type ConsoleManifest,
  FIRST_PAGES,
  readConsoleManifest,
} from "../settings/console/manifest.ts";
import { consoleSourcesHash } from "../settings/console/sources.ts";
import { SettingsError } from "../settings/settings_error.ts";
import { lockFile } from "./file_lock.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const BUILD_DEADLINE_MS = 120_000;

/** The existing build, for Deno Deploy, where only the build step can build. */
export function loadBuiltConsole(): ConsoleBuild {
  const manifest = readConsoleManifest(ROOT);
  if (manifest === undefined) {
    throw new SettingsError('The console is not built; let the build run "deno task console"');
  }
  return readBuild(manifest);
}

export interface LoadOptions {
  /** Takes a build that was compressed quickly, and builds so. */
  mayBeQuick?: boolean;
}

/**
 * The built console, in memory; builds it first when there is no build or an outdated one. SettingsError when
 * that fails.
 */
export async function loadConsole(log: Log, options: LoadOptions = {}): Promise<ConsoleBuild> {
  const manifest = await freshManifest(log, options);
  try {
    return readBuild(manifest);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return readBuild(await freshManifest(log, options));
  }
}

async function freshManifest(log: Log, options: LoadOptions): Promise<ConsoleManifest> {
  const found = upToDate(options);
  if (found !== undefined) return found;
  using _ = await buildLock();
  const meanwhile = upToDate(options);
  if (meanwhile !== undefined) return meanwhile;
  log("info", "The console is being built once for these sources; this takes a few seconds");
  const problem = await build(options);
  const built = readConsoleManifest(ROOT);
  if (built === undefined) {
    throw new SettingsError(`The console cannot be built; try "deno task console": ${problem ?? "no build"}`);
  }
  if (problem !== undefined) {
    log("warn", "The console cannot be rebuilt; the old build is used", { problem });
  }
  return built;
}

/** The manifest of a build of the present sources. */
function upToDate({ mayBeQuick = false }: LoadOptions): ConsoleManifest | undefined {
  const found = readConsoleManifest(ROOT);
  if (found === undefined || (found.isQuick && !mayBeQuick)) return undefined;
  return found.sources === consoleSourcesHash(ROOT) ? found : undefined;
}

/**
 * Allows one build at a time, since each first build fetches Deno's bundler. Undefined when the lock cannot be
 * created.
 */
async function buildLock(): Promise<Disposable | undefined> {
  try {
    await Deno.mkdir(`${ROOT}/${CONSOLE_DIST}`, { recursive: true });
    return await lockFile(`${ROOT}/${CONSOLE_DIST}/${CONSOLE_LOCK}`, { deadlineMs: BUILD_DEADLINE_MS });
  } catch {
    // The build reports what it cannot write.
    return undefined;
  }
}

/** Undefined on success, else the build's error text. */
async function build({ mayBeQuick = false }: LoadOptions): Promise<string | undefined> {
  if (!await mayRunPrograms()) return "this process may not run programs";
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", `${ROOT}/tools/build_console.ts`, ...(mayBeQuick ? ["--quick"] : [])],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
    signal: AbortSignal.timeout(BUILD_DEADLINE_MS),
  });
  const { success, stderr } = await child.output();
  return success ? undefined : new TextDecoder().decode(stderr).trim().slice(-2_000);
}

async function mayRunPrograms(): Promise<boolean> {
  return (await Deno.permissions.query({ name: "run" })).state === "granted";
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  map: "application/json",
  woff2: "font/woff2",
};
const PACKED = new Set(["woff2"]);

function readBuild(
  { pages, script, styles, laterStyles, font, pageScripts, files }: ConsoleManifest,
): ConsoleBuild {
  return {
    pages,
    script: pathOf(script),
    styles: pathOf(styles),
    firstPages: FIRST_PAGES,
    laterStyles: pathOf(laterStyles),
    font: pathOf(font),
    pageScripts: new Map(Object.entries(pageScripts).map(([path, names]) => [path, names.map(pathOf)])),
    files: new Map(files.map((name) => [pathOf(name), readFile(name)])),
  };
}

function pathOf(name: string): string {
  return `/assets/${name}`;
}

function readFile(name: string): ConsoleFile {
  const body = Deno.readFileSync(`${ROOT}/${CONSOLE_DIST}/${name}`);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const hasBrotli = ending === "js" || ending === "css";
  let gzip: Uint8Array<ArrayBuffer> | undefined;
  return {
    type: TYPES[ending] ?? "application/octet-stream",
    etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    body,
    brotli: hasBrotli ? Deno.readFileSync(`${ROOT}/${CONSOLE_DIST}/${name}${BROTLI}`) : null,
    // All files together take a tenth of a second, which no start has to wait for.
    get gzip() {
      return PACKED.has(ending) ? null : gzip ??= new Uint8Array(gzipSync(body, { level: 9 }));
    },
  };
}
