import type { LeftOutRule } from "../../domain/rule/types.ts";
import { leftOutText } from "./left_out.ts";

interface LeftOutRulesProps {
  leftOut: readonly LeftOutRule[];
  nameOf(ruleId: string): string;
}

/** The rules that an instance does not evaluate, and why. */
export function LeftOutRules({ leftOut, nameOf }: LeftOutRulesProps) {
  if (leftOut.length === 0) return null;
  return (
    <ul class="evaluation" aria-label="Rules left out">
      {leftOut.map((one) => (
        <li key={one.rule_id} class="evaluation-rule">
          <span class="evaluation-name">{nameOf(one.rule_id)}</span>
          <span class="muted">{leftOutText(one)}</span>
        </li>
      ))}
    </ul>
  );
}
