import type { Issue } from "../shared/refusal.ts";
import { RULE_LIMITS } from "./limits.ts";
import { operandTypes, type OperatorShape } from "./operators.ts";
import { wholeReference } from "./references.ts";
import type { Comparison, Operand } from "./types.ts";

/** Whether `value`, `of`, `limit` and `window_seconds` are there as the operator takes them. */
export function valueShapeIssues(comparison: Comparison, shape: OperatorShape, path: string): Issue[] {
  const { operator, of, limit, window_seconds: windowSeconds } = comparison;
  const issues = valueIssues(comparison, shape, `${path}.value`);
  const issue = (field: string, message: string) =>
    issues.push({ path: `${path}.${field}`, message: `Operator "${operator}" ${message}` });
  if (shape.of && of === undefined) issue("of", "needs a second stream");
  if (!shape.of && of !== undefined) issue("of", "takes no second stream");
  if (shape.limit && limit === undefined) issue("limit", "needs a limit above which samples are counted");
  if (!shape.limit && limit !== undefined) issue("limit", "takes no limit");
  if (!shape.window && windowSeconds !== undefined) issue("window_seconds", "takes no window");
  if (limit !== undefined && shape.limit) issues.push(...operandIssues(limit, shape, `${path}.limit`));
  return issues;
}

function valueIssues({ operator, value }: Comparison, shape: OperatorShape, path: string): Issue[] {
  const issue = (message: string) => [{ path, message: `Operator "${operator}" ${message}` }];
  switch (shape.value) {
    case "none":
      return value === undefined ? [] : issue("takes no value");
    case "one":
      if (value === undefined || Array.isArray(value)) return issue("needs one value");
      return operandIssues(value, shape, path);
    case "range":
      if (!Array.isArray(value) || value.length !== 2) {
        return issue("needs a low and a high limit, [low, high]");
      }
      return value.flatMap((operand, i) => operandIssues(operand, shape, `${path}.${i}`));
    case "list":
      if (!Array.isArray(value) || value.length === 0) return issue("needs a list of values");
      if (value.length <= RULE_LIMITS.valuesOfList) return [];
      return issue(`takes at most ${RULE_LIMITS.valuesOfList} values`);
  }
}

/** Where only numbers are compared, a text is the name of a stream; a number in quotes is a slip. */
function operandIssues(operand: Operand, shape: OperatorShape, path: string): Issue[] {
  const isNumeric = operandTypes(shape).every((type) => type === "NUM");
  if (!isNumeric || typeof operand !== "string" || wholeReference(operand) !== undefined) return [];
  if (Number.isNaN(Number(operand))) return [];
  return [{ path, message: `Expected a number, not the text ${JSON.stringify(operand)}` }];
}
