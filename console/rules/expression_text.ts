import { readExpression } from "../../domain/rule/expression.ts";
import { expressionIssues } from "../../domain/rule/expression_check.ts";
import type { Placeholder } from "../../domain/rule/types.ts";

/** The names that may stand where the caret is, while a `<NAME>` is typed; it may be closed already. */
export function placeholderAt(
  text: string,
  { caret, names }: { caret: number; names: readonly string[] },
): { start: number; end: number; names: string[] } | undefined {
  const typed = /<([A-Za-z0-9_]*)$/.exec(text.slice(0, caret))?.[1];
  if (typed === undefined) return undefined;
  const rest = /^[A-Za-z0-9_]*>/.exec(text.slice(caret))?.[0] ?? "";
  const wanted = typed.toUpperCase();
  const found = names.filter((name) => name.includes(wanted))
    .sort((a, b) => Number(b.startsWith(wanted)) - Number(a.startsWith(wanted)));
  return { start: caret - typed.length - 1, end: caret + rest.length, names: found };
}

/** A problem of an expression while it is typed. */
export interface TypedProblem {
  message: string;
  /** The text before what is not expected there, and that; absent where no place can be shown. */
  place?: { before: string; wrong: string };
  /** Nothing but the rest is missing, also of the name of a placeholder. */
  isUnfinished: boolean;
}

/** The first problem of an expression; undefined where it is valid. */
export function typedProblem(
  text: string,
  placeholders: readonly Pick<Placeholder, "placeholder_name" | "data_type">[],
): TypedProblem | undefined {
  const types = new Map(placeholders.map((one) => [one.placeholder_name, one.data_type]));
  const [issue] = expressionIssues(text, "expression", types);
  if (issue === undefined) return undefined;
  const read = readExpression(text), { message } = issue;
  if (!("problem" in read)) return { message, isUnfinished: false };
  if (read.at === text.length) return { message, isUnfinished: true };
  const rest = text.slice(read.at);
  const wrong = /^(?:<[A-Z][A-Z0-9_]{0,63}>|[\d.]+|\p{L}+|.)/u.exec(rest)?.[0] ?? "";
  const isUnfinished = /^<\w*(?:$|[^\w>])/.test(rest);
  return { message, place: { before: text.slice(0, read.at), wrong }, isUnfinished };
}
