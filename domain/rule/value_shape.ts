import type { Issue } from "../shared/refusal.ts";
import { RULE_LIMITS } from "./limits.ts";
import type { OperatorEntry } from "./operators/entry.ts";
import { operandTypes } from "./operators/table.ts";
import { wholeReference } from "./references.ts";
import type { Comparison, Operand } from "./types.ts";

/** Checks that `value`, `of`, `limit`, `window_seconds` and `rollover` are present as the operator needs them. */
export function valueShapeIssues(comparison: Comparison, entry: OperatorEntry, path: string): Issue[] {
  const { operator, of, limit, window_seconds: windowSeconds } = comparison;
  const issues = valueIssues(comparison, entry, `${path}.value`);
  const issue = (field: string, message: string) =>
    issues.push({ path: `${path}.${field}`, message: `Operator "${operator}" ${message}` });
  if (entry.of && of === undefined) issue("of", "needs a second stream");
  if (!entry.of && of !== undefined) issue("of", "takes no second stream");
  if (entry.limit && limit === undefined) issue("limit", "needs a limit above which samples are counted");
  if (!entry.limit && limit !== undefined) issue("limit", "takes no limit");
  if (!entry.window && windowSeconds !== undefined) issue("window_seconds", "takes no window");
  if (entry.comparison && comparison.comparison === undefined) {
    issue("comparison", 'needs a comparison, such as {"operator": "is_true"}');
  }
  if (!entry.rollover && comparison.rollover !== undefined) issue("rollover", "takes no rollover");
  if (limit !== undefined && entry.limit) issues.push(...operandIssues(limit, entry, `${path}.limit`));
  return issues;
}

function valueIssues({ operator, value }: Comparison, entry: OperatorEntry, path: string): Issue[] {
  const issue = (message: string) => [{ path, message: `Operator "${operator}" ${message}` }];
  switch (entry.value?.kind) {
    case undefined:
      return value === undefined ? [] : issue("takes no value");
    case "one":
      if (value === undefined || Array.isArray(value)) return issue("needs one value");
      return operandIssues(value, entry, path);
    case "range":
      if (!Array.isArray(value) || value.length !== 2) {
        return issue("needs a low and a high limit, [low, high]");
      }
      return value.flatMap((operand, i) => operandIssues(operand, entry, `${path}.${i}`));
    case "list":
      if (!Array.isArray(value) || value.length === 0) return issue("needs a list of values");
      if (value.length <= RULE_LIMITS.valuesOfList) return [];
      return issue(`takes at most ${RULE_LIMITS.valuesOfList} values`);
  }
}

/** In a comparison of numbers, a text is a stream's name. A number in quotes is a mistake. */
function operandIssues(operand: Operand, entry: OperatorEntry, path: string): Issue[] {
  const isNumeric = operandTypes(entry).every((type) => type === "NUM");
  if (!isNumeric || typeof operand !== "string" || wholeReference(operand) !== undefined) return [];
  if (Number.isNaN(Number(operand))) return [];
  return [{ path, message: `Expected a number, not the text ${JSON.stringify(operand)}` }];
}
