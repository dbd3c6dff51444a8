import { type CommandName, COMMANDS, EXIT_CODES, isCommand } from "./commands.ts";
import { commandHelp, helpText } from "./help.ts";

/** Runs a command with what follows its name, and resolves to the exit code. */
export type Run = (args: string[]) => number | Promise<number>;

const HELP = ["--help", "-h"];

/** Runs what the command line says. `config --help` is its own: it prints the settings. */
export async function runCommand(
  [name = "--help", ...args]: string[],
  runs: Record<CommandName, Run>,
): Promise<number> {
  if ([...HELP, "help"].includes(name)) return print(helpText());
  if (!isCommand(name)) {
    const names = Object.keys(COMMANDS).join(", ");
    console.error(`Andon has no command "${name}"; use one of ${names}, or --help`);
    return EXIT_CODES.refused.code;
  }
  const wantsHelp = name !== "config" && args.some((arg) => HELP.includes(arg));
  return wantsHelp ? print(commandHelp(name)) : await runs[name](args);
}

function print(text: string): number {
  console.log(text);
  return EXIT_CODES.done.code;
}
