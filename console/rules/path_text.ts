import type { TemplateDraft } from "./draft.ts";
import { COMPARISON_LABELS, HEAD_LABELS, PLACEHOLDER_LABELS, RULE_LABELS } from "./field_labels.ts";

const FIELDS: Readonly<Record<string, string>> = {
  ...COMPARISON_LABELS,
  ...PLACEHOLDER_LABELS,
  ...RULE_LABELS,
  ...HEAD_LABELS,
  package_id: "Package",
  new_package: "New package",
  at_least: "At least n",
  rules: "Rules",
  placeholders: "Placeholders",
};

/** A path as text: "Rule “Too high” › Condition 2.1 › Value". */
export function pathText(
  path: string,
  { rules, placeholders }: Pick<TemplateDraft, "rules" | "placeholders">,
): string {
  const [top = "", index, ...rest] = path.split(".");
  if (index === undefined) return FIELDS[top] ?? top;
  const owner = top === "rules"
    ? `Rule “${rules[Number(index)]?.rule_name || Number(index) + 1}”`
    : `Placeholder ${placeholders[Number(index)]?.placeholder_name || Number(index) + 1}`;
  return [owner, ...innerTexts(rest)].join(" › ");
}

function innerTexts([first, ...rest]: string[]): string[] {
  if (first === undefined) return [];
  if (first === "enrichment") return [FIELDS.enrichment!];
  if (first !== "conditions" && first !== "until") return [FIELDS[first] ?? first];
  const numbers = [];
  while (rest.length > 0 && /^(\d+|all|any|not|conditions)$/.test(rest[0]!)) {
    const part = Number(rest.shift());
    if (!Number.isNaN(part)) numbers.push(part + 1);
  }
  if (numbers.length === 0) return [FIELDS[first]!];
  const fields = rest[0] === "comparison" ? rest.slice(0, 2) : rest.slice(0, 1);
  const word = first === "until" ? "End condition" : "Condition";
  return [`${word} ${numbers.join(".")}`, ...fields.map((field) => FIELDS[field] ?? field)];
}
