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

/** Each placeholder with what is known of it: "LIMIT (7 when left out)". */
export function placeholderWords({ placeholders }: Draft, proposal: Proposed): string[] {
  const bound = proposal.backtest === null ? {} : mappingsOf(proposal);
  return placeholders.map(({ placeholder_name: name, default_value: value }) => {
    const notes = [
      ...name in bound ? [`tried with ${bound[name]}`] : [],
      ...value === undefined || value === null ? [] : [`${value} when left out`],
    ];
    return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
  });
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
