/** The end of its own of a rule in the editor. */
import { assertEquals } from "@std/assert";
import { comparisonsOf } from "../../../console/rules/condition_tree.ts";
import type { DraftComparison, DraftCondition, TemplateDraft } from "../../../console/rules/draft.ts";
import { blankIssues } from "../../../console/rules/draft_checks.ts";
import { withOwnEnd } from "../../../console/rules/own_end.ts";
import { newTemplate } from "../../../console/rules/presets.ts";
import { usesOf, withRenamed } from "../../../console/rules/references.ts";
import { bodyOf } from "../../../console/rules/template_body.ts";
import { templateDifference } from "../../../console/rules/template_difference.ts";

const comparison = (more: Partial<DraftComparison> = {}): DraftComparison => ({
  stream: "<VALUE>",
  operator: "greater_than",
  value: 80,
  ...more,
});

function template(conditions: DraftCondition[]): TemplateDraft {
  const draft = newTemplate(1);
  return { ...draft, name: "Pump", rules: [{ ...draft.rules[0], conditions }] };
}

Deno.test("the conditions of a rule's own end are sent, checked, renamed and compared like its conditions", () => {
  const until = [{
    any: [comparison({ operator: "less_than", value: null, deadband: undefined }), comparison()],
  }];
  const draft = template([comparison()]), ended = { ...draft, rules: [{ ...draft.rules[0], until }] };
  assertEquals(blankIssues(ended).map(({ path }) => path), ["rules.0.until.0.any.0.value"]);
  assertEquals(blankIssues({ ...ended, rules: [{ ...ended.rules[0], until: [] }] }), [{
    path: "rules.0.until",
    message: "Add a condition",
  }]);
  assertEquals(bodyOf(ended).rules[0].until, [{
    any: [{ stream: "<VALUE>", operator: "less_than" }, {
      stream: "<VALUE>",
      operator: "greater_than",
      value: 80,
    }],
  }]);
  assertEquals(bodyOf(draft).rules[0].until, null);
  const renamed = withRenamed(ended.rules, "VALUE", "PRESSURE");
  assertEquals(comparisonsOf(renamed[0].until ?? []).map(({ stream }) => stream), [
    "<PRESSURE>",
    "<PRESSURE>",
  ]);
  assertEquals(usesOf({ rules: renamed }, "PRESSURE").count, usesOf(draft, "VALUE").count + 2);
  assertEquals(templateDifference(draft, ended), [{
    what: "Rule “Too high” › Ends when",
    before: "the conditions are false",
    after: "<VALUE> is below … or <VALUE> is above 80",
  }]);
});

Deno.test("an own end begins as the reset line of the first comparison, and the conditions lose their deadbands", () => {
  const own = (...conditions: DraftCondition[]) => withOwnEnd({ conditions });
  assertEquals(own(comparison({ deadband: 5, max_age_seconds: 60 }), { not: comparison({ deadband: 2 }) }), {
    conditions: [comparison({ max_age_seconds: 60 }), { not: comparison() }],
    until: [{ stream: "<VALUE>", operator: "less_or_equal", value: 75, max_age_seconds: 60 }],
  });
  const endOf = (more: Partial<DraftComparison>) => own(comparison(more)).until;
  assertEquals(endOf({ operator: "less_or_equal", value: "<LOW>", deadband: 5 }), [
    { stream: "<VALUE>", operator: "greater_than", value: "<LOW>" },
  ]);
  assertEquals(endOf({ operator: "is_true", value: undefined }), [{
    stream: "<VALUE>",
    operator: "is_false",
  }]);
  assertEquals(endOf({ operator: "avg_above", window_seconds: 60 }), [
    { stream: "<VALUE>", operator: "avg_above", value: null },
  ]);
  assertEquals(own({ all: [comparison()] }).until, [comparison({ value: null })]);
  assertEquals(own().until, [{ stream: "", operator: "is_true" }]);
});
