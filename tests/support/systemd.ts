const NEEDED = ["systemctl", "systemd-sysusers", "systemd-analyze"];

/** Registers a test of a service in a folder of its own, which needs root and systemd's programs, and no systemd that runs. */
export function systemdTest(fact: string, body: () => Promise<void>): void {
  if (Deno.build.os === "linux" && Deno.uid() === 0 && NEEDED.every(isThere)) return Deno.test(fact, body);
  console.log(
    `Left out for want of root or systemd's programs: "${fact}". To have them: apt-get install systemd`,
  );
  Deno.test({ name: fact, ignore: true, fn() {} });
}

function isThere(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}
