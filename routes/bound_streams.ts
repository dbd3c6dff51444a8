import { possibleStreamNames } from "../domain/instance/deployment.ts";
import type { Storage } from "../storage/contract.ts";

/** By how many deployed instances each stream is bound, by the stream's name. */
export function boundStreamCounts({ instances, templates, assets }: Storage): Map<string, number> {
  const counts = new Map<string, number>();
  for (const instance of instances.list({ is_deployed: true })) {
    const template = templates.deployedAs(instance);
    if (template === undefined) continue;
    for (const name of possibleStreamNames(template, instance.bindings)) {
      if (assets.streamByName(name) !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return counts;
}
