import { readableName } from "../../domain/rule/display_name.ts";
import { PLACEHOLDER_NAME } from "../../domain/rule/references.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { TEMPLATE_DEFAULTS, TEMPLATE_SWITCHES } from "../../domain/template/defaults.ts";
import type { DraftRule, TemplateDraft } from "./draft.ts";
import { newPlaceholder, newRule, rulePresets } from "./presets.ts";
import { freeName, placeholderName } from "./references.ts";

/** The name that is proposed for a package. */
export const NEW_PACKAGE = "Own rules";

/** A stream that a new rule begins with. */
export interface RuleStream {
  stream_name: string;
  data_type: DataType;
}

/** "Line1.Pump.InletPressure" is "Inlet pressure". */
export function quantityOf({ stream_name }: RuleStream): string {
  return readableName(stream_name.split(".").at(-1) ?? stream_name);
}

/** INLET_PRESSURE. */
export function placeholderOf(stream: RuleStream): string {
  const name = placeholderName(quantityOf(stream));
  return PLACEHOLDER_NAME.test(name) ? name : "VALUE";
}

/** A new rule that compares a stream of this type, named after the stream: "Inlet pressure too high". */
export function ruleComparing(
  placeholder: string,
  { type, others }: { type: DataType; others: readonly DraftRule[] },
): DraftRule {
  const preset = rulePresets().find((one) => one.type === type) ?? rulePresets()[0]!;
  return newRule(preset, { stream: `<${placeholder}>`, others, isNamedFully: true });
}

interface TemplateOptions {
  package_id: number | null;
  /** The names of other templates. */
  taken: readonly string[];
}

/** A new template with one rule on the stream. */
export function templateOnStream(stream: RuleStream, { package_id, taken }: TemplateOptions): TemplateDraft {
  const placeholder = placeholderOf(stream);
  return {
    ...TEMPLATE_DEFAULTS,
    ...TEMPLATE_SWITCHES,
    name: freeTemplateName(quantityOf(stream), taken),
    category: "production",
    package_id,
    placeholders: [newPlaceholder(placeholder, stream.data_type)],
    rules: [ruleComparing(placeholder, { type: stream.data_type, others: [] })],
  };
}

function freeTemplateName(name: string, taken: readonly string[]): string {
  for (let number = 1;; number++) {
    const numbered = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/** The placeholder of a template that stands for the stream: as an instance binds it, else the first of its type. */
export function placeholderFor(
  stream: RuleStream,
  { draft, bindings }: { draft: TemplateDraft; bindings: readonly Readonly<Record<string, string>>[] },
): string | undefined {
  const ofType = draft.placeholders.filter(({ data_type }) => data_type === stream.data_type);
  const isBound = ({ placeholder_name: name }: { placeholder_name: string }) =>
    bindings.some((one) => one[name] === stream.stream_name);
  return (ofType.find(isBound) ?? ofType[0])?.placeholder_name;
}

/** The template with one more rule on the stream, and a placeholder for it where none fits. */
export function withRuleOn(
  stream: RuleStream,
  { draft, bindings }: { draft: TemplateDraft; bindings: readonly Readonly<Record<string, string>>[] },
): Pick<TemplateDraft, "rules" | "placeholders"> {
  const { rules, placeholders } = draft, { data_type: type } = stream;
  const known = placeholderFor(stream, { draft, bindings });
  const name = known ?? freeName(placeholderOf(stream), placeholders.map((one) => one.placeholder_name));
  return {
    rules: [...rules, ruleComparing(name, { type, others: rules })],
    placeholders: known === undefined ? [...placeholders, newPlaceholder(name, type)] : placeholders,
  };
}
