import type { Deployments } from "../deployment/deployments.ts";
import type { RuleColumns } from "../state/rule_columns.ts";

/**
 * Which of a rule's conditions satisfy a test, as bits: condition i is 2^i. A number holds 53 bits; `<<` only
 * reaches 32.
 */
export function bitsOf(rules: RuleColumns, rule: number, isSet: (condition: number) => boolean): number {
  const first = rules.firstCondition[rule]!;
  let bits = 0;
  for (let i = 0; i < rules.programOf(rule).comparisons; i++) if (isSet(first + i)) bits += 2 ** i;
  return bits;
}

export function bitOf(bits: number, i: number): number {
  return Math.floor(bits / 2 ** i) % 2;
}

/** Sets the latches of a rule's conditions from bits. */
export function setLatches({ rules, conditions, screens }: Deployments, rule: number, latches: number): void {
  const first = rules.firstCondition[rule]!;
  for (let i = 0; i < rules.programOf(rule).comparisons; i++) {
    conditions.latched[first + i] = bitOf(latches, i);
    screens.forget(conditions.stream[first + i]!);
  }
}
