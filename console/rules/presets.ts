import { offeredOperators } from "./operator_table.ts";
import type { DraftCondition, DraftRule, TemplateDraft } from "./draft.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Placeholder } from "../../domain/rule/types.ts";

/** A rule to begin with, for what people want most often. */
export interface RulePreset {
  name: string;
  hint: string;
  /** Of the stream that it is about. */
  type: DataType;
  /** Of the event's name: `<PRESSURE>.High`. */
  suffix: string;
  severity: DraftRule["severity"];
  condition(stream: string): DraftCondition;
}

const ALL: readonly RulePreset[] = [
  {
    ...{ name: "Too high", hint: "A number above a limit", type: "NUM", suffix: "High", severity: "warning" },
    condition: (stream) => ({ stream, operator: "greater_than", value: null }),
  },
  {
    ...{ name: "Too low", hint: "A number below a limit", type: "NUM", suffix: "Low", severity: "warning" },
    condition: (stream) => ({ stream, operator: "less_than", value: null }),
  },
  {
    ...{ name: "Out of range", hint: "A number outside of two limits", type: "NUM" },
    ...{ suffix: "OutOfRange", severity: "warning" },
    condition: (stream) => ({ stream, operator: "outside", value: [null, null] }),
  },
  {
    ...{ name: "On", hint: "A signal that is true", type: "BOOL", suffix: "On", severity: "info" },
    condition: (stream) => ({ stream, operator: "is_true" }),
  },
  {
    ...{ name: "In a state", hint: "A text that says a certain word", type: "STR" },
    ...{ suffix: "State", severity: "warning" },
    condition: (stream) => ({ stream, operator: "equals", value: null }),
  },
  {
    ...{ name: "Silent", hint: "A stream that sends nothing any more", type: "NUM" },
    ...{ suffix: "Silent", severity: "warning" },
    condition: (stream) => ({ stream, operator: "stale_for", value: 300 }),
  },
];

/** Those whose operator the server takes. */
export function rulePresets(): RulePreset[] {
  const offered = new Set(offeredOperators().map(({ name }) => name));
  return ALL.filter(({ condition }) => {
    const made = condition("");
    return "operator" in made && offered.has(made.operator);
  });
}

/** A new rule over a stream, under an identifier that is still free. */
export function newRule(
  { name, suffix, severity, condition }: RulePreset,
  { stream, taken }: { stream: string; taken: readonly string[] },
): DraftRule {
  return {
    ...{ rule_id: ruleId(name, taken), rule_name: name, logic: "all", severity },
    conditions: [condition(stream)],
    event_name: stream === "" ? "" : `${stream}.${suffix}`,
    event_description: "",
    ...{ on_delay_seconds: 0, off_delay_seconds: 0, enrichment: [] },
    ...{ cause: "", consequence: "", action: "" },
  };
}

/** "Too high!" is too_high; too_high_2 when there is one. */
export function ruleId(name: string, taken: readonly string[]): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60) ||
    "rule";
  if (!taken.includes(plain)) return plain;
  for (let number = 2;; number++) {
    if (!taken.includes(`${plain}_${number}`)) return `${plain}_${number}`;
  }
}

export function newPlaceholder(placeholder_name: string, data_type: DataType = "NUM"): Placeholder {
  return {
    ...{ placeholder_name, data_type, description: "", is_required: true },
    ...{ default_value: null, max_age_seconds: null },
  };
}

/** Where a template begins: one measured value, and a limit that is still to be given. */
export function newTemplate(package_id: number | null): TemplateDraft {
  return {
    ...{ name: "", description: "", category: "production", color: "#5b646d", package_id },
    ...{ is_active: true, allow_instances: true },
    placeholders: [newPlaceholder("VALUE")],
    rules: [newRule(rulePresets()[0], { stream: "<VALUE>", taken: [] })],
  };
}
