import { z } from "@hono/zod-openapi";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../../domain/shared/schema.ts";
import { templateIssues } from "../../../domain/template/check.ts";
import { templateSchema } from "../../../domain/template/schema.ts";
import { defineFunction } from "./define.ts";
import { draftMappings, draftPlaceholder, draftRule } from "./draft_schema.ts";
import { type ProposalTrial, trialOf } from "./proposal_trial.ts";
import { rowsOf } from "./rows.ts";
import { figuresTold, MOST_TRIAL_HOURS } from "./trial.ts";

export const proposeRuleTemplate = defineFunction({
  name: "propose_rule_template",
  description:
    "Drafts a rule template for people to look at, and judges it over the past hours on the streams that " +
    "placeholder_mappings names. Nothing is saved: a person does that, or not.",
  parameters: z.strictObject({
    name: z.string(),
    description: z.string().optional(),
    category: z.string().describe("A lower-case word: health, quality, energy, safety, production …"),
    package_id: z.int().min(1).optional().describe("The first package when absent"),
    rules: z.array(draftRule).min(1),
    placeholders: z.array(draftPlaceholder).optional(),
    placeholder_mappings: draftMappings.default({})
      .describe("What the backtest binds placeholders to: streams by their names, or constants"),
    backtest_hours: z.number().gt(0).max(MOST_TRIAL_HOURS).default(24)
      .describe("How far back the backtest goes"),
  }),
  async run({ placeholder_mappings, backtest_hours: hours, ...given }, port) {
    const packages = rowsOf((await port.api("GET /api/packages")).data);
    const package_id = given.package_id ?? packages[0]?.id ?? 1;
    const draft = { ...given, package_id };
    const parsed = templateSchema.safeParse(draft);
    const { name, description = "", rules, placeholders = [] } = given;
    const issues = [
      ...(parsed.success ? [] : issuesOfZod(parsed.error)),
      ...templateIssues({ name, description, rules, placeholders }),
      ...(packages.some(({ id }) => id === package_id)
        ? []
        : [{ path: "package_id", message: `There is no package ${package_id}` }]),
    ];
    if (issues.length > 0 || !parsed.success) throw validationRefusal(issues);
    const template = parsed.data;
    const trial = await trialOf({ template, placeholder_mappings, hours }, port);
    return {
      found: { draft: template, ...toldOf(trial), note: NOTE },
      proposal: { template, placeholder_mappings, ...trial },
    };
  },
});

const NOTE = "Checked, and shown to the user with your answer; it is not saved.";

/** What the model reads of the backtest; what is drawn goes to people alone. */
function toldOf({ backtest, backtest_problem }: ProposalTrial) {
  return backtest === null ? { no_backtest: backtest_problem } : { backtest: figuresTold(backtest) };
}
