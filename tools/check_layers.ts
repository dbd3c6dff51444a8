/** Checks the rules of imports and names (docs/architecture.md). Usage: check_layers.ts [root] */
import { type Breach, report } from "./breach.ts";
import { importBreaches } from "./import_breaches.ts";
import { scanProject } from "./source_files.ts";
import { wordBreaches } from "./word_breaches.ts";

/** All breaches of the layer rules in the project at `root`. */
export function layerBreaches(root: string): Breach[] {
  return scanProject(root).flatMap((file) => [...importBreaches(file), ...wordBreaches(file)]);
}

if (import.meta.main) Deno.exit(report(layerBreaches(Deno.args[0] ?? "."), "Layers: no breach"));
