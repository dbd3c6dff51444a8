import { type Run, runCommand } from "./cli/run.ts";
import { runCompletions } from "./cli/completions.ts";
import type { CommandName } from "./cli/commands.ts";
import { runConfig, runDev, runSimulatorAlone, runStart, runVersion } from "./main/commands.ts";
import { exitCodeOf } from "./main/ending.ts";

const runs: Record<CommandName, Run> = {
  dev: runDev,
  start: runStart,
  simulator: runSimulatorAlone,
  config: runConfig,
  version: runVersion,
  collector: async (args) => await (await import("./main/collector.ts")).runCollector(args),
  admin: async (args) => await (await import("./main/admin.ts")).runAdmin(args),
  audit: async (args) => await (await import("./main/audit.ts")).runAudit(args),
  backup: async (args) => await (await import("./main/backup.ts")).runBackup(args),
  export: async (args) => await (await import("./main/plant.ts")).exportPlant(args),
  apply: async (args) => await (await import("./main/plant.ts")).applyPlant(args),
  completions: runCompletions,
  service: async (args) => await (await import("./main/service/command.ts")).runService(args),
  upgrade: async (args) => await (await import("./main/upgrade/command.ts")).runUpgrade(args),
  restore: async (args) => await (await import("./main/restore.ts")).runRestore(args),
};

if (import.meta.main) Deno.exit(await exitCodeOf(() => runCommand(Deno.args, runs)));
