import type { Step } from "./install.ts";
import { type Layout, readOr, UNIT } from "./layout.ts";
import { run } from "./programs.ts";

/** The steps that end the service. What is stored, the secrets and the bundles stay. */
export async function uninstallSteps({ root, unit, data, config, link }: Layout): Promise<Step[]> {
  const stays = `Keeps ${data}, ${config} and ${link}`;
  if (await readOr(unit, undefined) === undefined) {
    return [{ does: `There is no ${unit}. ${stays}`, run: () => Promise.resolve() }];
  }
  const scope = root === "" ? ["--now"] : [`--root=${root}`];
  return [
    { does: "Stops and disables the unit", run: () => run(["systemctl", ...scope, "disable", UNIT]) },
    { does: `Removes ${unit}`, run: () => Deno.remove(unit) },
    ...root === "" ? [{ does: "Tells systemd", run: () => run(["systemctl", "daemon-reload"]) }] : [],
    { does: stays, run: () => Promise.resolve() },
  ];
}
