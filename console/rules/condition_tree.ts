import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  type GroupLogic,
  groupOf,
  groupWith,
  isGroup,
  isNot,
} from "./draft.ts";

/** The depth of a condition; a comparison has depth 1. */
export function heightOf(condition: DraftCondition): number {
  if (isNot(condition)) return 1 + heightOf(condition.not);
  if (!isGroup(condition)) return 1;
  return 1 + Math.max(0, ...groupOf(condition).conditions.map(heightOf));
}

export function comparisonsOf(conditions: readonly DraftCondition[]): DraftComparison[] {
  return conditions.flatMap((condition) => {
    if (isNot(condition)) return comparisonsOf([condition.not]);
    return isGroup(condition) ? comparisonsOf(groupOf(condition).conditions) : [condition];
  });
}

/** The conditions of a rule, then those of its own end. */
export function allConditions(
  { conditions, until }: Pick<DraftRule, "conditions" | "until">,
): DraftCondition[] {
  return [...conditions, ...until ?? []];
}

/** The condition with each of its comparisons changed. */
export function mappedComparisons(
  condition: DraftCondition,
  change: (comparison: DraftComparison) => DraftComparison,
): DraftCondition {
  if (isNot(condition)) return { not: mappedComparisons(condition.not, change) };
  if (!isGroup(condition)) return change(condition);
  const { logic, conditions } = groupOf(condition);
  return groupWith(logic, conditions.map((one) => mappedComparisons(one, change)));
}

/** Whether a rule can have so many more comparisons. */
export function hasRoom(conditions: readonly DraftCondition[], more = 1): boolean {
  const all = comparisonsOf(conditions);
  const counted = all.filter(({ comparison }) => comparison !== undefined);
  return all.length + counted.length + more <= RULE_LIMITS.comparisonsOfRule;
}

/** More than half: 2 of 3. */
export function majorityOf(count: number): number {
  return Math.floor(count / 2) + 1;
}

/** "2 of 3": at least two of three conditions, of which the other two await their streams. */
export function twoOfThree(condition: DraftComparison): DraftCondition {
  const next = { ...condition, stream: "" };
  return groupWith(2, [condition, next, next]);
}

/** Combined in another way. A rule has all or any, so "at least n" is a group of its own. */
export function withLogic(
  conditions: DraftCondition[],
  logic: GroupLogic,
): Pick<DraftRule, "logic" | "conditions"> {
  if (typeof logic !== "number") return { logic, conditions };
  return { logic: "all", conditions: [groupWith(logic, conditions)] };
}

/** Whether a condition at this depth, from 1, may be nested one level deeper. */
export function mayWrap(condition: DraftCondition, depth: number): boolean {
  return depth + heightOf(condition) <= RULE_LIMITS.conditionDepth;
}

/** The list with one member moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

export function without<T>(list: readonly T[], index: number): T[] {
  return list.filter((_, other) => other !== index);
}

export function withInserted<T>(list: readonly T[], index: number, one: T): T[] {
  return [...list.slice(0, index), one, ...list.slice(index)];
}

export function replacedAt<T>(list: readonly T[], index: number, one: T): T[] {
  return list.map((other, at) => at === index ? one : other);
}
