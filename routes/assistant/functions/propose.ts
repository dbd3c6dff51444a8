import { z } from "@hono/zod-openapi";
import { validationRefusal } from "../../../domain/shared/refusal.ts";
import { issuesOfZod, lengthIssues, limitedText } from "../../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../../domain/shared/text.ts";
import { templateIssues } from "../../../domain/template/check.ts";
import { templateSchema } from "../../../domain/template/schema.ts";
import { hoursArgument, idArgument } from "./arguments.ts";
import { defineFunction } from "./define.ts";
import { draftMappings, draftPlaceholders, draftRules } from "./draft_schema.ts";
import { type ProposalTrial, trialOf } from "./proposal_trial.ts";
import { rowsOf } from "./rows.ts";
import { backtestFigures, MOST_TRIAL_HOURS } from "./trial.ts";

export const proposeRuleTemplate = defineFunction({
  name: "propose_rule_template",
  description:
    "Drafts a rule template for people to review, and backtests it over the past hours on the streams that " +
    "placeholder_mappings names. Saves nothing; a person decides whether to save it.",
  parameters: z.strictObject({
    name: limitedText({ min: 1, max: TEXT_LIMITS.name }),
    description: limitedText({ max: TEXT_LIMITS.description }).optional(),
    category: limitedText({ max: 40 }).describe(
      "One lower-case word: health, quality, energy, safety, production …",
    ),
    package_id: idArgument.optional().describe("Default: the first package"),
    rules: draftRules,
    placeholders: draftPlaceholders.optional(),
    placeholder_mappings: draftMappings.default({})
      .describe("Stream names or constants that the backtest binds the placeholders to"),
    backtest_hours: hoursArgument({ most: MOST_TRIAL_HOURS })
      .describe("Length of the backtest in hours"),
  }),
  async run({ placeholder_mappings, backtest_hours: hours, ...given }, port) {
    const packages = rowsOf((await port.api("GET /api/packages")).data);
    const package_id = given.package_id ?? packages[0]?.id ?? 1;
    const draft = { ...given, package_id };
    const tooLong = lengthIssues(templateSchema, draft);
    if (tooLong.length > 0) throw validationRefusal(tooLong);
    const parsed = templateSchema.safeParse(draft);
    const { name, description = "", rules, placeholders = [] } = given;
    const issues = [
      ...(parsed.success ? [] : issuesOfZod(parsed.error)),
      ...templateIssues({ name, description, rules, placeholders }),
      ...(packages.some(({ id }) => id === package_id)
        ? []
        : [{ path: "package_id", message: `Package ${package_id} does not exist` }]),
    ];
    if (issues.length > 0 || !parsed.success) throw validationRefusal(issues);
    const template = parsed.data;
    const trial = await trialOf({ template, placeholder_mappings, hours }, port);
    return {
      found: { draft: template, ...trialSummary(trial), note: NOTE },
      proposal: { template, placeholder_mappings, ...trial },
    };
  },
});

const NOTE = "The draft is valid and is shown to the user with your answer. It is not saved.";

/** The backtest as the model gets it. The series for the charts are only for people. */
function trialSummary({ backtest, backtest_problem }: ProposalTrial) {
  return backtest === null ? { no_backtest: backtest_problem } : { backtest: backtestFigures(backtest) };
}
