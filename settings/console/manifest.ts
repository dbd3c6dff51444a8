/** The folder of the built console, relative to the project root. */
export const CONSOLE_DIST = "console/dist";
export const CONSOLE_MANIFEST = "manifest.json";
/** Locked during a build, so that other processes wait for it. */
export const CONSOLE_LOCK = "build.lock";

/** The pages that are usable within 6 s on a line of 20 kB/s and 1.5 s: their documents leave out the later styles. */
export const FIRST_PAGES: readonly string[] = ["/", "/wall", "/sign-in"];

/** The ending of a file that holds another one compressed with Brotli. */
export const BROTLI = ".br";

/** The result of a build. File names are relative to `CONSOLE_DIST`; all but source maps contain a hash. */
export interface ConsoleManifest {
  v: 2;
  /** The hash of the sources it was built from. */
  sources: string;
  /** Whether it was built quickly: its compressed files are some 7 % larger. */
  isQuick: boolean;
  /** Addresses of the pages, as patterns: `/events/:id`. */
  pages: string[];
  script: string;
  styles: string;
  /** Styles that the `FIRST_PAGES` do without. */
  laterStyles: string;
  font: string;
  /** Further scripts of each page and of the sign-in page, by address. */
  pageScripts: Record<string, string[]>;
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
  return manifest?.v === 2 ? manifest : undefined;
}

/** The build writes it atomically; if it cannot be parsed, the console is built again. */
function parsed(text: string): ConsoleManifest | undefined {
  try {
    return JSON.parse(text) as ConsoleManifest;
  } catch {
    return undefined;
  }
}
