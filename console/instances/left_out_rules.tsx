import { unboundText } from "../../domain/rule/left_out.ts";
import type { LeftOutRule as LeftOut } from "../../domain/rule/types.ts";

interface LeftOutRulesProps {
  leftOut: readonly LeftOut[];
  nameOf(ruleId: string): string;
}

/** The rules that an instance does not evaluate, and why. */
export function LeftOutRules({ leftOut, nameOf }: LeftOutRulesProps) {
  if (leftOut.length === 0) return null;
  return (
    <ul class="evaluation" aria-label="Rules left out">
      {leftOut.map((one) => (
        <li key={one.rule_id}>
          <LeftOutRule name={nameOf(one.rule_id)} leftOut={one} />
        </li>
      ))}
    </ul>
  );
}

export function LeftOutRule({ name, leftOut }: { name: string; leftOut: LeftOut }) {
  return (
    <div class="evaluation-rule">
      <span class="instance-status-none" aria-hidden="true" />
      <span class="evaluation-name">{name}</span>
      <span class="muted">left out, because {unboundText([leftOut]).text}</span>
    </div>
  );
}
