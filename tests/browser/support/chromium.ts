/** The headless shell renders the same pages at half the cost. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** The path of Chromium: CHROMIUM_BIN, else from the PATH. */
export function findChromium(): string | undefined {
  const named = Deno.env.get("CHROMIUM_BIN");
  if (named !== undefined && named !== "") return named;
  const folders = (Deno.env.get("PATH") ?? "").split(":").filter((folder) => folder !== "");
  return NAMES.flatMap((name) => folders.map((folder) => `${folder}/${name}`)).find(isFile);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
