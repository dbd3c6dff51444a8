import { runConfig, runDev, runSimulatorAlone, runStart } from "./main/commands.ts";
import { exitCodeOf } from "./main/ending.ts";

const commands: Record<string, (args: string[]) => Promise<number>> = {
  dev: runDev,
  start: runStart,
  simulator: runSimulatorAlone,
  config: runConfig,
  admin: async (args) => await (await import("./main/admin.ts")).runAdmin(args),
  audit: async (args) => await (await import("./main/audit.ts")).runAudit(args),
  backup: async (args) => await (await import("./main/backup.ts")).runBackup(args),
  restore: async (args) => await (await import("./main/backup.ts")).runRestore(args),
};

/** Runs one command; a wrong setting is one clear line and exit code 2. */
async function main([name = "", ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (command === undefined) {
    console.error(`Andon has no command "${name}"; use one of ${Object.keys(commands).join(", ")}`);
    return 2;
  }
  return await exitCodeOf(() => command(args));
}

if (import.meta.main) Deno.exit(await main(Deno.args));
