import { TEMPLATE_SWITCHES } from "../../../domain/template/defaults.ts";
import type { TemplateDocument } from "../../../domain/template/schema.ts";
import type { Schemas } from "../../api/client.ts";
import type { EvaluatedRules } from "../../backtest/types.ts";
import type { paths } from "../../generated/api.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { draftOf as templateDraft } from "../../rules/template_body.ts";

export type Proposed = Schemas["ConversationExchange"]["proposals"][number];
type Stored = Pick<Schemas["Template"], Exclude<keyof TemplateDocument, keyof typeof TEMPLATE_SWITCHES>>;

/** The body of POST /api/templates. */
type Body = NonNullable<paths["/api/templates"]["post"]["requestBody"]>["content"]["application/json"];
type Rule = NonNullable<Body["rules"]>[number];
export type Draft = Body & {
  description: string;
  rules: (Rule & { severity: NonNullable<Rule["severity"]> })[];
  placeholders: NonNullable<Body["placeholders"]>;
};

/** A proposal as a draft; the server has validated it, so only its shape is checked. */
export function draftOf(template: Record<string, unknown>): Draft | undefined {
  const { name, rules, placeholders } = template;
  const isDraft = typeof name === "string" && Array.isArray(rules) && Array.isArray(placeholders);
  return isDraft ? asDraft(template) : undefined;
}

function asDraft(template: unknown): Draft {
  return template as Draft;
}

/** Each placeholder with its test binding and default: "LIMIT (default 7)". */
export function placeholderTexts({ placeholders }: Draft, proposal: Proposed): string[] {
  const bound = proposal.backtest === null ? {} : mappingsOf(proposal);
  return placeholders.map(({ placeholder_name: name, default_value: value }) => {
    const notes = [
      ...name in bound ? [`tested with ${bound[name]}`] : [],
      ...value === undefined || value === null ? [] : [`default ${value}`],
    ];
    return notes.length === 0 ? name : `${name} (${notes.join(", ")})`;
  });
}

/** The proposal in the editor's form. */
export function editorDraft(draft: Draft): TemplateDraft {
  return templateDraft({ ...draft, ...checked(draft), ...TEMPLATE_SWITCHES });
}

/** The server filled in every field when it validated the draft. */
function checked(draft: unknown): Stored {
  return draft as Stored;
}

/** The bindings used by the backtest, as texts. */
export function mappingsOf({ placeholder_mappings }: Proposed): Record<string, string> {
  return Object.fromEntries(
    Object.entries(placeholder_mappings).map(([name, value]) => [name, String(value)]),
  );
}

export function evaluatedRules(proposal: Proposed, draft: Draft): EvaluatedRules {
  return { template: checked(draft), instances: [{ id: null, bindings: mappingsOf(proposal) }] };
}
