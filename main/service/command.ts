import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { EXIT_CODES } from "../../cli/commands.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { SettingsError } from "../../settings/settings_error.ts";
import { installSteps, type Step } from "./install.ts";
import { layoutOf, ownBundle } from "./layout.ts";
import { serviceStatus } from "./status.ts";
import { uninstallSteps } from "./uninstall.ts";

interface ServiceOptions {
  root: string;
  isDry: boolean;
}

/** `andon service install|status|uninstall [--dry-run] [--root=<folder>]` */
export async function runService(args: string[]): Promise<number> {
  const { verb, options } = parse(args);
  const layout = layoutOf(options.root);
  requireSystemd(options, verb);
  switch (verb) {
    case "install":
      return await carryOut(await installSteps(requireBundle(), layout), options);
    case "uninstall":
      return await carryOut(await uninstallSteps(layout), options);
    case "status": {
      const { text, isReady } = await serviceStatus(layout);
      console.log(text);
      return isReady ? EXIT_CODES.done.code : EXIT_CODES.failed.code;
    }
    default:
      throw new SettingsError(`service takes install, status or uninstall, not "${verb}"`);
  }
}

function parse(args: string[]): { verb: string; options: ServiceOptions } {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { "dry-run": { type: "boolean", default: false }, root: { type: "string" } },
    });
    const root = values.root === undefined ? "" : resolve(values.root).replace(/\/$/, "");
    return { verb: positionals.join(" "), options: { root, isDry: values["dry-run"] } };
  } catch (error) {
    throw new SettingsError(errorSentence(error));
  }
}

/** SettingsError where there can be no service. A dry run changes nothing, so anybody may have one. */
export function requireSystemd({ root, isDry }: ServiceOptions, verb: string): void {
  if (Deno.build.os !== "linux") {
    throw new SettingsError("A service needs systemd on Linux; on Windows use WinSW (docs/install.md)");
  }
  if (isDry) return;
  if (Deno.uid() !== 0) {
    throw new SettingsError(`"${verb}" needs root; use sudo, or --dry-run to see what it does`);
  }
  if (root === "" && !isRunning()) {
    throw new SettingsError(
      "systemd does not run this machine; start Andon by what does, or use an image (docs/install.md)",
    );
  }
}

/** As sd_booted(3) tells. */
function isRunning(): boolean {
  try {
    return Deno.statSync("/run/systemd/system").isDirectory;
  } catch {
    return false;
  }
}

function requireBundle(): string {
  const bundle = ownBundle();
  if (bundle === undefined) {
    throw new SettingsError(
      "A service runs a bundle, and this runs from the sources: deno task bundle, then its ./andon service install",
    );
  }
  return bundle;
}

async function carryOut(steps: Step[], { isDry }: ServiceOptions): Promise<number> {
  for (const { does, run } of steps) {
    console.log(isDry ? `Would do: ${does}` : does);
    try {
      if (!isDry) await run();
    } catch (error) {
      console.error(`${errorSentence(error)}. What was done stays; the command can be repeated`);
      return EXIT_CODES.failed.code;
    }
  }
  return EXIT_CODES.done.code;
}
