import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { ConsoleBuild, ConsoleFile } from "../routes/deps.ts";
import {
  CONSOLE_DIST,
  CONSOLE_LOCK,
  type ConsoleManifest,
  readConsoleManifest,
} from "../settings/console/manifest.ts";
import { consoleSourcesHash } from "../settings/console/sources.ts";
import type { Log } from "../settings/log.ts";
import { SettingsError } from "../settings/settings_error.ts";

const ROOT = new URL("..", import.meta.url).pathname.replace(/\/$/, "");
const BUILD_DEADLINE_MS = 120_000;
const LOOK_AGAIN_MS = 50;

/** The build as it stands, where nothing can be built: on Deno Deploy, whose build step makes it. */
export function loadBuiltConsole(): ConsoleBuild {
  const manifest = readConsoleManifest(ROOT);
  if (manifest === undefined) {
    throw new SettingsError('The console is not built; let the build run "deno task console"');
  }
  return readBuild(manifest);
}

/** The built console, in memory; builds it first when there is no build or an old one. SettingsError without any. */
export async function loadConsole(log: Log): Promise<ConsoleBuild> {
  const manifest = await freshManifest(log);
  try {
    return readBuild(manifest);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return readBuild(await freshManifest(log));
  }
}

async function freshManifest(log: Log): Promise<ConsoleManifest> {
  const found = upToDate();
  if (found !== undefined) return found;
  using _ = await buildTurn();
  const meanwhile = upToDate();
  if (meanwhile !== undefined) return meanwhile;
  log("info", "The console is being built, once for these sources; this takes a few seconds");
  const problem = await build();
  const built = readConsoleManifest(ROOT);
  if (built === undefined) {
    throw new SettingsError(`The console cannot be built; try "deno task console": ${problem ?? "no build"}`);
  }
  if (problem !== undefined) {
    log("warn", "The console cannot be built anew; the old build is shown", { problem });
  }
  return built;
}

/** The manifest of a build of the sources as they are. */
function upToDate(): ConsoleManifest | undefined {
  const found = readConsoleManifest(ROOT);
  return found?.sources === consoleSourcesHash(ROOT) ? found : undefined;
}

/** Several first builds at once get in each other's way: Deno fetches its bundler for each. Undefined: cannot be had. */
async function buildTurn(): Promise<Disposable | undefined> {
  try {
    await Deno.mkdir(`${ROOT}/${CONSOLE_DIST}`, { recursive: true });
    return await fileTurn(`${ROOT}/${CONSOLE_DIST}/${CONSOLE_LOCK}`, { deadlineMs: BUILD_DEADLINE_MS });
  } catch {
    // The build says what may not be written.
    return undefined;
  }
}

/** Undefined when it worked, else what the build said. */
async function build(): Promise<string | undefined> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", `${ROOT}/tools/build_console.ts`],
    cwd: ROOT,
    stdout: "null",
    stderr: "piped",
    signal: AbortSignal.timeout(BUILD_DEADLINE_MS),
  });
  const { success, stderr } = await child.output();
  return success ? undefined : new TextDecoder().decode(stderr).trim().slice(-2_000);
}

const TYPES: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  map: "application/json",
  woff2: "font/woff2",
};
const PACKED = new Set(["woff2"]);

function readBuild({ pages, script, styles, font, preload, files }: ConsoleManifest): ConsoleBuild {
  return {
    pages,
    script: pathOf(script),
    styles: pathOf(styles),
    font: pathOf(font),
    preload: preload.map(pathOf),
    files: new Map(files.map((name) => [pathOf(name), readFile(name)])),
  };
}

function pathOf(name: string): string {
  return `/assets/${name}`;
}

function readFile(name: string): ConsoleFile {
  const body = Deno.readFileSync(`${ROOT}/${CONSOLE_DIST}/${name}`);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return {
    type: TYPES[ending] ?? "application/octet-stream",
    etag: `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`,
    body,
    gzip: PACKED.has(ending) ? null : new Uint8Array(gzipSync(body, { level: 9 })),
  };
}

/**
 * One at a time over all processes: waits while another holds the file at `path` locked, then holds it until it is
 * disposed of. After `deadlineMs` it goes on all the same.
 */
export async function fileTurn(path: string, { deadlineMs }: { deadlineMs: number }): Promise<Disposable> {
  const file = await Deno.open(path, { create: true, write: true });
  const until = performance.now() + deadlineMs;
  while (!await file.tryLock(true) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return file;
}
