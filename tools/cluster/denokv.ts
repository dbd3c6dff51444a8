import { fileURLToPath } from "node:url";

export const DENOKV_VERSION = "0.14.0";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const BUILT = `${ROOT}.cache/denokv-${DENOKV_VERSION}`;

/**
 * The path of the KV server: DENOKV_BIN if set, else on the PATH, in the project's `.cache`, or in the cache of
 * `.ci/run`.
 */
export function findDenokv(): string | undefined {
  const named = Deno.env.get("DENOKV_BIN");
  if (named !== undefined && named !== "") return named;
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return [...folders.map((folder) => `${folder}/denokv`), `${BUILT}/bin/denokv`, ...inCiCache()].find(isFile);
}

function inCiCache(): string[] {
  const cache = Deno.env.get("XDG_CACHE_HOME") || `${Deno.env.get("HOME") ?? "/root"}/.cache`;
  return [`${cache}/andon/denokv-${DENOKV_VERSION}-${Deno.build.arch}/denokv`];
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Builds it into the project's `.cache`, in two to five minutes. Undefined when that fails, after a message. */
export async function buildDenokv(print: (line: string) => void): Promise<string | undefined> {
  const args = ["install", "denokv", "--version", DENOKV_VERSION, "--locked", "--root", BUILT];
  print(`denokv is missing; building it once, 2 to 5 minutes: cargo ${args.join(" ")}`);
  try {
    const { success } = await new Deno.Command("cargo", { args, stdout: "inherit", stderr: "inherit" })
      .spawn().status;
    if (success) return `${BUILT}/bin/denokv`;
    print("denokv could not be built; it needs Rust 1.95 and a C compiler");
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    print("denokv cannot be built here: there is no cargo on the PATH");
  }
  return undefined;
}
