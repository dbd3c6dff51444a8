import type { Issue } from "../api/problem.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  groupOf,
  isGroup,
  isNot,
  type TemplateDraft,
} from "./draft.ts";
import { operatorLook } from "./operator_table.ts";

/** Issues of empty fields; the server checks everything else. */
export function blankIssues(draft: TemplateDraft): Issue[] {
  return [
    ...blank(draft.name, "name", "Enter a name for the template"),
    ...draft.new_package === undefined
      ? blank(draft.package_id, "package_id", "Choose a package")
      : blank(draft.package_id ?? draft.new_package.trim(), "new_package", "Enter a name for the package"),
    ...blank(draft.category, "category", "Enter a category"),
    ...draft.placeholders.flatMap(({ placeholder_name }, i) =>
      blank(placeholder_name, `placeholders.${i}.placeholder_name`, "Enter a name for the placeholder")
    ),
    ...draft.rules.flatMap(ruleIssues),
  ];
}

function ruleIssues(rule: DraftRule, index: number): Issue[] {
  const path = `rules.${index}`;
  return [
    ...blank(rule.rule_name, `${path}.rule_name`, "Enter a name for the rule"),
    ...blank(rule.rule_id, `${path}.rule_id`, "Enter an identifier for the rule"),
    ...blank(rule.event_name, `${path}.event_name`, "Enter a name for the event"),
    ...listIssues(rule.conditions, `${path}.conditions`),
    ...rule.until === null ? [] : listIssues(rule.until, `${path}.until`),
    ...pairIssues(rule, path),
  ];
}

function pairIssues({ enrichment }: DraftRule, path: string): Issue[] {
  return enrichment.flatMap(({ key, value }, i) => {
    const at = `${path}.enrichment.${i}.key`;
    if (key === "") return value === "" ? [] : [{ path: at, message: "Enter a name for the value" }];
    const isTwice = enrichment.findIndex((other) => other.key === key) < i;
    return isTwice ? [{ path: at, message: `"${key}" appears twice` }] : [];
  });
}

function listIssues(conditions: readonly DraftCondition[], path: string): Issue[] {
  if (conditions.length === 0) return [{ path, message: "Add a condition" }];
  return conditions.flatMap((condition, i) => conditionIssues(condition, `${path}.${i}`));
}

function conditionIssues(condition: DraftCondition, path: string): Issue[] {
  if (isNot(condition)) return conditionIssues(condition.not, `${path}.not`);
  if (!isGroup(condition)) return comparisonIssues(condition, path);
  const { field, conditions } = groupOf(condition);
  return listIssues(conditions, `${path}.${field}`);
}

function comparisonIssues(comparison: DraftComparison, path: string): Issue[] {
  const { stream, expression, of, operator, value, limit, comparison: counted } = comparison;
  const look = operatorLook(operator);
  return [
    ...expression === undefined
      ? blank(stream, `${path}.stream`, "Choose a stream")
      : blank(expression.trim(), `${path}.expression`, "Enter an expression, such as <A> - <B>"),
    ...look.of === true ? blank(of, `${path}.of`, "Choose the second stream") : [],
    ...look.limit === true ? blank(limit, `${path}.limit`, "Enter the limit") : [],
    ...valueIssues(look.value?.kind, value, `${path}.value`),
    ...counted === undefined
      ? []
      : valueIssues(operatorLook(counted.operator).value?.kind, counted.value, `${path}.comparison.value`),
  ];
}

function valueIssues(
  kind: "one" | "range" | "list" | undefined,
  value: DraftComparison["value"],
  path: string,
): Issue[] {
  switch (kind) {
    case undefined:
      return [];
    case "one":
      return blank(value, path, "Enter a value");
    case "list":
      return Array.isArray(value) && value.length > 0 ? [] : [{ path, message: "Enter at least one value" }];
    case "range": {
      const [low, high] = Array.isArray(value) ? value : [];
      return [
        ...blank(low, `${path}.0`, "Enter the low limit"),
        ...blank(high, `${path}.1`, "Enter the high limit"),
      ];
    }
  }
}

function blank(value: unknown, path: string, message: string): Issue[] {
  return value === undefined || value === null || value === "" ? [{ path, message }] : [];
}
