import { loadConsole } from "../../main/console.ts";
import type { ConsoleBuild } from "../../ports/console.ts";

let loaded: Promise<ConsoleBuild> | undefined;

/** The real console, built when there is no build of these sources; once a process. */
export function builtConsole(): Promise<ConsoleBuild> {
  return loaded ??= loadConsole((level, message, fields) => {
    if (level !== "info") throw new Error(`${message} ${JSON.stringify(fields)}`);
  });
}
