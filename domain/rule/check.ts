import { timeTagByName } from "../evaluation/intake/time_tag_streams.ts";
import type { DataType } from "../sample/types.ts";
import { TIME_TAGS } from "../shared/plant_clock.ts";
import { type Issue, MOST_ISSUES } from "../shared/refusal.ts";
import { comparisonIssues, type ValueView } from "./comparison_check.ts";
import { expressionIssues, subjectIssues } from "./expression_check.ts";
import {
  COMPARISON_NUMBERS,
  type ConstantField,
  constantsIn,
  DELAYS,
  type NumberOrReference,
} from "./constants.ts";
import { RULE_LIMITS } from "./limits.ts";
import { typeInWords, typeOfLiteral } from "./literal_types.ts";
import { operatorNamed, operatorProblem, takesPlainTexts } from "./operators/table.ts";
import { referencesIn, wholeReference } from "./references.ts";
import { allConditions, comparisonsIn, placeholderUses, textsIn } from "./uses.ts";
import { triggerOf } from "./condition.ts";
import { valueShapeIssues } from "./value_shape.ts";
import type { Comparison, Condition, Literal, Operand, Placeholder, Rule } from "./types.ts";

/**
 * Checks a template's rules and placeholders beyond their shape; empty when they are valid. Ends after the rule with
 * which there are as many problems as are told.
 */
export function checkRules(rules: Rule[], placeholders: Placeholder[]): Issue[] {
  const types = new Map(placeholders.map((one) => [one.placeholder_name, one.data_type]));
  const { streams } = placeholderUses(rules);
  const issues = [
    ...duplicates(rules.map((rule) => rule.rule_id), (i) => `rules.${i}.rule_id`),
    ...duplicates(
      placeholders.map((one) => one.placeholder_name),
      (i) => `placeholders.${i}.placeholder_name`,
    ),
    ...defaultIssues(placeholders, streams),
  ];
  for (const [i, rule] of rules.entries()) {
    if (issues.length >= MOST_ISSUES) break;
    issues.push(...ruleIssues(rule, `rules.${i}`, { types, streams }));
  }
  return issues;
}

type Types = ReadonlyMap<string, DataType>;

/** The types of the placeholders, and those of them that stand for streams. */
interface Declared {
  types: Types;
  streams: ReadonlySet<string>;
}

function duplicates(names: string[], pathOf: (i: number) => string): Issue[] {
  return names.flatMap((name, i) =>
    names.indexOf(name) < i ? [{ path: pathOf(i), message: `"${name}" appears twice` }] : []
  );
}

function defaultIssues(placeholders: Placeholder[], streams: Declared["streams"]): Issue[] {
  return placeholders.flatMap(({ placeholder_name: name, data_type, default_value }, i) => {
    if (default_value === null) return [];
    const path = `placeholders.${i}.default_value`;
    if (streams.has(name)) {
      return [{ path, message: `Placeholder "${name}" stands for a stream, so it takes no default value` }];
    }
    if (typeOfLiteral(default_value) === data_type) return [];
    return [{ path, message: `Placeholder "${name}" takes ${typeInWords([data_type])}` }];
  });
}

function ruleIssues(rule: Rule, path: string, declared: Declared): Issue[] {
  const undeclared = textsIn(rule).flatMap(([field, text]) =>
    undeclaredIssues(text, `${path}.${field}`, declared.types)
  );
  const delays = constantIssues(rule, { fields: DELAYS, path, ...declared });
  const count = comparisonsIn(allConditions(rule)).reduce(
    (sum, { comparison }) => sum + (comparison ? 2 : 1),
    0,
  );
  const tooMany = count > RULE_LIMITS.comparisonsOfRule
    ? [{
      path: `${path}.conditions`,
      message: `${count} comparisons; a rule takes at most ${RULE_LIMITS.comparisonsOfRule}`,
    }]
    : [];
  const place = { path: `${path}.conditions`, depth: 1, insideNot: false, ...declared };
  const { conditions, until } = rule;
  return [
    ...undeclared,
    ...delays,
    ...tooMany,
    ...listIssues(conditions, { ...place, hasOwnEnd: until !== null }),
    ...until === null ? [] : listIssues(until, { ...place, path: `${path}.until` }),
  ];
}

function undeclaredIssues(text: string, path: string, types: Types): Issue[] {
  return referencesIn(text).filter((name) => !types.has(name)).map((name) => (
    { path, message: `Placeholder "${name}" is not declared` }
  ));
}

/** The problems of the placeholders that stand for numbers. */
function constantIssues<Field extends ConstantField>(
  given: { readonly [Name in Field]?: NumberOrReference },
  { types, streams, ...place }: Declared & { fields: readonly Field[]; path: string },
): Issue[] {
  return constantsIn(given, place).flatMap(({ name, path }) => {
    const type = types.get(name);
    if (type === undefined) return [{ path, message: `Placeholder "${name}" is not declared` }];
    if (type !== "NUM") return [{ path, message: `Placeholder "${name}" is ${type}; this takes NUM` }];
    const message = `Placeholder "${name}" stands for a stream elsewhere, so it cannot be a constant here`;
    return streams.has(name) ? [{ path, message }] : [];
  });
}

interface CheckedPosition extends Declared {
  path: string;
  depth: number;
  insideNot: boolean;
  /** Of the conditions of a rule with `until`. */
  hasOwnEnd?: boolean;
}

function listIssues(conditions: Condition[], place: CheckedPosition): Issue[] {
  const { path } = place;
  if (conditions.length === 0) return [{ path, message: "Takes at least one condition" }];
  return conditions.flatMap((condition, i) => conditionIssues(condition, { ...place, path: `${path}.${i}` }));
}

function conditionIssues(condition: Condition, place: CheckedPosition): Issue[] {
  const { path, depth } = place;
  if (depth > RULE_LIMITS.conditionDepth) {
    return [{ path, message: `Conditions are nested at most ${RULE_LIMITS.conditionDepth} deep` }];
  }
  const inner = (field: string) => ({ ...place, path: `${path}.${field}`, depth: depth + 1 });
  if ("all" in condition) return listIssues(condition.all, inner("all"));
  if ("any" in condition) return listIssues(condition.any, inner("any"));
  if ("not" in condition) return conditionIssues(condition.not, { ...inner("not"), insideNot: true });
  if ("at_least" in condition) return listIssues(condition.conditions, inner("conditions"));
  return checkComparison(condition, place);
}

function checkComparison(comparison: Comparison, place: CheckedPosition): Issue[] {
  const { path, insideNot, hasOwnEnd, types } = place;
  const entry = operatorNamed(comparison.operator);
  if (entry === undefined) {
    return [{ path: `${path}.operator`, message: operatorProblem(comparison.operator) }];
  }
  const misshapen = [...subjectIssues(comparison, entry, path), ...valueShapeIssues(comparison, entry, path)];
  const names = [
    ...nameIssues(comparison, path, types),
    ...constantIssues(comparison, { fields: COMPARISON_NUMBERS, ...place }),
  ];
  if (misshapen.length > 0 || names.length > 0) return [...misshapen, ...names];
  const typeOf = (name: string) => types.get(wholeReference(name) ?? "") ?? timeTagByName(name)?.data_type;
  const subject = comparison.stream === undefined
    ? { path: `${path}.expression`, type: "NUM" as const, literal: undefined }
    : { path: `${path}.stream`, type: typeOf(comparison.stream), literal: undefined };
  const of = comparison.of === undefined
    ? undefined
    : { path: `${path}.of`, type: typeOf(comparison.of), literal: undefined };
  const isText = takesPlainTexts(entry, subject.type);
  const viewOf = ({ operand, path }: PlacedOperand) => operandView(operand, path, { types, isText });
  const operands = operandsOf(comparison, path).map(viewOf);
  const [limit] = limitOf(comparison, path).map(viewOf);
  const tags = [...operands, limit].flatMap((view) =>
    view?.name === undefined ? [] : streamNameIssues(view.name, view.path)
  );
  const issues = [
    ...tags,
    ...comparisonIssues({ comparison, path, insideNot, hasOwnEnd, subject, of, operands, limit }),
  ];
  const trigger = triggerOf(comparison);
  return trigger === undefined ? issues : [...issues, ...triggerIssues(trigger, place)];
}

/** The problems of what is counted. Its stream has been checked, so one of its type is one of the operator. */
function triggerIssues(
  trigger: Comparison,
  { path, types, streams }: CheckedPosition,
): Issue[] {
  const at = `${path}.comparison`, entry = operatorNamed(trigger.operator);
  if (entry?.over === "time" || entry?.of) {
    const hint = "cannot be counted; use one that compares the value now with constants";
    return [{ path: `${at}.operator`, message: `Operator "${trigger.operator}" ${hint}` }];
  }
  const { stream = "" } = trigger, name = wholeReference(stream) ?? "";
  const type = types.get(name) ?? timeTagByName(stream)?.data_type;
  const isText = takesPlainTexts(entry, type ?? "STR");
  const named = operandsOf(trigger, at).filter(({ operand }) =>
    !isText && typeof operand === "string" && wholeReference(operand) === undefined &&
    Number.isNaN(Number(operand))
  );
  if (named.length > 0) {
    return named.map((one) => ({
      path: one.path,
      message: "Takes a constant or a placeholder of one, not a stream",
    }));
  }
  return checkComparison(trigger, { path: at, depth: 1, insideNot: false, types, streams })
    .map((issue) => issue.path === `${at}.stream` ? { ...issue, path: `${at}.operator` } : issue);
}

export interface PlacedOperand {
  operand: Operand;
  path: string;
}

/** The limit of a count, with its path. */
export function limitOf({ limit }: Comparison, path: string): PlacedOperand[] {
  return limit === undefined ? [] : [{ operand: limit, path: `${path}.limit` }];
}

/** The operands of a comparison, with their paths. */
export function operandsOf({ value }: Comparison, path: string): PlacedOperand[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) return [{ operand: value, path: `${path}.value` }];
  return value.map((operand, i) => ({ operand, path: `${path}.value.${i}` }));
}

/**
 * With `isText`, a plain text is a literal. Otherwise it may be a stream's name, whose type is unknown here.
 */
function operandView(
  operand: Literal,
  path: string,
  { types, isText }: { types: Types; isText: boolean },
): ValueView & { name?: string } {
  const name = typeof operand === "string" ? wholeReference(operand) : undefined;
  if (name !== undefined) return { path, type: types.get(name), literal: undefined };
  if (typeof operand === "string" && !isText) {
    return { path, type: timeTagByName(operand)?.data_type, literal: undefined, name: operand };
  }
  return { path, type: typeOfLiteral(operand), literal: operand };
}

function nameIssues(comparison: Comparison, path: string, types: Types): Issue[] {
  const { stream, expression } = comparison;
  const streams = stream === undefined ? [] : [{ operand: stream, path: `${path}.stream` }];
  if (comparison.of !== undefined) streams.push({ operand: comparison.of, path: `${path}.of` });
  const operands = [...operandsOf(comparison, path), ...limitOf(comparison, path)].flatMap(
    ({ operand, path }) => typeof operand === "string" ? [{ operand, path }] : [],
  );
  return [
    ...expression === undefined ? [] : expressionIssues(expression, `${path}.expression`, types),
    ...streams.flatMap((one) => streamNameIssues(one.operand, one.path)),
    ...[...streams, ...operands].flatMap((one) => referenceIssues(one.operand, one.path, types)),
  ];
}

/** Why a text cannot be the name of a stream. */
export function streamNameIssues(name: string, path: string): Issue[] {
  const problem = systemTagProblem(name);
  return problem === undefined ? [] : [{ path, message: problem }];
}

/** Why a system tag cannot be used in a condition; undefined for time tags and other names. */
function systemTagProblem(name: string): string | undefined {
  if (!name.startsWith("SYS.") || TIME_TAGS.some((tag) => tag === name)) return undefined;
  if (name.startsWith("SYS.TIME.")) return `Unknown system tag "${name}"; use one of ${TIME_TAGS.join(", ")}`;
  return `System tag "${name}" cannot be used in a condition: its value depends on this process`;
}

function referenceIssues(text: string, path: string, types: Types): Issue[] {
  const undeclared = undeclaredIssues(text, path, types);
  if (undeclared.length > 0 || referencesIn(text).length === 0 || wholeReference(text) !== undefined) {
    return undeclared;
  }
  return [{ path, message: `Use the placeholder alone here, as "<${referencesIn(text)[0]}>"` }];
}
