import type { Schemas } from "../../api/client.ts";
import type { Judged } from "../../backtest/types.ts";
import type { paths } from "../../generated/api.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { draftOf as templateDraft } from "../../rules/template_body.ts";

export type Proposed = Schemas["ConversationExchange"]["proposals"][number];
type Stored = Pick<Schemas["Template"], "rules" | "placeholders" | "color">;

/** What POST /api/templates takes, whole. */
type Body = NonNullable<paths["/api/templates"]["post"]["requestBody"]>["content"]["application/json"];
type Rule = NonNullable<Body["rules"]>[number];
export type Draft = Body & {
  description: string;
  rules: (Rule & { severity: NonNullable<Rule["severity"]> })[];
  placeholders: NonNullable<Body["placeholders"]>;
};

/** A proposal as the draft it is; Andon checked it, so only what is quite another thing is refused. */
export function draftOf(template: Record<string, unknown>): Draft | undefined {
  const { name, rules, placeholders } = template;
  const isDraft = typeof name === "string" && Array.isArray(rules) && Array.isArray(placeholders);
  return isDraft ? asDraft(template) : undefined;
}

function asDraft(template: unknown): Draft {
  return template as Draft;
}

/** Conditions as lines, what is nested set in. */
export function conditionLines(conditions: readonly unknown[], depth = 0): string[] {
  return conditions.flatMap((condition) => lines(condition, depth));
}

function lines(condition: unknown, depth: number): string[] {
  const indent = "  ".repeat(depth);
  if (typeof condition !== "object" || condition === null) return [];
  if ("operator" in condition) return [indent + comparison(condition)];
  return Object.entries(condition).flatMap(([word, inner]) => [
    `${indent}${word}:`,
    ...conditionLines(Array.isArray(inner) ? inner : [inner], depth + 1),
  ]);
}

function comparison(condition: { operator?: unknown; stream?: unknown; value?: unknown }): string {
  const { stream, operator, value } = condition;
  const operand = value === undefined || value === null ? "" : ` ${plain(value)}`;
  return `${plain(stream)} ${String(operator).replaceAll("_", " ")}${operand}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).join(" and ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The proposal as the editor holds it. */
export function editorDraft(draft: Draft): TemplateDraft {
  return templateDraft({ ...draft, ...checked(draft), is_active: true, allow_instances: true });
}

/** Andon filled in every field when it checked the draft. */
function checked(draft: unknown): Stored {
  return draft as Stored;
}

/** What the backtest bound, as texts. */
export function mappingsOf({ placeholder_mappings }: Proposed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(placeholder_mappings).map(([name, value]) => [name, String(value)]),
  );
}

export function judgedBy(proposal: Proposed, draft: Draft): Judged {
  return { template: checked(draft), instances: [{ id: null, bindings: mappingsOf(proposal) }] };
}
