import type { Schemas } from "../../api/client.ts";
import type { Proposed } from "./proposal_model.ts";

type Call = Pick<Schemas["FunctionCallLogEntry"], "name" | "arguments" | "outcome">;
type Fields = Record<string, unknown>;

/** What Andon fills in of a draft that leaves it out. */
const TEMPLATE: Fields = { description: "", color: "#5b646d", rules: [], placeholders: [] };
const RULE: Fields = {
  ...{ logic: "all", event_description: "", severity: "warning", on_delay_seconds: 0, off_delay_seconds: 0 },
  ...{ enrichment: {}, cause: null, consequence: null, action: null },
};
const PLACEHOLDER: Fields = { description: "", default_value: null, max_age_seconds: null };

/**
 * A proposal out of the log of calls, which holds the draft as the model gave it and nothing of its backtest. Undefined
 * for other calls, for a draft that was refused, and for one that the log has cut.
 */
export function loggedProposal({ name, outcome, arguments: given }: Call): Proposed | undefined {
  if (name !== "propose_rule_template" || outcome !== "success" || typeof given === "string") {
    return undefined;
  }
  const { placeholder_mappings, backtest_hours: _, ...draft } = given;
  const template = { ...TEMPLATE, ...draft };
  return {
    template: {
      ...template,
      rules: filled(template.rules, RULE),
      placeholders: filled(template.placeholders, PLACEHOLDER),
    },
    placeholder_mappings: bindingsIn(placeholder_mappings),
    ...{ backtest: null, backtest_problem: null },
  };
}

function filled(list: unknown, defaults: Fields): Fields[] {
  return Array.isArray(list) ? list.map((one) => ({ ...defaults, ...one })) : [];
}

/** Andon took the call: what it binds are texts, numbers and truths. */
function bindingsIn(given: unknown): Proposed["placeholder_mappings"] {
  return (given ?? {}) as Proposed["placeholder_mappings"];
}
