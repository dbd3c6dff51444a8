import type { TemplateVersion } from "../../../domain/template/types.ts";
import type { Storage } from "../../../storage/contract.ts";

/** The number of deployed instances of a template by version. */
export function deployedByVersion(storage: Storage, templateId: number): Map<number | null, number> {
  const deployed = storage.instances.list({ template_id: templateId, is_deployed: true });
  const counts = new Map<number | null, number>();
  for (const { template_version: on } of deployed) counts.set(on, (counts.get(on) ?? 0) + 1);
  return counts;
}

/** A version as a client reads it. */
export function templateVersionView(version: TemplateVersion, deployed: ReadonlyMap<number | null, number>) {
  return {
    ...version,
    rules_count: version.rules.length,
    placeholders_count: version.placeholders.length,
    deployed_instances: deployed.get(version.version) ?? 0,
  };
}
