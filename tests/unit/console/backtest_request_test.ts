import { assertEquals } from "@std/assert";
import { bandsOf, eventsOn, figuresOf, limitsOf } from "../../../console/backtest/backtest_text.ts";
import { spanFor } from "../../../console/backtest/spans.ts";
import type { Backtest, BacktestEvent } from "../../../console/backtest/types.ts";
import { backtestChoice, choiceQuery } from "../../../console/pages/rules/backtest_choice.ts";
import { placedIssues, prepareBacktest } from "../../../console/pages/rules/backtest_request.ts";
import { percentText } from "../../../console/parts/numbers.ts";
import { adviceAddress, advisedChange, advisedField } from "../../../console/rules/advice_address.ts";
import type { DraftCondition } from "../../../console/rules/draft.ts";
import { draftOf } from "../../../console/rules/template_body.ts";
import { instance, template } from "./support.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);
const draft = draftOf(template());
const instances = [
  instance(1, { placeholder_mappings: { P: "Line1.P" } }),
  instance(2, { placeholder_mappings: { P: "Line2.P" }, is_deployed: true }),
];
const choice = (query: Record<string, string> = {}, from = instances) =>
  backtestChoice(query, { instances: from, mappings: { P: "Own.P" }, nowMs: NOW_MS });
const stored = { draft, version: 3 };
const prepared = (changes: Partial<Parameters<typeof prepareBacktest>[0]> = {}) =>
  prepareBacktest({ draft, stored, choice: choice(), instances, ...changes });

Deno.test("a draft is evaluated on a deployed instance by default, else on the choice in the address", () => {
  assertEquals([choice().kind, choice().instanceId, choice().span], ["instance", 2, "8h"]);
  assertEquals(choice({ instance: "1", span: "7d" }).instanceId, 1);
  assertEquals(choice({ instance: "all" }).kind, "all");
  assertEquals(choice({ instance: "streams" }).kind, "streams");
  assertEquals([choice({}, []).kind, choice({ span: "9y" }).span], ["streams", "8h"]);
  assertEquals(choiceQuery(choice({ instance: "1", span: "7d" })), { instance: "1", span: "7d" });
});

Deno.test("a request has the bindings and the span of the choice", () => {
  const { request } = prepared({ choice: choice({ instance: "1", span: "1h" }) });
  assertEquals(request?.body.instance_ids, [1]);
  assertEquals([request?.body.from, request?.body.to], [
    "2026-01-31T07:00:00.000Z",
    "2026-01-31T08:00:00.000Z",
  ]);
  assertEquals(request?.evaluated.instances, [{ id: 1, bindings: { P: "Line1.P" } }]);
  assertEquals(prepared({ choice: choice({ instance: "all" }) }).request?.body.instance_ids, [1, 2]);
  const own = prepared({ choice: choice({ instance: "streams" }), isStream: () => true }).request;
  assertEquals([own?.body.placeholder_mappings, own?.body.instance_ids], [{ P: "Own.P" }, undefined]);
});

Deno.test("a new name needs no other backtest, a new limit does, compared with the stored template", () => {
  const key = prepared().request?.key;
  const [rule] = draft.rules;
  const named = {
    ...draft,
    name: "Other",
    rules: [{ ...rule, rule_name: "", event_name: "", cause: "Heat" }],
  };
  assertEquals([prepared({ draft: named }).request?.key, prepared().request?.baseline?.body], [
    key,
    undefined,
  ]);
  const delayed = { ...draft, rules: [{ ...rule, on_delay_seconds: 10 }] };
  const { request } = prepared({ draft: delayed });
  assertEquals([request?.key === key, request?.baseline?.key], [false, prepared().request?.baseline?.key]);
  assertEquals((request?.baseline?.body?.template as typeof draft).rules[0].on_delay_seconds, 0);
  assertEquals(prepared({ draft: delayed, stored: undefined }).request?.baseline, undefined);
});

Deno.test("incomplete and invalid drafts are not sent", () => {
  const [rule] = draft.rules;
  const result = (changes: Parameters<typeof prepared>[0]) => {
    const { request, missing, issues } = { missing: "", issues: [], ...prepared(changes) };
    return [request, missing, issues.map(({ path }) => path)];
  };
  assertEquals(result({ draft: { ...draft, rules: [] } }), [
    undefined,
    "Add a rule to run a backtest.",
    [],
  ]);
  const blank = { ...rule, conditions: [{ stream: "<P>", operator: "greater_than", value: null }] };
  assertEquals(
    result({ draft: { ...draft, rules: [blank] } })[1],
    "Not evaluated yet. Rule “High” › Condition 1 › Value: enter a value.",
  );
  const undeclared = { ...rule, conditions: [{ stream: "<GONE>", operator: "greater_than", value: 5 }] };
  assertEquals(result({ draft: { ...draft, rules: [undeclared] } }), [
    undefined,
    "Not evaluated. Correct the marked fields.",
    ["rules.0.conditions.0.stream"],
  ]);
  const own = (mappings: Record<string, string>) => ({ ...choice({ instance: "streams" }), mappings });
  const isStream = (name: string) => name === "Own.P";
  assertEquals(result({ choice: own({ P: "Own" }), isStream })[1], "P: no stream is named “Own”.");
  assertEquals(
    result({ choice: own({ P: "Own.P", LIMIT: "five" }), isStream })[1],
    "LIMIT: no stream is named “five”.",
  );
  assertEquals(prepared({ choice: own({ P: "Own.P", LIMIT: "5" }), isStream }).request === undefined, false);
  assertEquals(result({ choice: own({ P: "Own.P" }) })[1], "Loading streams…");
  const unbound = { ...choice({ instance: "streams" }), mappings: {} };
  assertEquals(result({ choice: unbound })[1], "Choose a stream or value for P.");
  const [first] = draft.placeholders;
  const renamed = { ...draft, placeholders: [...draft.placeholders, { ...first, placeholder_name: "Q" }] };
  assertEquals(result({ draft: renamed })[1], "Pump 2 does not bind Q. Choose streams instead.");
});

Deno.test("issues of the server are mapped to the draft's fields or to the choice", () => {
  const issues = [
    { path: "template.rules.0.conditions.0.value", message: "A" },
    { path: "placeholder_mappings.P", message: "B" },
  ];
  const { fields, others } = placedIssues(issues, draft);
  assertEquals([fields[0].path, others[0].message], ["rules.0.conditions.0.value", "B"]);
});

const event = (changes: Partial<BacktestEvent>): BacktestEvent => ({
  event_name: "High",
  event_description: "",
  severity: "warning",
  is_active: false,
  rule_id: "high",
  start_time: "2026-01-31T07:00:00.000Z",
  end_time: null,
  activated_at: "2026-01-31T07:00:00.000Z",
  closed_at: null,
  close_reason: null,
  enrichment: {},
  category: "health",
  plant_node_floc_id: null,
  data_state: "known",
  flags: [],
  trigger: [],
  opened_by: null,
  template_instance: "Pump 1",
  instance_id: 1,
  ...changes,
});

Deno.test("a stream's thresholds and events are those of the rules and instances that use it", () => {
  const { evaluated } = prepared({ choice: choice({ instance: "all" }) }).request!;
  assertEquals(limitsOf("Line1.P", evaluated).map(({ value, wrong }) => [value, wrong]), [[6, "above"]]);
  assertEquals(limitsOf("Line3.P", evaluated), []);
  const events = [event({}), event({ instance_id: 2 }), event({ rule_id: "other" })];
  assertEquals(eventsOn("Line1.P", { backtest: { events }, evaluated }).length, 1);
  assertEquals(bandsOf(events.slice(0, 1))[0].toMs, Number.MAX_SAFE_INTEGER);
});

Deno.test("figures are compared with those of the stored template where they differ", () => {
  const of = (events: number): Backtest => ({
    from: "",
    to: "",
    samples: 0,
    evaluations: 0,
    rules: [],
    events: [],
    truncated: false,
    series: [],
    series_left_out: 0,
    missing_streams: [],
    warnings: [],
    summary: {
      events,
      active_at_end: 0,
      rate_per_day: events,
      chattering: 0,
      active_seconds: 60,
      active_share: 0.25,
      blind_seconds: 0,
      blind_share: 0,
    },
  });
  const figures = figuresOf(of(4), of(40));
  assertEquals(figures.map(({ name, value, before }) => [name, value, before]), [
    ["Events", "4", "40"],
    ["Events per day", "4.0", "40"],
    ["Chattering", "0", null],
    ["Time active", "25 %", null],
    ["No data", "0 %", null],
  ]);
  assertEquals(figuresOf(of(4), null).every(({ before }) => before === null), true);
  assertEquals([percentText(0), percentText(0.0004), percentText(0.034), percentText(1)], [
    ...["0 %", "< 0.1 %", "3.4 %", "100 %"],
  ]);
});

Deno.test("an advice links to its rule with the delay filled in, on its instance, over its time", () => {
  const advice = { kind: "off_delay", template_id: 7, rule_id: "high", seconds: 30 };
  const address = adviceAddress(advice, { instance: 2, hours: 168 });
  assertEquals(address, "/rules/7?advice=off_delay&for=high&amount=30&instance=2&span=7d");
  const query = Object.fromEntries(new URL(address ?? "", "http://a").searchParams);
  const change = advisedChange(query)!;
  assertEquals(change, { ruleId: "high", kind: "off_delay", amount: 30 });
  assertEquals(advisedField(draft, change)?.path, "rules.0.off_delay_seconds");
  assertEquals(advisedField(draft, { ...change, ruleId: "gone" }), undefined);
  const own = { ...draft, rules: draft.rules.map((rule) => ({ ...rule, off_delay_seconds: "<DELAY>" })) };
  assertEquals(advisedField(own, change), undefined, "each machine has its own");
  const followed = { ...draft, rules: [{ ...draft.rules[0], off_delay_seconds: 30 }] };
  assertEquals(advisedField(followed, change), undefined);
  assertEquals(
    adviceAddress({ ...advice, kind: "stale", seconds: null }, { instance: null, hours: 8 }),
    "/rules/7",
  );
  assertEquals(adviceAddress({ ...advice, template_id: null }, { instance: null, hours: 8 }), undefined);
  assertEquals(advisedChange({ advice: "off_delay", for: "high", amount: "-1" }), undefined);
  assertEquals([spanFor(8), spanFor(25), spanFor(5_000)], ["8h", "7d", "30d"]);
});

Deno.test("an advised deadband goes to the rule's one comparison with a number, and nowhere else", () => {
  const advice = { kind: "deadband", template_id: 7, rule_id: "high", seconds: null, deadband: 0.5 };
  const address = adviceAddress(advice, { instance: null, hours: 8 });
  assertEquals(address, "/rules/7?advice=deadband&for=high&amount=0.5");
  const change = advisedChange(Object.fromEntries(new URL(address ?? "", "http://a").searchParams))!;
  const above = { stream: "<PRESSURE>", operator: "greater_than", value: 6 };
  const running = { stream: "<RUNNING>", operator: "is_true" };
  const pathIn = (...conditions: DraftCondition[]) =>
    advisedField({ ...draft, rules: [{ ...draft.rules[0], conditions }] }, change)?.path;
  assertEquals(pathIn(running, above), "rules.0.conditions.1.deadband");
  assertEquals(pathIn(above, { ...above, operator: "less_than" }), undefined);
  assertEquals(pathIn({ any: [above] }), undefined);
  assertEquals(pathIn({ ...above, deadband: 0.5 }), undefined);
});
