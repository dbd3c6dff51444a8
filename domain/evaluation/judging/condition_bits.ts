import type { Deployments } from "../deployment/deployments.ts";
import type { RuleColumns } from "../state/rule_columns.ts";

/** Which of a rule's conditions (rows) are so: bit i as 2^i. A number holds 53 of them, where `<<` ends at 32. */
export function bitsOf(rules: RuleColumns, rule: number, isSet: (condition: number) => boolean): number {
  const first = rules.firstCondition[rule];
  let bits = 0;
  for (let i = 0; i < rules.programOf(rule).comparisons; i++) if (isSet(first + i)) bits += 2 ** i;
  return bits;
}

export function bitOf(bits: number, i: number): number {
  return Math.floor(bits / 2 ** i) % 2;
}

/** Latches a rule's conditions as the bits say. */
export function setLatches({ rules, conditions, screens }: Deployments, rule: number, latches: number): void {
  const first = rules.firstCondition[rule];
  for (let i = 0; i < rules.programOf(rule).comparisons; i++) {
    conditions.latched[first + i] = bitOf(latches, i);
    screens.forget(conditions.stream[first + i]);
  }
}
