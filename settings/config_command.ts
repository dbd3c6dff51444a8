import { effectiveSettings, settingsHelp } from "./help.ts";
import { type Environment, parseSettings } from "./settings.ts";
import { SettingsError } from "./settings_error.ts";
import type { Machine } from "./types.ts";

export interface CommandAnswer {
  text: string;
  /** 0, or 2 for a wrong setting or argument, with the text for standard error. */
  exitCode: 0 | 2;
}

/** `deno task config [dev|start|--help]`. */
export function configCommand(args: string[], env: Environment, machine: Machine): CommandAnswer {
  const [first = "dev"] = args;
  if (first === "--help" || first === "-h") return { text: settingsHelp(), exitCode: 0 };
  if (first !== "dev" && first !== "start") {
    return {
      text: `${JSON.stringify(first)} is not an argument of config; use dev, start or --help`,
      exitCode: 2,
    };
  }
  try {
    return { text: effectiveSettings(parseSettings(env, first, machine)), exitCode: 0 };
  } catch (error) {
    if (error instanceof SettingsError) return { text: error.message, exitCode: 2 };
    throw error;
  }
}
