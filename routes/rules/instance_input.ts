import type { Bound } from "../../domain/instance/binding.ts";
import { bindForms } from "../../domain/instance/binding_forms.ts";
import { type BindingForms, instanceChangeSchema, instanceSchema } from "../../domain/instance/schema.ts";
import { bindingsOfTwoSources } from "../../domain/instance/source.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { unknownReferences } from "../pipeline/references.ts";
import { nameOf } from "./views/instance.ts";

/** The issues of a new instance's body: missing resources and incomplete bindings. */
export function newInstanceIssues(storage: Storage, given: Record<string, unknown>): Issue[] {
  const id = given.template_id;
  const template = typeof id === "number" ? storage.templates.get(id) : undefined;
  return [
    ...unknownReferences(given, [{
      path: "template_id",
      noun: "Template",
      find: (id) => storage.templates.get(id),
    }]),
    ...closedTemplate(template),
    ...unknownNode(storage, given),
    ...(template === undefined ? [] : bindingIssues(storage, { given, template })),
  ];
}

/** The issues of a changed instance's body: missing resources and incomplete bindings. */
export function changedInstanceIssues(
  storage: Storage,
  { given, current }: { given: Record<string, unknown>; current: InstanceRecord },
): Issue[] {
  const template = storage.templates.get(current.template_id);
  return [
    ...unknownNode(storage, given),
    ...(template === undefined ? [] : bindingIssues(storage, { given, template, current })),
  ];
}

/** The bindings of a body; undefined if it has none. */
export function bindBody(
  storage: Storage,
  { forms, template, current }: { forms: BindingForms; template: TemplateRecord; current?: InstanceRecord },
): Bound | undefined {
  const bound = bindForms(forms, {
    rules: template.rules,
    placeholders: template.placeholders,
    streamNamed: (name) => storage.assets.streamByName(name)?.id,
    nameOf: nameOf({ storage }),
    current: current?.bindings,
  });
  if (bound === undefined || bound.issues.length > 0) return bound;
  const issues = bindingsOfTwoSources(bound.bindings, {
    streamOf: (id) => storage.assets.stream(id),
    pathOf(name) {
      const at = forms.placeholders?.findIndex(({ placeholder_name: one }) => one === name) ?? -1;
      return at < 0 ? `placeholder_mappings.${name}` : `placeholders.${at}.stream_name`;
    },
  });
  return { ...bound, issues };
}

function closedTemplate(template: TemplateRecord | undefined): Issue[] {
  if (template === undefined || template.allow_instances) return [];
  return [{ path: "template_id", message: `Template "${template.name}" allows no new instances` }];
}

function unknownNode({ plant }: Storage, { plant_node_floc_id: id }: Record<string, unknown>): Issue[] {
  if (typeof id !== "string" || plant.get(id) !== undefined) return [];
  return [{ path: "plant_node_floc_id", message: `Plant node "${id}" does not exist` }];
}

/** Runs only for fields of the right type. The schema reports the others. */
function bindingIssues(
  storage: Storage,
  { given, ...place }: { given: Record<string, unknown>; template: TemplateRecord; current?: InstanceRecord },
): Issue[] {
  const { placeholders, placeholder_mappings } = given;
  const shape = place.current === undefined ? instanceSchema : instanceChangeSchema;
  const whole = { template_id: place.template.id, instance_name: "-", placeholders, placeholder_mappings };
  const forms = shape.safeParse(whole);
  return forms.success ? bindBody(storage, { forms: forms.data, ...place })?.issues ?? [] : [];
}
