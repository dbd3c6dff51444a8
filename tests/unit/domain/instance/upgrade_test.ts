import { assertEquals } from "@std/assert";
import { makeDeployment, withStreamNames } from "../../../../domain/instance/deployment.ts";
import type { InstanceRecord } from "../../../../domain/instance/types.ts";
import {
  keptRules,
  upgradedRecord,
  versionsInUse,
  withoutUpgrades,
} from "../../../../domain/instance/upgrade.ts";
import type { Placeholder, Rule } from "../../../../domain/rule/types.ts";
import type { TemplateRecord } from "../../../../domain/template/types.ts";
import { MOST_UPGRADES } from "../../../../domain/template/versions.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const RULE: Rule = {
  rule_id: "a",
  rule_name: "A",
  event_name: "<P>.A",
  event_description: "",
  logic: "all",
  until: null,
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  enrichment: {},
  cause: null,
  display_name: null,
  re_alarm_minutes: null,
  consequence: null,
  action: null,
  conditions: [{ stream: "<P>", operator: "greater_than", value: "<LIMIT>" }],
};

function placeholder(placeholder_name: string, default_value: number | null): Placeholder {
  const rest = { description: "", is_required: true, max_age_seconds: null };
  return { placeholder_name, data_type: "NUM", default_value, ...rest };
}

function template(rules: Rule[], limit = 5): TemplateRecord {
  return {
    v: 1,
    id: 1,
    template_id: "tpl_1",
    name: "T",
    description: "",
    category: "health",
    color: "#aa0000",
    package_id: 1,
    is_active: true,
    allow_instances: true,
    created_at: "",
    created_by: "",
    updated_at: "",
    version: 1,
    rules,
    placeholders: [placeholder("P", null), placeholder("LIMIT", limit)],
  };
}

function record(changes: Partial<InstanceRecord> = {}): InstanceRecord {
  return {
    v: 1,
    id: 1,
    instance_id: "ins_1",
    instance_name: "I",
    template_id: 1,
    plant_node_floc_id: null,
    bindings: { P: { stream_name: "S" } },
    is_deployed: true,
    deployment: 1,
    template_version: 1,
    deployment_date: "2026-01-31T08:00:00.000Z",
    recent_activations: {},
    created_at: "",
    created_by: "",
    ...changes,
  };
}

function bound(template: TemplateRecord, of = record()) {
  const source = {
    kind: "data_hub",
    sdsStreamId: "S",
    keyProperty: "T",
    valueProperty: "V",
    typeCode: 14,
    nullable: false,
    enumMembers: null,
    piEvent: false,
  };
  const stream = {
    ...{
      v: 1,
      id: 7,
      stream_id: "S",
      stream_name: "S",
      display_name: "S",
      asset_id: "A",
      data_type: "NUM",
    } as const,
    uom: null,
    is_active: true,
    source,
  };
  return makeDeployment({
    record: of,
    template,
    sourceMaxAgeSeconds: 0,
    deployedAt: 0,
    streams: lookupOf([stream]),
  }).deployment;
}

Deno.test("keptRules() keeps rules that are evaluated and written the same for this instance", () => {
  const before = bound(template([RULE, { ...RULE, rule_id: "b" }]));
  const kept = (
    rules: Rule[],
    limit?: number,
    of?: InstanceRecord,
  ) => [...keptRules(before, bound(template(rules, limit), of))];
  assertEquals(kept([{ ...RULE, rule_id: "b", rule_name: "n", cause: "c" }, RULE]), ["b", "a"]);
  assertEquals(kept([{ ...RULE, rule_id: "c" }]), []);
  for (
    const changes of [
      ...[{ severity: "error" as const }, { event_name: "B" }, { enrichment: { a: "b" } }],
      ...[{ on_delay_seconds: 1 }, { conditions: [...RULE.conditions, ...RULE.conditions] }],
    ]
  ) assertEquals(kept([{ ...RULE, ...changes }]), [], JSON.stringify(changes));
  assertEquals(kept([RULE], 6), [], "another default counts where nothing is bound");
  const own = record({ bindings: { P: { stream_name: "S" }, LIMIT: { value: 5 } } });
  assertEquals(kept([RULE], 6, own), ["a"], "and not where the same is bound");
  assertEquals(kept([RULE], 5, record({ rules_since: { a: "2026-01-31T08:00:00.000Z" } })), ["a"]);
});

Deno.test("upgradedRecord() stores the old version, and when each new rule began", () => {
  const first = upgradedRecord(record(), { at: "T1", version: 2, ruleIds: ["a", "b"], kept: new Set(["a"]) });
  assertEquals([first.template_version, first.upgrades, first.rules_since], [
    2,
    [{ at: "T1", from_version: 1 }],
    { b: "T1" },
  ]);
  const second = upgradedRecord(first, { at: "T2", version: 4, ruleIds: ["b", "c"], kept: new Set(["b"]) });
  assertEquals([second.upgrades?.map((one) => one.from_version), second.rules_since], [[1, 2], {
    b: "T1",
    c: "T2",
  }]);
  assertEquals(versionsInUse(second), [4, 1, 2]);
  assertEquals(versionsInUse({ ...second, is_deployed: false }), []);
  assertEquals(withoutUpgrades(second), { ...record(), template_version: 4 });
});

Deno.test(`upgradedRecord() stores ${MOST_UPGRADES} upgrades, the newest ones`, () => {
  let now = record();
  for (let version = 2; version <= MOST_UPGRADES + 2; version++) {
    now = upgradedRecord(now, { at: `T${version}`, version, ruleIds: [], kept: new Set() });
  }
  assertEquals([now.upgrades?.length, now.upgrades?.[0].from_version], [MOST_UPGRADES, 2]);
});

Deno.test("a rule that is left out ends with an upgrade, and the texts of the others follow renamed streams", () => {
  const optional = (default_value: number | null) => ({
    ...template([{ ...RULE, on_delay_seconds: "<DELAY>" }, { ...RULE, rule_id: "b" }]),
    placeholders: [placeholder("P", null), placeholder("LIMIT", 5), {
      ...placeholder("DELAY", default_value),
      is_required: false,
    }],
  });
  const of = record({ bindings: { P: { stream: 7 } } });
  const whole = bound(optional(0), of), some = bound(optional(null), of);
  assertEquals([...keptRules(whole, some)], ["b"]);
  assertEquals([...keptRules(some, whole)], ["b"]);
  const renamed = withStreamNames(some, new Map([[7, "New"]]));
  assertEquals(renamed.texts.map(({ ruleId, event_name }) => [ruleId, event_name]), [["b", "New.A"]]);
  assertEquals(renamed.written.map(({ rule_id }) => rule_id), ["b"]);
});

Deno.test("rules are compared as they are bound: the same number by a placeholder changes nothing", () => {
  const delayed = (on_delay_seconds: number | string, limit = 5) =>
    bound(template([{ ...RULE, on_delay_seconds }], limit));
  assertEquals([...keptRules(delayed(5), delayed("<LIMIT>"))], ["a"]);
  assertEquals([...keptRules(delayed(5), delayed("<LIMIT>", 6))], []);
});
