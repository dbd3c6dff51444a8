/** As many as make no difference to the settings' defaults. */
const ENOUGH = 25_000;

/**
 * The most files and connections that this process may have open (ulimit -n). Without all permissions Deno may not read
 * it, so files are opened until there are no more; Infinity beyond 25,000. Undefined except on Linux.
 */
export function openFilesLimit(): number | undefined {
  if (Deno.build.os !== "linux") return undefined;
  try {
    return limitIn(Deno.readTextFileSync("/proc/self/limits"));
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? openable() : undefined;
  }
}

function limitIn(limits: string): number | undefined {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}

/** Opens this file again and again. */
function openable(): number | undefined {
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < ENOUGH) files.push(Deno.openSync(new URL(import.meta.url)));
    return Infinity;
  } catch {
    return files.length === 0 ? undefined : files.length;
  } finally {
    for (const file of files) file.close();
  }
}
