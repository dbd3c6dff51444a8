import { bindingItems, type NameOfStream } from "../instance/binding.ts";
import type { InstanceRecord } from "../instance/types.ts";
import { picked } from "../shared/picked.ts";
import { type TemplateDocument, templateDocument as templateDocumentStored } from "../template/schema.ts";
import type { PackageRecord, TemplateRecord } from "../template/types.ts";
import { PACKAGE_FORMAT, PACKAGE_VERSION } from "./schema.ts";
import type { InstanceDocument, PackageDocument } from "./types.ts";

export interface PackageContents {
  package: PackageRecord;
  templates: readonly TemplateRecord[];
  /** The instances of these templates; undefined to leave instances out. */
  instances?: readonly InstanceRecord[];
  exportedAt: string;
  nameOf: NameOfStream;
}

/** A package with its templates, and its instances if given, as one document. */
export function packageDocument(
  { package: record, templates, instances, exportedAt, nameOf }: PackageContents,
) {
  const { name, description } = record;
  const document: PackageDocument = {
    format: PACKAGE_FORMAT,
    version: PACKAGE_VERSION,
    exported_at: exportedAt,
    package: { name, description },
    templates: templates.map(templateDocument),
  };
  if (instances === undefined) return document;
  const names = { templates: new Map(templates.map((template) => [template.id, template.name])), nameOf };
  return { ...document, instances: instances.map((one) => instanceDocument(one, names)) };
}

/** The fields of a template that a document contains. */
export function templateDocument(template: TemplateRecord): TemplateDocument {
  return picked(templateDocumentStored.shape, template);
}

interface DocumentNames {
  /** Templates by id. */
  templates: ReadonlyMap<number, string>;
  nameOf: NameOfStream;
}

function instanceDocument(instance: InstanceRecord, { templates, nameOf }: DocumentNames): InstanceDocument {
  const { template_id, instance_name, plant_node_floc_id, bindings } = instance;
  return {
    template: templates.get(template_id) ?? "",
    instance_name,
    plant_node_floc_id,
    placeholders: bindingItems(bindings, nameOf),
  };
}
