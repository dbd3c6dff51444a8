import type { Issue } from "../shared/refusal.ts";
import { RULE_LIMITS } from "./limits.ts";
import { type OperatorShape } from "./operators.ts";
import { wholeReference } from "./references.ts";
import type { Comparison, Operand } from "./types.ts";

/** Whether `value` and `of` are there, and as many as the operator takes. */
export function valueShapeIssues(comparison: Comparison, shape: OperatorShape, path: string): Issue[] {
  const { operator, of } = comparison;
  const issues = valueIssues(comparison, shape, `${path}.value`);
  if (shape.of && of === undefined) {
    issues.push({ path: `${path}.of`, message: `Operator "${operator}" needs a second stream` });
  }
  if (!shape.of && of !== undefined) {
    issues.push({ path: `${path}.of`, message: `Operator "${operator}" takes no second stream` });
  }
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
  const isNumeric = shape.types.every((type) => type === "NUM");
  if (!isNumeric || typeof operand !== "string" || wholeReference(operand) !== undefined) return [];
  if (Number.isNaN(Number(operand))) return [];
  return [{ path, message: `Expected a number, not the text ${JSON.stringify(operand)}` }];
}
