import { type CommandName, COMMANDS, EXIT_CODES } from "./commands.ts";

/** All commands, and the exit codes. */
export function helpText(): string {
  const names = Object.keys(COMMANDS) as CommandName[];
  const commands = names.map((name): [string, string] => [name, COMMANDS[name].summary]);
  const codes = Object.values(EXIT_CODES).map(({ code, meaning }): [string, string] => [
    String(code),
    meaning,
  ]);
  return [
    "Usage: andon <command> [arguments]",
    "",
    ...table(commands),
    "",
    'One command: "andon <command> --help". All settings: "andon config --help".',
    "",
    "Exit codes:",
    ...table(codes),
  ].join("\n");
}

export function commandHelp(name: CommandName): string {
  const { args, summary } = COMMANDS[name];
  return `Usage: ${["andon", name, args].join(" ").trim()}\n\n${summary}.`;
}

function table(rows: [string, string][]): string[] {
  const width = Math.max(...rows.map(([first]) => first.length));
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`);
}
