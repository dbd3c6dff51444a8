/** A platform that a bundle is built for. */
export interface Target {
  /** The npm package of Deno's binary; `deno.lock` beside this file has its version and digest. */
  deno: string;
  binary: "deno" | "deno.exe";
  launcher: "andon" | "andon.cmd";
  archive: "tar.gz" | "zip";
}

const unix = { binary: "deno", launcher: "andon", archive: "tar.gz" } as const;

export const TARGETS = {
  "linux-x64": { deno: "@deno/linux-x64-glibc", ...unix },
  "linux-arm64": { deno: "@deno/linux-arm64-glibc", ...unix },
  "windows-x64": { deno: "@deno/win32-x64", binary: "deno.exe", launcher: "andon.cmd", archive: "zip" },
  "macos-arm64": { deno: "@deno/darwin-arm64", ...unix },
} as const satisfies Record<string, Target>;

export type TargetName = keyof typeof TARGETS;
