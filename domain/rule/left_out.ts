import type { Binding } from "../instance/types.ts";
import type { Issue } from "../shared/refusal.ts";
import type { Placeholder, Rule } from "./types.ts";
import { placeholderUses } from "./uses.ts";

/** A rule that is not evaluated, and the optional placeholders that it needs and that are not bound. */
export interface LeftOutRule {
  rule_id: string;
  placeholders: string[];
}

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
  const names = [...new Set(leftOut.flatMap(({ placeholders }) => placeholders))];
  const [are, them] = names.length === 1 ? ["is", "it"] : ["are", "them"];
  const message = `No rule can be evaluated: ${names.join(", ")} ${are} not bound; bind ${them}`;
  return { path: "placeholders", message };
}
