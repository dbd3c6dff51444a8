import type { InstanceRecord } from "../../../domain/instance/types.ts";
import type { PackageRecord, TemplateRecord } from "../../../domain/template/types.ts";
import type { Storage } from "../../../storage/contract.ts";

/** A template as a client reads it. */
export function templateView({ v: _, ...template }: TemplateRecord, instancesCount: number) {
  return {
    ...template,
    rules_count: template.rules.length,
    placeholders_count: template.placeholders.length,
    instances_count: instancesCount,
  };
}

/** The templates of a package, each with the instances made of it. */
export function packageTemplates(storage: Storage, packageId: number) {
  return storage.templates.list({ package_id: packageId }).map((template) => {
    const instances = storage.instances.list({ template_id: template.id });
    return { ...templateView(template, instances.length), instances: instances.map(instanceSummary) };
  });
}

export function packageView(storage: Storage, { v: _, ...found }: PackageRecord) {
  return { ...found, templates: packageTemplates(storage, found.id) };
}

function instanceSummary({ id, instance_name, is_deployed }: InstanceRecord) {
  return { id, instance_name, is_deployed };
}
