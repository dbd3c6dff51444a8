import { leftOutRules } from "../../../domain/rule/left_out.ts";
import { type PlaceholderUses, placeholderUses } from "../../../domain/rule/uses.ts";
import type { Schemas } from "../../api/client.ts";
import { ruleNames } from "../../backtest/backtest_text.ts";
import type { Issue } from "../../api/problem.ts";
import { asDomainTemplate } from "../../instances/bound_rules.ts";
import type { Instance } from "../../instances/instance_text.ts";

export type Template = Schemas["Template"];
export type Placeholder = Template["placeholders"][number];

/** The typed binding of one placeholder; empty if not bound. */
export interface BindingDraft {
  placeholder_name: string;
  kind: "stream" | "value";
  stream_name: string;
  value: string;
}

/** The values of the instance form. */
export interface InstanceDraft {
  /** Empty until one is chosen. */
  template_id: string;
  instance_name: string;
  /** Empty: no location. */
  plant_node_floc_id: string;
  placeholders: BindingDraft[];
  deploy: boolean;
}

/** The placeholders that need a stream, and those that need a constant. */
export function boundAs(template: Template): Pick<PlaceholderUses, "streams" | "constants"> {
  return placeholderUses(asDomainTemplate(template).rules);
}

/** The names of the rules that are left out where only this placeholder is not bound. */
export function leftOutWithout(name: string, template: Template): string[] {
  const others = template.placeholders.filter(({ placeholder_name }) => placeholder_name !== name);
  const bindings = Object.fromEntries(others.map(({ placeholder_name }) => [placeholder_name, { value: 0 }]));
  const nameOf = ruleNames(template);
  return leftOutRules({ template: asDomainTemplate(template), bindings })
    .map(({ rule_id }) => nameOf(rule_id));
}

/** One row per placeholder of a template; bindings typed for the same name are kept. */
export function bindingDrafts(template: Template, typed: readonly BindingDraft[]): BindingDraft[] {
  const { streams, constants } = boundAs(template);
  return template.placeholders.map(({ placeholder_name, default_value }) => {
    const isConstant = constants.has(placeholder_name) ||
      !streams.has(placeholder_name) && default_value !== null;
    const kind = isConstant ? "value" : "stream";
    const same = typed.find((one) => one.placeholder_name === placeholder_name);
    return same ?? { placeholder_name, kind, stream_name: "", value: "" };
  });
}

export function newDraft(template: Template | undefined): InstanceDraft {
  return {
    template_id: template === undefined ? "" : String(template.id),
    instance_name: "",
    plant_node_floc_id: "",
    deploy: true,
    placeholders: template === undefined ? [] : bindingDrafts(template, []),
  };
}

/** A new instance bound to the streams of the template's last backtest, if they exist. */
export function testedDraft(
  template: Template | undefined,
  { mappings, isStream }: { mappings: Readonly<Record<string, string>>; isStream(name: string): boolean },
): InstanceDraft {
  const draft = newDraft(template);
  const placeholders = draft.placeholders.map((one): BindingDraft => {
    const text = mappings[one.placeholder_name] ?? "";
    return isStream(text) ? { ...one, kind: "stream", stream_name: text } : one;
  });
  return { ...draft, placeholders };
}

/** "Plant.Line2.Boiler.Pressure" and "Steam supply": "Line2 Boiler steam supply". */
export function suggestedName(stream: string, { name }: Pick<Template, "name">): string {
  return [...stream.split(".").slice(-3, -1), name.toLowerCase()].join(" ");
}

export function draftOf(instance: Instance, template: Template): InstanceDraft {
  const typed = instance.placeholders.map((binding): BindingDraft =>
    "stream_name" in binding ? { ...binding, kind: "stream", value: "" } : {
      placeholder_name: binding.placeholder_name,
      kind: "value",
      stream_name: "",
      value: String(binding.value),
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

/** The bindings for the API, in the order of the rows, so that issues match them by index. */
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

/** Issues found without the server: a missing name, a constant that is not a number. */
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
    ? [{ path: "instance_name", message: "Enter a name" }, ...wrong]
    : wrong;
}

/** The bindings of a draft entered so far, for the preview. */
export function draftedInstance(draft: InstanceDraft, template: Template): Pick<Instance, "placeholders"> {
  return {
    placeholders: bindingsBody(draft.placeholders, template).flatMap((binding): Instance["placeholders"] => {
      if ("value" in binding) return [binding];
      const { placeholder_name, stream_name } = binding;
      return stream_name === null ? [] : [{ placeholder_name, stream_name }];
    }),
  };
}
