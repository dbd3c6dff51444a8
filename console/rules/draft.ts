import type { Comparison, Literal, Placeholder, Rule } from "../../domain/rule/types.ts";
import type { TemplateDocument } from "../../domain/template/schema.ts";

/** The fields of a form: a cleared number is null, an optional text without a value is empty. */
type Edited<T> = {
  [Name in keyof T]: T[Name] extends string | null ? null extends T[Name] ? string : T[Name]
    : number extends T[Name] ? T[Name] | null
    : T[Name];
};

/** A comparison while it is edited; missing values are null or undefined. */
export interface DraftComparison
  extends Omit<Edited<Comparison>, "operator" | "value" | "limit" | "comparison"> {
  operator: string;
  value?: DraftOperand | DraftOperand[];
  limit?: DraftOperand;
  comparison?: DraftTrigger;
}

/** What times_above counts. */
export type DraftTrigger = Pick<
  DraftComparison,
  "operator" | "value" | "deadband" | "tolerance" | "ignore_case"
>;

export type DraftOperand = Literal | null;
export type DraftCondition = DraftComparison | DraftGroup | { not: DraftCondition };
export type DraftGroup = { all: DraftCondition[] } | { any: DraftCondition[] } | DraftAtLeast;
export interface DraftAtLeast {
  at_least: number;
  conditions: DraftCondition[];
}

export interface DraftRule extends Omit<Edited<Rule>, "conditions" | "until" | "enrichment"> {
  conditions: DraftCondition[];
  until: DraftCondition[] | null;
  /** A list, so that keys can be empty or duplicate during editing. */
  enrichment: { key: string; value: string }[];
}

/** A template in the editor, with the same paths as in the API. */
export interface TemplateDraft extends Omit<TemplateDocument, "rules" | "placeholders"> {
  package_id: number | null;
  /** The name of a package that is made with the template, while it is in none. */
  new_package?: string;
  rules: DraftRule[];
  placeholders: Placeholder[];
}

export function isGroup(condition: DraftCondition): condition is DraftGroup {
  return "all" in condition || "any" in condition || "at_least" in condition;
}

export function isNot(condition: DraftCondition): condition is { not: DraftCondition } {
  return "not" in condition;
}

/** How the conditions of a group are combined; a number: at least so many. */
export type GroupLogic = "all" | "any" | number;

/** The logic and conditions of a group, and the field that has these. */
export function groupOf(
  group: DraftGroup,
): { logic: GroupLogic; field: string; conditions: DraftCondition[] } {
  if ("all" in group) return { logic: "all", field: "all", conditions: group.all };
  if ("any" in group) return { logic: "any", field: "any", conditions: group.any };
  return { logic: group.at_least, field: "conditions", conditions: group.conditions };
}

export function groupWith(logic: GroupLogic, conditions: DraftCondition[]): DraftGroup {
  if (typeof logic === "number") return { at_least: logic, conditions };
  return logic === "all" ? { all: conditions } : { any: conditions };
}
