import type { Schemas } from "../../api/client.ts";
import type { Proposed } from "./proposal_model.ts";

type Call = Pick<Schemas["FunctionCallLogEntry"], "name" | "arguments" | "outcome">;
type Fields = Record<string, unknown>;

/** The defaults that Andon fills in. */
const TEMPLATE: Fields = { description: "", color: "#5b646d", rules: [], placeholders: [] };
const RULE: Fields = {
  logic: "all",
  event_description: "",
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  re_alarm_minutes: null,
  enrichment: {},
  display_name: null,
  cause: null,
  consequence: null,
  action: null,
};
const PLACEHOLDER: Fields = { description: "", default_value: null, max_age_seconds: null };

/** The proposal of a logged call, without its backtest; undefined for other, refused or truncated calls. */
export function loggedProposal({ name, outcome, arguments: args }: Call): Proposed | undefined {
  if (name !== "propose_rule_template" || outcome !== "success" || typeof args === "string") {
    return undefined;
  }
  const { placeholder_mappings, backtest_hours: _, ...draft } = args;
  const template = { ...TEMPLATE, ...draft };
  return {
    template: {
      ...template,
      rules: filled(template.rules, RULE),
      placeholders: filled(template.placeholders, PLACEHOLDER),
    },
    placeholder_mappings: bindingsIn(placeholder_mappings),
    backtest: null,
    backtest_problem: null,
  };
}

function filled(list: unknown, defaults: Fields): Fields[] {
  return Array.isArray(list) ? list.map((one) => ({ ...defaults, ...one })) : [];
}

/** Andon accepted the call, so the bindings are texts, numbers and booleans. */
function bindingsIn(value: unknown): Proposed["placeholder_mappings"] {
  return (value ?? {}) as Proposed["placeholder_mappings"];
}
