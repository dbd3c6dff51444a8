/** The folder of the built console, relative to the project root. */
export const CONSOLE_DIST = "console/dist";
export const CONSOLE_MANIFEST = "manifest.json";
/** Locked during a build, so that other processes wait for it. */
export const CONSOLE_LOCK = "build.lock";

/** The result of a build. File names are relative to `CONSOLE_DIST`; all but source maps contain a hash. */
export interface ConsoleManifest {
  v: 1;
  /** The hash of the sources it was built from. */
  sources: string;
  /** Addresses of the pages, as patterns: `/events/:id`. */
  pages: string[];
  script: string;
  styles: string;
  font: string;
  /** Scripts that the entry script imports. */
  preload: string[];
  /** Further scripts of each page, by its address. */
  pageScripts?: Record<string, string[]>;
  files: string[];
}

/** The manifest of the build under `root`; undefined if there is none or it has another version. */
export function readConsoleManifest(root: string): ConsoleManifest | undefined {
  let text: string;
  try {
    text = Deno.readTextFileSync(`${root}/${CONSOLE_DIST}/${CONSOLE_MANIFEST}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const manifest = parsed(text);
  return manifest?.v === 1 ? manifest : undefined;
}

/** The build writes it atomically; if it cannot be parsed, the console is built again. */
function parsed(text: string): ConsoleManifest | undefined {
  try {
    return JSON.parse(text) as ConsoleManifest;
  } catch {
    return undefined;
  }
}
