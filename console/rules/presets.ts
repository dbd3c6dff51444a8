import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "../../domain/rule/defaults.ts";
import { TEMPLATE_DEFAULTS, TEMPLATE_SWITCHES } from "../../domain/template/defaults.ts";
import { comparisonsOf, twoOfThree } from "./condition_tree.ts";
import { derivedNames, freeRuleName, ruleId } from "./derived_names.ts";
import { offeredOperators } from "./operator_table.ts";
import { draftRule } from "./template_body.ts";
import type { DraftCondition, DraftRule, TemplateDraft } from "./draft.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Placeholder } from "../../domain/rule/types.ts";

/** A preset for a common rule. */
export interface RulePreset {
  /** As a new rule is called. */
  name: string;
  hint: string;
  /** The type of its stream. */
  type: DataType;
  severity: DraftRule["severity"];
  condition(stream: string): DraftCondition;
}

const HOUR_SECONDS = 3_600;

const ALL: readonly Omit<RulePreset, "name">[] = [
  {
    hint: "A number above a limit",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "greater_than", value: null }),
  },
  {
    hint: "A number below a limit",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "less_than", value: null }),
  },
  {
    hint: "A number outside two limits",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "outside", value: [null, null] }),
  },
  {
    hint: "A signal that is true",
    type: "BOOL",
    severity: "info",
    condition: (stream) => ({ stream, operator: "is_true" }),
  },
  {
    hint: "A text equal to a value",
    type: "STR",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "equals", value: null }),
  },
  {
    hint: "A stream without new values",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "stale_for", value: 300 }),
  },
  {
    hint: "A number that jumps by too much",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ stream, operator: "changed_by", value: null }),
  },
  {
    hint: "A counter, in an hour",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({
      stream,
      operator: "increase_above",
      value: null,
      window_seconds: HOUR_SECONDS,
    }),
  },
  {
    hint: "Number of starts in an hour",
    type: "BOOL",
    severity: "warning",
    condition: (stream) => ({
      stream,
      operator: "times_above",
      comparison: { operator: "is_true" },
      value: null,
      window_seconds: HOUR_SECONDS,
    }),
  },
  {
    hint: "A difference",
    type: "NUM",
    severity: "warning",
    condition: (stream) => ({ expression: stream, operator: "greater_than", value: null }),
  },
  {
    hint: "Two of three numbers",
    type: "NUM",
    severity: "warning",
    condition: (stream) => twoOfThree({ stream, operator: "greater_than", value: null }),
  },
];

/** The presets whose operator the server supports. */
export function rulePresets(): RulePreset[] {
  const offered = new Set(offeredOperators().map(({ name }) => name));
  return ALL.flatMap((preset) => {
    const made = preset.condition("");
    const isOffered = comparisonsOf([made]).every(({ operator }) => offered.has(operator));
    return isOffered ? [{ ...preset, name: derivedNames([made]).rule[0] }] : [];
  });
}

/** A new rule on a stream, named after its comparison, with an unused identifier. */
export function newRule(
  { severity, condition }: Pick<RulePreset, "severity" | "condition">,
  { stream, others, isNamedFully = false }: {
    stream: string;
    others: readonly Pick<DraftRule, "rule_id" | "rule_name">[];
    /** "Pressure too high" also where no other rule is called "Too high". */
    isNamedFully?: boolean;
  },
): DraftRule {
  const conditions = [condition(stream)];
  const names = derivedNames(conditions);
  const taken = others.map((other) => other.rule_name);
  const rule_name = isNamedFully ? names.rule[1] : freeRuleName(names, taken);
  return {
    ...draftRule({
      ...RULE_DEFAULTS,
      rule_id: ruleId(rule_name, others.map(({ rule_id }) => rule_id)),
      rule_name,
      severity,
      conditions: [],
      event_name: names.event,
    }),
    conditions,
  };
}

export function newPlaceholder(placeholder_name: string, data_type: DataType = "NUM"): Placeholder {
  return { ...PLACEHOLDER_DEFAULTS, placeholder_name, data_type };
}

/** A new template: one placeholder and one rule without a limit. */
export function newTemplate(package_id: number | null): TemplateDraft {
  return {
    ...TEMPLATE_DEFAULTS,
    ...TEMPLATE_SWITCHES,
    name: "",
    category: "production",
    package_id,
    placeholders: [newPlaceholder("VALUE")],
    rules: [newRule(rulePresets()[0]!, { stream: "<VALUE>", others: [] })],
  };
}
