import { assert, assertEquals } from "@std/assert";
import { DeploymentBook } from "../../../../actors/evaluation/deployment_book.ts";
import { DeploymentReader } from "../../../../actors/evaluation/deployment_reader.ts";
import { alikeInstance } from "../../../../domain/evaluation/deployment/alike_instances.ts";
import { AlikeBinder } from "../../../../domain/instance/bind_alike.ts";
import { type Deployment, makeDeployment } from "../../../../domain/instance/deployment.ts";
import type { Binding, InstanceRecord } from "../../../../domain/instance/types.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";
import type { TemplateRecord } from "../../../../domain/template/types.ts";
import { readTables, writeTables } from "../../../../storage/writes/column_table.ts";
import { LOOKUP, NUMBERS, STREAMS } from "../../../support/named_streams.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";

const given = { streams: LOOKUP, sourceMaxAgeSeconds: 60 };

/** By id: the second names a stream itself. */
const TEMPLATES: TemplateRecord[] = [
  [condition({ stream: "<A>", operator: "greater_than", value: 5, deadband: 1 })],
  [condition({ stream: "S7", operator: "less_than", value: 4 }), condition({ stream: "<A>" })],
  [condition({ stream: "<A>", operator: "less_than", value: "<B>" }), condition({ stream: "<B>" })],
  [condition({ stream: "<A>", operator: "avg_above", value: "<LOW>", window_seconds: 60 })],
].map((conditions, id) => {
  const rule = templateRule(conditions, { event_name: "<A> is high" });
  const placeholders = [
    placeholder("A"),
    placeholder("B", { is_required: false, default_value: 1 }),
    placeholder("LOW", { is_required: false, default_value: 2 }),
  ];
  const rules = [rule, { ...rule, rule_id: "r2" }];
  return { id, version: 1, name: `t${id}`, rules, placeholders } as unknown as TemplateRecord;
});

/** A generator of whole numbers below a bound, the same at each run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => (state = (state * 48_271) % 2_147_483_647) % below;
}

/** Many of a template, of which a few are out of the way. */
function records(below: (limit: number) => number): InstanceRecord[] {
  const ids = [...[...STREAMS.values()].map(({ id }) => id), 999];
  return Array.from({ length: 3_000 }, (_, id) => {
    const isOdd = below(12) === 0, template_id = Math.floor(id / 200) % TEMPLATES.length;
    const stream = () => isOdd ? ids[below(ids.length)] : NUMBERS[below(NUMBERS.length)].id;
    const bindings: Record<string, Binding> = {
      A: below(40) === 0 ? { stream_name: "7" } : { stream: stream() },
      ...template_id === 2 && { B: isOdd ? { value: below(3) } : { stream: stream() } },
      ...template_id === 3 && { LOW: { value: below(20) === 0 ? 7 : 3 } },
    };
    return {
      v: 1,
      id,
      instance_id: `i${id}`,
      instance_name: `n${id}`,
      template_id,
      plant_node_floc_id: null,
      bindings,
      // Some were deployed when another stream had the name that the rules of their template contain.
      ...template_id === 1 &&
        { named_streams: { S7: NUMBERS[id === 1_111 ? 2 : Math.floor(id / 1_500)].id } },
      is_deployed: below(15) > 0,
      deployment: 1 + below(2),
      deployment_date: isOdd ? null : `2026-01-0${1 + below(3)}T00:00:00.000Z`,
      template_version: 1,
      recent_activations: below(25) === 0 ? { r1: [id] } : {},
      ...below(30) === 0 && { rules_since: { r2: "2026-02-02T00:00:00.000Z" } },
      ...below(30) === 0 && { undeploying_by: { name: "x", role: "admin" } },
      created_at: "2026-01-01T00:00:00.000Z",
      created_by: "test",
    } satisfies InstanceRecord as InstanceRecord;
  });
}

function read(all: readonly InstanceRecord[]) {
  const binder = new AlikeBinder(given);
  const reader = new DeploymentReader({
    binder,
    streams: LOOKUP,
    templateOf: ({ template_id }) => TEMPLATES[template_id],
  });
  for (let from = 0; from < all.length; from += 256) {
    const block = all.slice(from, from + 256).map((value) => ({ value, versionstamp: "s" }));
    for (const table of readTables<InstanceRecord>(writeTables(block, ["template_id", "is_deployed"]))) {
      reader.takeTable(table);
    }
  }
  return reader.taken();
}

function alone(record: InstanceRecord): Deployment {
  const deployedAt = ticksFromMs(Date.parse(record.deployment_date ?? record.created_at));
  return makeDeployment({ ...given, record, template: TEMPLATES[record.template_id], deployedAt }).deployment;
}

Deno.test("an instance that is read as columns is deployed as if it were bound by itself", () => {
  const all = records(numbers(77)), expected = all.filter(({ is_deployed }) => is_deployed);
  const found = read(all), book = new DeploymentBook(found);
  const columns = found.alike.reduce((sum, { alike }) => sum + alike.ids.length, 0);
  assert(columns > 1_600 && found.single.length > 200, `${columns} as columns, ${found.single.length} not`);
  assertEquals([...book.keys()].toSorted((a, b) => a - b), expected.map(({ id }) => id));
  const asColumns = new Map(
    found.alike.flatMap(({ alike }) =>
      Array.from(alike.ids, (id, i) => [id, alikeInstance(alike, i)] as const)
    ),
  );
  for (const record of expected) {
    const own = alone(record), deployment = book.get(record.id);
    assertEquals({ ...deployment }, own);
    assertEquals(asColumns.get(record.id) ?? own.instance, own.instance);
  }
});

Deno.test("instances that were undeployed, upgraded or chattering lately are not in the columns", () => {
  const all = records(numbers(5)),
    odd = all.filter(({ recent_activations, rules_since, undeploying_by }) =>
      "r1" in recent_activations || rules_since !== undefined || undeploying_by !== undefined
    );
  const columns = new Set(read(all).alike.flatMap(({ alike }) => [...alike.ids]));
  assert(odd.length > 100);
  assertEquals(odd.filter(({ id }) => columns.has(id)), []);
});
