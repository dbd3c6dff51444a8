/** Where the built console stands, from the project's root. */
export const CONSOLE_DIST = "console/dist";
export const CONSOLE_MANIFEST = "manifest.json";
/** Locked by who builds, so that others wait for the build. */
export const CONSOLE_LOCK = "build.lock";

/** What a build made. File names are those under `CONSOLE_DIST`; all but source maps carry a hash. */
export interface ConsoleManifest {
  v: 1;
  /** The hash of the sources it was built from. */
  sources: string;
  /** Addresses of the pages, as patterns: `/events/:id`. */
  pages: string[];
  script: string;
  styles: string;
  font: string;
  /** Scripts that the first one needs at once. */
  preload: string[];
  files: string[];
}

/** The manifest of the build under `root`; undefined when there is none, or one of another version. */
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

/** Written whole by our own build, under another name first; anything else is built anew. */
function parsed(text: string): ConsoleManifest | undefined {
  try {
    return JSON.parse(text) as ConsoleManifest;
  } catch {
    return undefined;
  }
}
