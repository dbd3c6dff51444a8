/** The shell draws the same pages with half of the work. */
const NAMES = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

/** Where a Chromium is: CHROMIUM_BIN, whatever it names; else on the PATH. */
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
