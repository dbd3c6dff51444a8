import { placeholderUses } from "../../../domain/rule/uses.ts";
import type { Condition } from "../../../domain/rule/types.ts";
import type { Schemas } from "../../api/client.ts";
import type { Issue } from "../../api/problem.ts";
import type { Instance } from "../../instances/instance_words.ts";

export type Template = Schemas["Template"];
export type Placeholder = Template["placeholders"][number];

/** What is typed of one placeholder's binding; empty: nothing is bound. */
export interface BindingDraft {
  placeholder_name: string;
  kind: "stream" | "value";
  stream_name: string;
  value: string;
}

/** An instance as it is typed. */
export interface InstanceDraft {
  /** Empty until one is chosen. */
  template_id: string;
  instance_name: string;
  /** Empty: nowhere in particular. */
  plant_node_floc_id: string;
  placeholders: BindingDraft[];
  deploy: boolean;
}

/** The placeholders that stand for a stream in some condition: no constant can. */
export function streamOnly({ rules }: Pick<Template, "rules">): ReadonlySet<string> {
  return placeholderUses(rules.map((rule) => ({ ...rule, conditions: rule.conditions as Condition[] })))
    .streams;
}

/** Rows for a template's placeholders; what was typed for one of the same name stays. */
export function bindingDrafts(template: Template, typed: readonly BindingDraft[]): BindingDraft[] {
  const mustBeStream = streamOnly(template);
  return template.placeholders.map(({ placeholder_name, default_value }) => {
    const kind = mustBeStream.has(placeholder_name) || default_value === null ? "stream" : "value";
    const same = typed.find((one) => one.placeholder_name === placeholder_name);
    return same ?? { placeholder_name, kind, stream_name: "", value: "" };
  });
}

export function newDraft(template: Template | undefined): InstanceDraft {
  return {
    ...{ template_id: template === undefined ? "" : String(template.id), instance_name: "" },
    ...{ plant_node_floc_id: "", deploy: true },
    placeholders: template === undefined ? [] : bindingDrafts(template, []),
  };
}

/** A new one on the streams that its template was last tried with, as far as there are such. */
export function triedDraft(
  template: Template | undefined,
  { mappings, isStream }: { mappings: Readonly<Record<string, string>>; isStream(name: string): boolean },
): InstanceDraft {
  const draft = newDraft(template);
  const placeholders = draft.placeholders.map((one): BindingDraft => {
    const text = mappings[one.placeholder_name] ?? "";
    return isStream(text) ? { ...one, kind: "stream", stream_name: text } : one;
  });
  const stream = placeholders.find(({ stream_name }) => stream_name !== "")?.stream_name;
  const instance_name = stream === undefined || template === undefined ? "" : suggestedName(stream, template);
  return { ...draft, placeholders, instance_name };
}

/** "Plant.Line2.Boiler.Pressure" and "Steam supply": "Line2 Boiler steam supply". */
export function suggestedName(stream: string, { name }: Pick<Template, "name">): string {
  return [...stream.split(".").slice(-3, -1), name.toLowerCase()].join(" ");
}

export function draftOf(instance: Instance, template: Template): InstanceDraft {
  const typed = instance.placeholders.map((binding): BindingDraft =>
    "stream_name" in binding ? { ...binding, kind: "stream", value: "" } : {
      ...{ placeholder_name: binding.placeholder_name, kind: "value" },
      ...{ stream_name: "", value: String(binding.value) },
    }
  );
  return {
    template_id: String(instance.template_id),
    instance_name: instance.instance_name,
    plant_node_floc_id: instance.plant_node_floc_id ?? "",
    placeholders: bindingDrafts(template, typed),
    deploy: false,
  };
}

type Binding =
  & { placeholder_name: string }
  & ({ stream_name: string | null } | { value: string | number | boolean });

/** As the interface takes it: in the order of the rows, so that its issues find them. */
export function bindingsBody(drafts: readonly BindingDraft[], template: Template): Binding[] {
  const types = new Map(template.placeholders.map((one) => [one.placeholder_name, one.data_type]));
  return drafts.map(({ placeholder_name, kind, stream_name, value }) => {
    if (kind === "stream" || value === "") {
      return { placeholder_name, stream_name: kind === "stream" && stream_name !== "" ? stream_name : null };
    }
    return { placeholder_name, value: typedValue(value, types.get(placeholder_name)) };
  });
}

function typedValue(text: string, type: Placeholder["data_type"] | undefined): string | number | boolean {
  if (type === "NUM") return Number(text);
  return type === "BOOL" ? text === "true" : text;
}

/** What can be told before it is sent: no name, a constant that is no number. */
export function draftIssues(draft: InstanceDraft, template: Template | undefined): Issue[] {
  if (template === undefined) return [{ path: "template_id", message: "Choose a template" }];
  const types = new Map(template.placeholders.map((one) => [one.placeholder_name, one.data_type]));
  const wrong = draft.placeholders.flatMap(({ placeholder_name, kind, value }, index) =>
    kind === "value" && value !== "" && types.get(placeholder_name) === "NUM" &&
      !Number.isFinite(Number(value))
      ? [{ path: `placeholders.${index}.value`, message: "Must be a number" }]
      : []
  );
  return draft.instance_name.trim() === ""
    ? [{ path: "instance_name", message: "Give it a name" }, ...wrong]
    : wrong;
}

/** The instance that a draft would be, as far as it is bound: to show what it would see. */
export function draftedInstance(draft: InstanceDraft, template: Template): Pick<Instance, "placeholders"> {
  return {
    placeholders: bindingsBody(draft.placeholders, template).flatMap((binding): Instance["placeholders"] => {
      if ("value" in binding) return [binding];
      const { placeholder_name, stream_name } = binding;
      return stream_name === null ? [] : [{ placeholder_name, stream_name }];
    }),
  };
}
