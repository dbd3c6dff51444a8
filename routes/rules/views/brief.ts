import type { Severity } from "../../../domain/event/types.ts";
import type { PackageRecord, TemplateRecord } from "../../../domain/template/types.ts";
import { picked } from "../../../domain/shared/picked.ts";
import type { Storage } from "../../../storage/contract.ts";
import { briefTemplate } from "./schemas/brief.ts";

interface InstanceTally {
  made: number;
  deployed: number;
}

/** How many instances a template has, and how many of them are deployed. */
export function instanceTally({ instances }: Storage, templateId: number): InstanceTally {
  const made = instances.list({ template_id: templateId });
  return { made: made.length, deployed: made.filter(({ is_deployed }) => is_deployed).length };
}

/** A template without its rules and placeholders. */
export function templateBriefView(template: TemplateRecord, { made, deployed }: InstanceTally) {
  const { rules, placeholders } = template;
  return {
    ...picked(briefTemplate.shape, template),
    rule_names: rules.map(({ rule_name }) => rule_name),
    severities: severitiesOf(rules),
    rules_count: rules.length,
    placeholders_count: placeholders.length,
    instances_count: made,
    deployed_count: deployed,
  };
}

function severitiesOf(rules: TemplateRecord["rules"]): Record<Severity, number> {
  const counts = { info: 0, warning: 0, error: 0, critical: 0 };
  for (const { severity } of rules) counts[severity]++;
  return counts;
}

/** A package without its templates. */
export function packageBriefView({ v: _, ...found }: PackageRecord, templatesCount: number) {
  return { ...found, templates_count: templatesCount };
}

/** How many templates each package has. */
export function templateCounts(storage: Storage): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { package_id: id } of storage.templates.list({})) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
