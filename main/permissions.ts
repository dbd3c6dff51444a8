/**
 * Before a command that runs without all permissions: builds the console where it is out of date, and prints the
 * permission flags. Usage: deno run $(deno run -A main/permissions.ts start) main.ts start
 * With --lines each flag is on a line of its own, so that paths may have spaces.
 */
import { COMMANDS, isCommand } from "../cli/commands.ts";
import { createLog } from "../settings/log.ts";
import { loadConsole } from "./console.ts";
import { flagsOf } from "./permission_flags.ts";

const [name = "", ...args] = Deno.args;
if (name === "start") {
  const log = createLog({ level: "info", format: "text", now: Date.now });
  await loadConsole(log).catch((error) => console.error(error.message));
}
const own = args.filter((arg) => arg !== "--lines");
const flags = flagsOf(isCommand(name) ? COMMANDS[name].permissions : "none", Deno.env.toObject(), own);
if (own.length < args.length) {
  console.log(flags.join("\n"));
} else if (flags.some((flag) => /\s/.test(flag))) {
  console.error("A path with a space cannot be passed on; all files may be read and written");
  console.log(flags.map((flag) => flag.replace(/^(--allow-(read|write))=.*/, "$1")).join(" "));
} else {
  console.log(flags.join(" "));
}
