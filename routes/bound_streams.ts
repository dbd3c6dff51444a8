import { possibleStreamNames } from "../domain/instance/deployment.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";
import type { TemplateRecord } from "../domain/template/types.ts";
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

/** Whether an instance may look at a stream, by its bindings or by the rules that it runs on or would. */
export function lookingAt(
  { assets, templates }: Storage,
  streamId: number,
): (instance: InstanceRecord) => boolean {
  const stream = assets.stream(streamId)?.stream_name;
  if (stream === undefined) return () => false;
  const naming = new Map<TemplateRecord, boolean>();
  const names = (template: TemplateRecord) => {
    const known = naming.get(template) ?? possibleStreamNames(template, {}).includes(stream);
    naming.set(template, known);
    return known;
  };
  return (instance) => {
    const template = templates.deployedAs(instance);
    if (template === undefined) return false;
    return names(template) ||
      Object.values(instance.bindings).some((one) => "stream_name" in one && one.stream_name === stream);
  };
}
