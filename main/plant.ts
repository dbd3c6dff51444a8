import type { CommandContext } from "../cli/plant/context.ts";
import { runApply } from "../cli/plant/apply.ts";
import { runExport } from "../cli/plant/export.ts";

export const exportPlant = (args: string[]): Promise<number> => runExport(args, ownContext());

export const applyPlant = (args: string[]): Promise<number> => runApply(args, ownContext());

function ownContext(): CommandContext {
  return {
    environment: Deno.env.toObject(),
    print: (line) => console.log(line),
    warn: (line) => console.error(line),
  };
}
