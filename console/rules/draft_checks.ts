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

/** What was left empty, in plain words; all else the server says. Empty: it may be asked. */
export function blankIssues(draft: TemplateDraft): Issue[] {
  return [
    ...blank(draft.name, "name", "Give the template a name"),
    ...blank(draft.package_id, "package_id", "Choose a package"),
    ...blank(draft.category, "category", "Choose a category"),
    ...draft.placeholders.flatMap(({ placeholder_name }, i) =>
      blank(placeholder_name, `placeholders.${i}.placeholder_name`, "Give the placeholder a name")
    ),
    ...draft.rules.flatMap(ruleIssues),
  ];
}

function ruleIssues(rule: DraftRule, index: number): Issue[] {
  const path = `rules.${index}`;
  return [
    ...blank(rule.rule_name, `${path}.rule_name`, "Give the rule a name"),
    ...blank(rule.rule_id, `${path}.rule_id`, "Give the rule an identifier"),
    ...blank(rule.event_name, `${path}.event_name`, "Give the event a name"),
    ...listIssues(rule.conditions, `${path}.conditions`),
    ...pairIssues(rule, path),
  ];
}

function pairIssues({ enrichment }: DraftRule, path: string): Issue[] {
  return enrichment.flatMap(({ key, value }, i) => {
    const at = `${path}.enrichment.${i}.key`;
    if (key === "") return value === "" ? [] : [{ path: at, message: "Give the value a name" }];
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
  const { logic, conditions } = groupOf(condition);
  return listIssues(conditions, `${path}.${logic}`);
}

function comparisonIssues({ stream, of, operator, value, limit }: DraftComparison, path: string): Issue[] {
  const look = operatorLook(operator);
  return [
    ...blank(stream, `${path}.stream`, "Choose what is compared"),
    ...look.of === true ? blank(of, `${path}.of`, "Choose the second stream") : [],
    ...look.limit === true ? blank(limit, `${path}.limit`, "Give the limit") : [],
    ...valueIssues(look.value?.kind, value, `${path}.value`),
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
      return blank(value, path, "Give a value");
    case "list":
      return Array.isArray(value) && value.length > 0 ? [] : [{ path, message: "Give at least one value" }];
    case "range": {
      const [low, high] = Array.isArray(value) ? value : [];
      return [
        ...blank(low, `${path}.0`, "Give the low limit"),
        ...blank(high, `${path}.1`, "Give the high limit"),
      ];
    }
  }
}

function blank(value: unknown, path: string, message: string): Issue[] {
  return value === undefined || value === null || value === "" ? [{ path, message }] : [];
}
