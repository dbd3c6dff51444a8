import type { TemplateGiven } from "../../../domain/template/schema.ts";
import type { Schemas } from "../../api/client.ts";
import { withDefaults } from "../../rules/template_body.ts";
import type { Proposed } from "./proposal_model.ts";

type Call = Pick<Schemas["FunctionCallLogEntry"], "name" | "arguments" | "outcome">;

/** The proposal of a logged call, without its backtest; undefined for other, refused or truncated calls. */
export function loggedProposal({ name, outcome, arguments: args }: Call): Proposed | undefined {
  if (name !== "propose_rule_template" || outcome !== "success" || typeof args === "string") {
    return undefined;
  }
  const { placeholder_mappings, backtest_hours: _, ...draft } = args;
  return {
    template: withDefaults(asTemplate(draft)),
    placeholder_mappings: bindingsIn(placeholder_mappings),
    backtest: null,
    backtest_problem: null,
  };
}

/** Andon accepted the call, so it holds a template. */
function asTemplate(value: unknown): TemplateGiven {
  return value as TemplateGiven;
}

/** Andon accepted the call, so the bindings are texts, numbers and booleans. */
function bindingsIn(value: unknown): Proposed["placeholder_mappings"] {
  return (value ?? {}) as Proposed["placeholder_mappings"];
}
