/**
 * Before a command that runs without all permissions: builds the console where it is out of date, and prints the
 * permission flags. Usage: deno run $(deno run -A main/permissions.ts start) main.ts start
 */
import { createLog } from "../settings/log.ts";
import { loadConsole } from "./console.ts";
import { permissionFlags } from "./permission_flags.ts";

if (Deno.args[0] === "start") {
  const log = createLog({ level: "info", format: "text", now: Date.now });
  await loadConsole(log).catch((error) => console.error(error.message));
}
const flags = permissionFlags(Deno.env.toObject());
if (flags.some((flag) => /\s/.test(flag))) {
  console.error("A path with a space cannot be passed on; all files may be read and written");
  console.log(flags.map((flag) => flag.replace(/^(--allow-(read|write))=.*/, "$1")).join(" "));
} else {
  console.log(flags.join(" "));
}
