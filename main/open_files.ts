/** The most files and connections that this process may have open (ulimit -n). Undefined except on Linux. */
export function openFilesLimit(): number | undefined {
  if (Deno.build.os !== "linux") return undefined;
  try {
    return limitIn(Deno.readTextFileSync("/proc/self/limits"));
  } catch {
    return undefined;
  }
}

function limitIn(limits: string): number | undefined {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? [];
  return soft === undefined ? undefined : Number(soft);
}
