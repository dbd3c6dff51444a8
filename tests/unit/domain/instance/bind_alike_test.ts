import { assert, assertEquals } from "@std/assert";
import type { Binding, InstanceRecord } from "../../../../domain/instance/types.ts";
import { AlikeBinder } from "../../../../domain/instance/bind_alike.ts";
import { makeDeployment } from "../../../../domain/instance/deployment.ts";
import type { Condition } from "../../../../domain/rule/types.ts";
import type { TemplateRecord } from "../../../../domain/template/types.ts";
import { LOOKUP, NUMBERS, STREAMS } from "../../../support/named_streams.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";

const given = { streams: LOOKUP, sourceMaxAgeSeconds: 60 };

const CONDITIONS: Condition[] = [
  condition({ stream: "<A>", operator: "greater_than", value: 5, deadband: 1 }),
  condition({ stream: "<A>", operator: "less_than", value: "<B>" }),
  condition({ stream: "<A>", operator: "between", value: ["<LOW>", "<B>"] }),
  condition({ stream: "<B>", operator: "deviation_above", of: "<A>", value: 3 }),
  condition({ stream: "<B>", operator: "greater_than", value: "S3" }),
  { expression: "max(<A> - <B>, <LOW>)", operator: "greater_than", value: "<B>", unit: "K" },
  condition({ stream: "S7", operator: "less_or_equal", value: "<LOW>", max_age_seconds: 5 }),
  condition({ stream: "<T>", operator: "in", value: ["on", "<WORD>"] }),
  condition({ stream: "<A>", operator: "avg_above", value: "<B>", window_seconds: 60 }),
  {
    any: [condition({ stream: "<A>", operator: "equals", value: 1 }), {
      not: { all: [condition({ stream: "<B>", operator: "not_equals", value: 2 })] },
    }],
  },
];

function template(id: number, conditions: Condition[]): TemplateRecord {
  const rule = templateRule(conditions, { event_name: "<A> of <WORD>", enrichment: { b: "<B>" } });
  const placeholders = [
    placeholder("A"),
    placeholder("B", { max_age_seconds: 7 }),
    placeholder("T", { data_type: "STR" }),
    placeholder("LOW", { is_required: false, default_value: 2 }),
    placeholder("WORD", { data_type: "STR", is_required: false, default_value: "off" }),
    placeholder("SPARE", { is_required: false }),
    placeholder("DELAY", { is_required: false, default_value: 3 }),
  ];
  const spare = { ...rule, rule_id: "spare", conditions: [condition({ stream: "<SPARE>" })] };
  return {
    id,
    version: 1,
    name: `t${id}`,
    rules: [spare, { ...rule, on_delay_seconds: "<DELAY>" }, { ...rule, rule_id: "r2" }],
    placeholders,
  } as unknown as TemplateRecord;
}

function record(id: number, templateId: number, bindings: Record<string, Binding>): InstanceRecord {
  return {
    v: 1,
    id,
    instance_id: `i${id}`,
    instance_name: `${id}`,
    template_id: templateId,
    plant_node_floc_id: null,
    bindings,
    is_deployed: true,
    deployment: id % 3,
    deployment_date: null,
    template_version: 1,
    recent_activations: id % 4 === 0 ? { r1: [id] } : {},
    created_at: "2026-01-01T00:00:00.000Z",
    created_by: "test",
  };
}

/** A generator of whole numbers below a bound, the same in each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

Deno.test("instances that are bound alike equal instances that are bound one by one", () => {
  const below = numbers(77), binder = new AlikeBinder(given);
  const templates = Array.from(
    { length: 12 },
    (_, i) => template(i, CONDITIONS.filter((_, place) => place === i % CONDITIONS.length || below(3) === 0)),
  );
  const ids = [...[...STREAMS.values()].map(({ id }) => id), 999];
  const texts = [...STREAMS.values()].filter(({ data_type }) => data_type === "STR");
  let whole = 0;
  for (let id = 0; id < 3_000; id++) {
    const anyNumber = () => below(20) === 0 ? ids[below(ids.length)] : NUMBERS[below(NUMBERS.length)].id;
    const bindings: Record<string, Binding> = {
      A: below(20) === 0 ? { stream_name: "S5" } : { stream: anyNumber() },
      B: below(6) === 0 ? { value: below(2) } : { stream: anyNumber() },
      ...below(9) === 0 ? {} : { T: { stream: texts[below(12)].id } },
      ...below(3) === 0 ? { LOW: { value: below(2) - 1 } } : {},
      ...below(4) === 0 ? { SPARE: { stream: anyNumber() } } : {},
      ...below(4) === 0 ? { DELAY: { value: below(2) } } : {},
      ...below(30) === 0 ? { MORE: { value: 1 } } : {},
    };
    const wanted = {
      record: {
        ...record(id, id % 12, bindings),
        ...below(4) === 0 && { named_streams: { S3: NUMBERS[below(2)].id, S7: NUMBERS[0].id } },
        ...below(15) === 0 && { rules_since: { r2: "2026-02-02T00:00:00.000Z" } },
      },
      template: templates[id % 12],
      deployedAt: 1_000 + id,
    };
    const alone = makeDeployment({ ...given, ...wanted }).deployment;
    const alike = binder.deploymentOf(wanted);
    assertEquals(structuredClone(alike), structuredClone(alone));
    assertEquals({ ...alike }, alone);
    if (alone.instance.rules.length > 0) whole++;
  }
  assert(whole > 2_000, `${whole} of them are whole`);
});

Deno.test("alike instances are bound once, and their texts on first use", () => {
  let asked = 0;
  const byId = (id: number) => {
    asked++;
    return LOOKUP.byId(id);
  };
  const binder = new AlikeBinder({ ...given, streams: { ...LOOKUP, byId } }),
    one = template(1, [CONDITIONS[0]]);
  const bindings = (i: number): Record<string, Binding> => ({
    A: { stream: NUMBERS[i].id },
    B: { value: 1 },
    T: { stream: STREAMS.get("S4")?.id ?? 0 },
  });
  const deployments = [0, 1, 2, 3].map((i) =>
    binder.deploymentOf({ record: record(i, 1, bindings(i)), template: one, deployedAt: 5 })
  );
  const before = asked;
  binder.deploymentOf({ record: record(5, 1, bindings(5)), template: one, deployedAt: 5 });
  assertEquals(asked - before, 2, "each stream is looked up once");
  assertEquals(deployments[2].texts[0].event_name, `${NUMBERS[2].stream_name} of off`);
  assert(asked - before > 2);
  assertEquals(deployments[2].streamNames.get(NUMBERS[2].id), NUMBERS[2].stream_name);
});
