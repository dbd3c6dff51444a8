import type { TemplateDraft } from "./draft.ts";

const FIELDS: Readonly<Record<string, string>> = {
  name: "Name",
  package_id: "Package",
  category: "Category",
  color: "Colour",
  description: "Description",
  rule_name: "Name",
  display_name: "Display name",
  rule_id: "Identifier",
  event_name: "Event name",
  event_description: "Event description",
  severity: "Severity",
  logic: "Logic",
  conditions: "Conditions",
  on_delay_seconds: "On-delay",
  off_delay_seconds: "Off-delay",
  re_alarm_minutes: "Re-alarm",
  enrichment: "Additional fields",
  cause: "Cause",
  consequence: "Consequence",
  action: "Action",
  stream: "Compared stream",
  operator: "Comparison",
  value: "Value",
  of: "Second stream",
  limit: "Limit",
  window_seconds: "Window",
  deadband: "Deadband",
  tolerance: "Tolerance",
  ignore_case: "Ignore case",
  max_age_seconds: "Maximum age",
  accept_uncertain: "Accept uncertain values",
  placeholder_name: "Name",
  data_type: "Type",
  default_value: "Default",
  is_required: "Required",
  is_active: "Active",
  allow_instances: "Allows new instances",
  rules: "Rules",
  placeholders: "Placeholders",
};

/** A path as text: "Rule “Too high” › Condition 2.1 › Value". */
export function pathText(
  path: string,
  { rules, placeholders }: Pick<TemplateDraft, "rules" | "placeholders">,
): string {
  const [top, index, ...rest] = path.split(".");
  if (index === undefined) return FIELDS[top] ?? top;
  const owner = top === "rules"
    ? `Rule “${rules[Number(index)]?.rule_name || Number(index) + 1}”`
    : `Placeholder ${placeholders[Number(index)]?.placeholder_name || Number(index) + 1}`;
  return [owner, ...innerTexts(rest)].join(" › ");
}

function innerTexts([first, ...rest]: string[]): string[] {
  if (first === undefined) return [];
  if (first === "enrichment") return [FIELDS.enrichment];
  if (first !== "conditions") return [FIELDS[first] ?? first];
  const numbers = [];
  while (rest.length > 0 && /^(\d+|all|any|not)$/.test(rest[0])) {
    const part = Number(rest.shift());
    if (!Number.isNaN(part)) numbers.push(part + 1);
  }
  if (numbers.length === 0) return [FIELDS.conditions];
  const field = rest.shift();
  return [`Condition ${numbers.join(".")}`, ...field === undefined ? [] : [FIELDS[field] ?? field]];
}
