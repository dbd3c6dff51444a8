import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { comparisonsOf, heightOf, mayWrap, moved } from "../../../console/rules/condition_tree.ts";
import type {
  DraftComparison,
  DraftCondition,
  DraftRule,
  TemplateDraft,
} from "../../../console/rules/draft.ts";
import { blankIssues } from "../../../console/rules/draft_checks.ts";
import { OPERATORS } from "../../../domain/rule/operators/table.ts";
import { derivedNames, followingNames, ruleId } from "../../../console/rules/derived_names.ts";
import { newPlaceholder, newRule, newTemplate, rulePresets } from "../../../console/rules/presets.ts";
import { freeName, placeholderName, usesOf, withRenamed } from "../../../console/rules/references.ts";
import {
  bodyOf,
  draftOf,
  issuesOfDraft,
  withDefaults,
  withOperator,
} from "../../../console/rules/template_body.ts";
import { templateDifference } from "../../../console/rules/template_difference.ts";
import { templateDocumentSchema } from "../../../domain/template/schema.ts";
import { templateIssues } from "../../../domain/template/check.ts";
import { isFound, rulesAddress, rulesFilter } from "../../../console/pages/rules/rules_address.ts";
import { documentIn } from "../../../console/pages/rules/import_reading.ts";
import { draftStorage } from "../../../console/rules/draft_storage.ts";

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

Deno.test("a new template lacks only its name and its limit", () => {
  assertEquals(blankIssues(newTemplate(1)).map(({ path }) => path), ["name", "rules.0.conditions.0.value"]);
  assertEquals(templateIssues(bodyOf(template([comparison()]))), []);
});

Deno.test("the server accepts every preset once its empty fields are filled", () => {
  for (const preset of rulePresets()) {
    const placeholder = newPlaceholder("VALUE", preset.type);
    const rule = newRule(preset, { stream: "<VALUE>", others: [] });
    const filled = comparisonsOf(rule.conditions).map((given) => {
      const one = given.expression === undefined ? { ...given, stream: "<VALUE>" } : given;
      if (one.value === null) return { ...one, value: preset.type === "STR" ? "Stopped" : 1 };
      return Array.isArray(one.value) ? { ...one, value: [1, 2] } : one;
    });
    const draft = {
      ...newTemplate(1),
      name: "A",
      placeholders: [placeholder],
      rules: [{ ...rule, conditions: filled }],
    };
    assertEquals([preset.name, ...blankIssues(draft)], [preset.name]);
    assertEquals([preset.name, ...templateIssues(bodyOf(draft))], [preset.name]);
  }
});

Deno.test("bodyOf() omits empty fields, and draftOf() is its inverse", () => {
  const draft = template([comparison({ deadband: null, ignore_case: false, max_age_seconds: 60 })]);
  const body = bodyOf(draft);
  assertEquals(body.rules[0].conditions, [
    { stream: "<VALUE>", operator: "greater_than", value: 80, max_age_seconds: 60 },
  ]);
  assertEquals(body.rules[0].cause, null);
  assertEquals(bodyOf(draftOf(body)), body);
});

Deno.test("withDefaults() fills in what the server fills in", () => {
  const given = {
    name: "Pump",
    category: "health",
    rules: [{ rule_id: "hot", rule_name: "Hot", conditions: [], event_name: "Hot" }],
    placeholders: [{ placeholder_name: "VALUE", data_type: "NUM" as const }],
  };
  const comparisons = [{ stream: "<VALUE>", operator: "greater_than", value: 80 }];
  const stored = templateDocumentSchema.parse({
    ...given,
    rules: given.rules.map((rule) => ({ ...rule, conditions: comparisons })),
  });
  assertEquals(withDefaults(given), {
    ...stored,
    rules: stored.rules.map((rule) => ({ ...rule, conditions: [] })),
  });
});

Deno.test("blankIssues() finds empty fields at any depth, with the paths of the API", () => {
  const draft = template([
    { any: [{ not: comparison({ stream: "" }) }, comparison({ operator: "outside", value: [1, null] })] },
    { all: [] },
    comparison({ operator: "in", value: [] }),
  ]);
  assertEquals(blankIssues(draft).map(({ path }) => path), [
    "rules.0.conditions.0.any.0.not.stream",
    "rules.0.conditions.0.any.1.value.1",
    "rules.0.conditions.1.all",
    "rules.0.conditions.2.value",
  ]);
});

Deno.test("blankIssues() finds additional fields without a name and duplicate names", () => {
  const draft = template([comparison()]);
  draft.rules[0].enrichment = [{ key: "a", value: "1" }, { key: "a", value: "2" }, { key: "", value: "3" }, {
    key: "",
    value: "",
  }];
  assertEquals(blankIssues(draft).map(({ path }) => path), [
    "rules.0.enrichment.1.key",
    "rules.0.enrichment.2.key",
  ]);
});

Deno.test("issuesOfDraft() maps an issue of an additional field to its index, and keeps the rest", () => {
  const draft = template([comparison()]);
  draft.rules[0].enrichment = [{ key: "limit", value: "1" }, { key: "unit.of it", value: "<GONE>" }];
  const issues = [{ path: "rules.0.enrichment.unit.of it", message: "m" }, {
    path: "rules.0.conditions.1.value",
    message: "n",
  }];
  assertEquals(issuesOfDraft(issues, draft).map(({ path }) => path), [
    "rules.0.enrichment.1.value",
    "rules.0.conditions.1.value",
  ]);
});

Deno.test("withRenamed() renames a placeholder in streams, values, lists and texts, and nowhere else", () => {
  const rule = {
    ...template([{ not: comparison({ operator: "deviation_above", of: "<VALUE>", value: "<VALUE_2>" }) }])
      .rules[0],
    event_name: "<VALUE>.High <VALUE_2>",
    cause: "<VALUE> is blocked",
    enrichment: [{ key: "VALUE", value: "at <VALUE>" }],
  };
  const [renamed] = withRenamed([rule], "VALUE", "PRESSURE");
  assertEquals(renamed.conditions, [
    { not: { stream: "<PRESSURE>", operator: "deviation_above", of: "<PRESSURE>", value: "<VALUE_2>" } },
  ]);
  assertEquals(renamed.event_name, "<PRESSURE>.High <VALUE_2>");
  assertEquals(renamed.cause, "<PRESSURE> is blocked");
  assertEquals(renamed.enrichment, [{ key: "VALUE", value: "at <PRESSURE>" }]);
  assertEquals(usesOf({ rules: [renamed] }, "PRESSURE"), { count: 5, asStream: true });
  assertEquals(usesOf({ rules: [renamed] }, "VALUE_2"), { count: 2, asStream: false });
});

Deno.test("names are derived from the typed text, and are unique", () => {
  assertEquals(["inlet pressure", "Öl-Druck", "a.b"].map(placeholderName), [
    "INLET_PRESSURE",
    "OL_DRUCK",
    "A_B",
  ]);
  assertEquals(freeName("VALUE", ["VALUE", "VALUE_2"]), "VALUE_3");
  assertEquals([ruleId("Too high!", []), ruleId("Too high", ["too_high"]), ruleId("!", [])], [
    "too_high",
    "too_high_2",
    "rule",
  ]);
});

Deno.test("a new rule is named after its comparison, and opposite operators have different names", () => {
  const names = (operator: string) => {
    const { rule: [short], event } = derivedNames([withOperator(comparison(), operator)]);
    return [short, event];
  };
  assertEquals(["greater_than", "less_than", "is_false", "stale_for"].map(names), [
    ["Too high", "<VALUE>.High"],
    ["Too low", "<VALUE>.Low"],
    ["Off", "<VALUE>.Off"],
    ["No data", "<VALUE>.NoData"],
  ]);
  for (const [name, { explanation, ruleName, eventSuffix }] of Object.entries(OPERATORS)) {
    assertMatch(`${ruleName} ${eventSuffix}`, /^[A-Z][a-z ]+ [A-Z][A-Za-z]+$/, name);
    const opposite = Object.values(OPERATORS).find((other) =>
      other.explanation.compares === explanation.compares && other.explanation.true === explanation.false
    );
    assert(opposite === undefined || opposite.ruleName !== ruleName, name);
  }
  const { rule, event } = derivedNames([{ all: [{ not: comparison({ stream: "<INLET_T>" }) }] }]);
  assertEquals([rule, event], [["Not too high", "Inlet t not too high"], "<INLET_T>.NotHigh"]);
  assertEquals(derivedNames([]), { rule: ["New rule", "New rule"], event: "" });
});

Deno.test("followingNames() keeps what a person typed, and a stored rule's identifier", () => {
  const before = template([comparison()]).rules[0];
  const low = [comparison({ operator: "less_than", stream: "<LEVEL>" })];
  const options = { others: [], isStored: false };
  const follow = (change: Partial<DraftRule> = {}, given: Partial<typeof options> = {}) => {
    const rule = { ...before, ...change };
    const named = followingNames({ before: rule, after: { ...rule, conditions: low } }, {
      ...options,
      ...given,
    });
    return [named.rule_name, named.rule_id, named.event_name];
  };
  assertEquals(follow(), ["Too low", "too_low", "<LEVEL>.Low"]);
  assertEquals(follow({ rule_name: "Dry" }), ["Dry", "too_high", "<LEVEL>.Low"]);
  assertEquals(follow({ rule_name: "" }), ["", "too_high", "<LEVEL>.Low"]);
  assertEquals(follow({ event_name: "Dry" }), ["Too low", "too_low", "Dry"]);
  assertEquals(follow({ rule_id: "own" }), ["Too low", "own", "<LEVEL>.Low"]);
  assertEquals(follow({}, { isStored: true }), ["Too low", "too_high", "<LEVEL>.Low"]);
  const others = [{ rule_id: "too_low", rule_name: "Too low" }];
  assertEquals(followingNames({ before, after: { ...before, conditions: low } }, { ...options, others }), {
    ...before,
    conditions: low,
    rule_name: "Level too low",
    rule_id: "level_too_low",
    event_name: "<LEVEL>.Low",
  });
  const added = newRule(rulePresets()[0], { stream: "<T>", others: [before] });
  assertEquals([added.rule_name, added.rule_id], ["T too high", "t_too_high"]);
});

Deno.test("mayWrap() allows a depth of five", () => {
  const two: DraftCondition = { all: [comparison()] };
  assertEquals([heightOf(comparison()), heightOf(two), heightOf({ not: two })], [1, 2, 3]);
  assertEquals([mayWrap(comparison(), 4), mayWrap(comparison(), 5)], [true, false]);
  assertEquals([mayWrap(two, 3), mayWrap(two, 4)], [true, false]);
});

Deno.test("moved() moves an item of a list", () => {
  assertEquals([moved(["a", "b", "c"], 0, 1), moved(["a", "b", "c"], 2, 0)], [["b", "a", "c"], [
    "c",
    "a",
    "b",
  ]]);
});

Deno.test("templateDifference() lists additions, removals, changes and moves as text", () => {
  const before = template([comparison()]);
  assertEquals(templateDifference(before, before), []);
  const [rule] = before.rules;
  const other = { ...rule, rule_id: "other", rule_name: "Other" };
  const after: TemplateDraft = {
    ...before,
    placeholders: [...before.placeholders, newPlaceholder("LIMIT")],
    rules: [{ ...rule, conditions: [comparison({ value: "<LIMIT>" })], severity: "critical" }, other],
  };
  assertEquals(templateDifference(before, after), [
    { what: "Placeholder LIMIT", after: "NUM" },
    {
      what: "Rule “Too high” › Conditions",
      before: "<VALUE> is above 80",
      after: "<VALUE> is above <LIMIT>",
    },
    { what: "Rule “Too high” › Severity", before: "warning", after: "critical" },
    { what: "Rule “Other”", after: "<VALUE> is above 80" },
  ]);
  assertEquals(templateDifference(after, before).at(-1), {
    what: "Rule “Other”",
    before: "<VALUE> is above 80",
  });
  const delayed = { ...before, rules: [{ ...rule, on_delay_seconds: "<DELAY>" }] };
  assertEquals(templateDifference(before, delayed), [
    { what: "Rule “Too high” › On-delay", before: "0 s", after: "<DELAY> s" },
  ]);
  const turned = { ...after, rules: [...after.rules].reverse() };
  assertEquals(templateDifference(after, turned), [
    { what: "Order of the rules", before: "Too high, Other", after: "Other, Too high" },
  ]);
});

Deno.test("the address holds the package and the search text", () => {
  const filter = { packageId: 3, find: "pump high" };
  assertEquals(rulesAddress(filter), "/rules?package=3&find=pump+high");
  assertEquals(rulesFilter({ package: "3", find: "pump high" }), filter);
  assertEquals(rulesFilter({ package: "x" }), { packageId: null, find: "" });
  const one = { name: "Pump", category: "health", description: "", rule_names: ["Too high"] };
  assertEquals([isFound(one, "pump HIGH"), isFound(one, "pump low")], [true, false]);
});

Deno.test("documentIn() accepts an export as a file and as a response, and rejects other files", () => {
  const document = { format: "andon-package", version: 1 };
  assertEquals(documentIn(JSON.stringify(document)), document as never);
  assertEquals(documentIn(JSON.stringify({ success: true, data: document })), document as never);
  assertThrows(() => documentIn("{"), Error, "not valid JSON");
  assertThrows(() => documentIn("[]"), Error, "not an Andon package");
});

Deno.test("draftStorage() returns stored drafts, and nothing for invalid ones", () => {
  const stored = new Map<string, string>();
  const drafts = draftStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
  const draft = { version: 2, draft: newTemplate(1) };
  drafts.keep("7", draft);
  assertEquals([drafts.read("7"), drafts.read("8")], [draft, undefined]);
  const { until: _until, ...older } = draft.draft.rules[0];
  stored.set("andon draft 1 7", JSON.stringify({ ...draft, draft: { ...draft.draft, rules: [older] } }));
  assertEquals(drafts.read("7"), draft);
  drafts.drop("7");
  assertEquals(drafts.read("7"), undefined);
  stored.set("andon draft 1 9", "{");
  assertEquals(drafts.read("9"), undefined);
});
