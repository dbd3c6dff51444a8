import type { Setting } from "./settings_entry.ts";
import { SETTINGS } from "./settings_table.ts";
import type { Settings } from "./types.ts";

const LINE_WIDTH = 100;
const INDENT = "    ";

/** All settings with their defaults and meaning. */
export function settingsHelp(): string {
  return [
    "Andon is configured by environment variables; an empty one counts as not set.",
    "",
    "  deno task config             prints the settings in effect for `deno task dev`",
    "  deno task config start       the settings in effect for `deno task start`",
    "  deno task config --help      prints this help",
    "",
    ...table().map(entryHelp),
  ].join("\n");
}

/** The settings in effect, one `NAME=value` per line; secrets only as set or unset. */
export function effectiveSettings(settings: Settings): string {
  return table().map((setting) => `${setting.name}=${setting.show(settings)}`).join("\n");
}

function table(): Setting<unknown>[] {
  return Object.values(SETTINGS);
}

function entryHelp(setting: Setting<unknown>): string {
  const lines = [
    ...wrapped(setting.meaning),
    ...wrapped(`Use ${setting.wants}.`),
    ...(setting.secret ? wrapped(`Or ${setting.name}_FILE, the path of a file that holds it.`) : []),
    ...wrapped(`Default: ${setting.standard}`),
  ];
  return [setting.name, ...lines, ""].join("\n");
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  let line = INDENT;
  for (const word of text.split(" ")) {
    if (line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = INDENT;
    }
    line += line === INDENT ? word : ` ${word}`;
  }
  return [...lines, line];
}
