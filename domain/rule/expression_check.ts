import type { DataType } from "../sample/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { type ExpressionProblem, placeholdersOf, type ReadExpression, readExpression } from "./expression.ts";
import { EXPRESSION_LIMITS } from "./limits.ts";
import type { OperatorEntry } from "./operators/entry.ts";
import type { Comparison } from "./types.ts";

/** Whether a comparison compares a stream or an expression, and problems of the fields that go with it. */
export function subjectIssues(
  { stream, expression, unit, operator }: Comparison,
  entry: OperatorEntry,
  path: string,
): Issue[] {
  if (expression === undefined) {
    if (stream === undefined) return [{ path: `${path}.stream`, message: "Needs a stream or an expression" }];
    const message = "Only an expression has a unit of its own";
    return (unit ?? null) === null ? [] : [{ path: `${path}.unit`, message }];
  }
  if (stream !== undefined) {
    return [{ path: `${path}.expression`, message: "Takes a stream or an expression, not both" }];
  }
  if (entry.over === "values") return [];
  const message =
    `Operator "${operator}" takes a stream, not an expression; use one that compares the value ` +
    "now, such as greater_than";
  return [{ path: `${path}.operator`, message }];
}

/** Whether an operator compares a number that is held. */
export function takesExpression({ over, types }: Pick<OperatorEntry, "over" | "types">): boolean {
  return over === "values" && types.includes("NUM");
}

/** The problems of an expression; empty when it is valid. */
export function expressionIssues(
  expression: string,
  path: string,
  types: ReadonlyMap<string, DataType>,
): Issue[] {
  const read = readExpression(expression);
  return problemsOf(read, types).map((message) => ({ path, message }));
}

function problemsOf(
  read: ReadExpression | ExpressionProblem,
  types: ReadonlyMap<string, DataType>,
): string[] {
  if ("problem" in read) return [read.problem];
  const names = placeholdersOf(read.steps);
  const most = EXPRESSION_LIMITS;
  return [
    ...names.length === 0 ? ["Needs at least one placeholder"] : [],
    ...names.length > most.placeholders
      ? [`${names.length} placeholders; an expression takes at most ${most.placeholders}`]
      : [],
    ...read.steps.length > most.nodes
      ? [`${read.steps.length} nodes; an expression takes at most ${most.nodes}`]
      : [],
    ...read.depth > most.depth ? [`Brackets are nested at most ${most.depth} deep`] : [],
    ...names.flatMap((name) => placeholderProblem(name, types.get(name))),
  ];
}

function placeholderProblem(name: string, type: DataType | undefined): string[] {
  if (type === undefined) return [`Placeholder "${name}" is not declared`];
  return type === "NUM" ? [] : [`Placeholder "${name}" is ${type}; this takes NUM`];
}
