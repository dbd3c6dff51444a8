/** Checks the rules of imports and names (docs/architecture.md), and for cycles. Usage: check_layers.ts [root] */
import { type Breach, report } from "./breach.ts";
import { cycleBreaches } from "./cycle_breaches.ts";
import { importBreaches } from "./import_breaches.ts";
import { scanProject } from "./scanned_files.ts";
import { wordBreaches } from "./word_breaches.ts";

/** All breaches of the layer rules in the project at `root`, and its cycles. */
export function layerBreaches(root: string): Breach[] {
  const files = scanProject(root);
  return [
    ...files.flatMap((file) => [...importBreaches(file), ...wordBreaches(file)]),
    ...cycleBreaches(files),
  ];
}

if (import.meta.main) Deno.exit(report(layerBreaches(Deno.args[0] ?? "."), "Layers: no breach, no cycle"));
