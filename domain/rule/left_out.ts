import type { Binding } from "../instance/types.ts";
import { listed } from "../explanation/words.ts";
import type { Issue } from "../shared/refusal.ts";
import type { LeftOutRule, Placeholder, Rule } from "./types.ts";
import { placeholderUses } from "./uses.ts";

interface LeftOutInput {
  template: { rules: readonly Rule[]; placeholders: readonly Placeholder[] };
  bindings: Readonly<Record<string, Binding>>;
}

/** The rules that an instance leaves out, in the order of the template. A text needs no placeholder. */
export function leftOutRules({ template, bindings }: LeftOutInput): LeftOutRule[] {
  const unbound = template.placeholders.filter(({ placeholder_name: name, is_required }) =>
    !is_required && !Object.hasOwn(bindings, name)
  );
  if (unbound.length === 0) return [];
  return template.rules.flatMap((rule) => {
    const { streams, values, constants } = placeholderUses([rule]);
    const placeholders = unbound.filter(({ placeholder_name: name, default_value }) =>
      streams.has(name) || (default_value === null && (values.has(name) || constants.has(name)))
    ).map((one) => one.placeholder_name);
    return placeholders.length === 0 ? [] : [{ rule_id: rule.rule_id, placeholders }];
  });
}

/** The problem of an instance that leaves out every rule of its template. */
export function allLeftOut(leftOut: readonly LeftOutRule[]): Issue {
  const { text, isOne } = unboundText(leftOut);
  return {
    path: "placeholders",
    message: `No rule can be evaluated: ${text}; bind ${isOne ? "it" : "them"}`,
  };
}

/** Why rules are left out: "VIB is not bound", "VIB and TEMP are not bound". */
export function unboundText(leftOut: readonly LeftOutRule[]): { text: string; isOne: boolean } {
  const names = [...new Set(leftOut.flatMap(({ placeholders }) => placeholders))], isOne = names.length === 1;
  return { text: `${listed(names, "and")} ${isOne ? "is" : "are"} not bound`, isOne };
}
