import { assert, assertEquals } from "@std/assert";
import { DEMO_PLANT } from "../../../../simulator/data_hub/demo_plant.ts";
import { plantUnits } from "../../../../simulator/data_hub/plant/plant.ts";
import { enumMemberName, type Json, valueProperties } from "../../../../simulator/data_hub/sds_types.ts";
import type { ComputedStream } from "../../../../simulator/data_hub/computed_stream.ts";
import { uniform } from "../../../../simulator/data_hub/pseudo_random.ts";
import type { Comparison, Condition, Literal } from "../../../../domain/rule/types.ts";
import { OPERATORS } from "../../../../domain/rule/operators/table.ts";
import { checkRules } from "../../../../domain/rule/check.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";

const NOW = Date.UTC(2026, 2, 10, 9, 30);
const DAYS_30 = 30 * 86_400_000;

type Streams = Map<string, ComputedStream>;

function streamsOf(seed: number): Streams {
  return new Map(plantUnits(seed).flatMap((unit) => unit.streams).map((stream) => [stream.name, stream]));
}

/** The held value as a client reads it: enumerations by name. */
function valueAt(stream: ComputedStream, ms: number): Json {
  const now = ticksFromMs(ms);
  for (const at of stream.cadence.backward(now - 600e7, now)) {
    const [property] = valueProperties(stream.type);
    const value = stream.members(at)[property.Id];
    return enumMemberName(property, value) ?? value;
  }
  return null;
}

interface NaiveRule {
  name: string;
  stream: string;
  holds: (value: Json) => boolean;
}

function isComparison(condition: Condition): condition is Comparison {
  return "operator" in condition;
}

/** Every rule of every instance of one comparison of a stream's held value, bound, without deadbands and delays. */
function naiveRules(): NaiveRule[] {
  return DEMO_PLANT.instances.flatMap((instance) => {
    const template = DEMO_PLANT.templates.find((each) => each.name === instance.template_name);
    assert(template !== undefined, instance.template_name);
    const bound = new Map<Literal, Literal>(
      instance.placeholders.map((
        each,
      ) => [`<${each.placeholder_name}>`, "value" in each ? each.value : each.stream_name]),
    );
    return template.rules.flatMap((rule) => {
      const [condition] = rule.conditions;
      if (!isComparison(condition) || condition.stream === undefined) return [];
      if (OPERATORS[condition.operator].over === "time") return [];
      const operands = [condition.value ?? []].flat().map((operand) => bound.get(operand) ?? operand);
      const stream = String(bound.get(condition.stream));
      return {
        name: `${instance.instance_name}/${rule.rule_id}`,
        stream,
        holds: comparison(condition, operands),
      };
    });
  });
}

function comparison({ operator }: Comparison, operands: Literal[]): (value: Json) => boolean {
  const [a, b] = operands;
  const table: Record<string, (value: Json) => boolean> = {
    greater_than: (value) => Number(value) > Number(a),
    greater_or_equal: (value) => Number(value) >= Number(a),
    less_than: (value) => Number(value) < Number(a),
    equals: (value) => value === a,
    in: (value) => operands.some((each) => each === value),
    is_true: (value) => value === true,
    outside: (value) => Number(value) < Number(a) || Number(value) > Number(b),
  };
  assert(operator in table, operator);
  return table[operator];
}

function active(streams: Streams, ms: number, rules: NaiveRule[]): Set<string> {
  const isTrue = (rule: NaiveRule) => {
    const stream = streams.get(rule.stream);
    assert(stream !== undefined, rule.stream);
    return rule.holds(valueAt(stream, ms));
  };
  return new Set(rules.filter(isTrue).map((rule) => rule.name));
}

Deno.test("the plant has 13 units and at least 120 streams of all kinds, each with its own id and name", () => {
  const units = plantUnits(1);
  const streams = units.flatMap((unit) => unit.streams);
  assertEquals(units.length, 13);
  assert(streams.length >= 120);
  assertEquals(new Set(streams.map((stream) => stream.id)).size, streams.length);
  assertEquals(new Set(streams.map((stream) => stream.name)).size, streams.length);
  const codes = new Set(
    streams.flatMap((stream) => stream.type.Properties.map((each) => each.SdsType.SdsTypeCode)),
  );
  for (const code of [3, 9, 11, 13, 14, 16, 18, 609]) assert(codes.has(code), String(code));
  assertEquals(streams.filter((stream) => valueProperties(stream.type).length === 2).length, 2);
});

Deno.test("the demo's templates are valid; its instances bind existing streams and nodes", () => {
  const streams = streamsOf(1);
  const nodes = new Set(DEMO_PLANT.nodes.map((node) => node.floc_id));
  const packages = new Set(DEMO_PLANT.packages.map((each) => each.name));
  for (const template of DEMO_PLANT.templates) {
    assertEquals(checkRules(template.rules, template.placeholders), [], template.name);
    assert(packages.has(template.package_name) && /^#[0-9a-f]{6}$/.test(template.color), template.name);
  }
  for (const instance of DEMO_PLANT.instances) {
    const template = DEMO_PLANT.templates.find((each) => each.name === instance.template_name);
    assert(template !== undefined && nodes.has(instance.plant_node_floc_id), instance.instance_name);
    assertEquals(
      instance.placeholders.map((each) => each.placeholder_name).sort(),
      template.placeholders.map((each) => each.placeholder_name).sort(),
    );
    for (const each of instance.placeholders) assert("value" in each || streams.has(each.stream_name));
  }
  assertEquals(new Set(DEMO_PLANT.instances.map((each) => each.instance_name)).size, 38);
});

Deno.test("each plant node follows its parent", () => {
  const seen = new Set<string | null>([null]);
  for (const node of DEMO_PLANT.nodes) {
    assert(seen.has(node.parent_id), node.floc_id);
    seen.add(node.floc_id);
  }
});

for (const seed of [1, 42]) {
  Deno.test(`at 200 random times in 30 days between 3 and 25 rules are true (seed ${seed})`, () => {
    const streams = streamsOf(seed);
    const rules = naiveRules();
    for (let i = 0; i < 200; i++) {
      const ms = NOW - Math.floor(uniform(77, i) * DAYS_30);
      const count = active(streams, ms, rules).size;
      assert(count >= 3 && count <= 25, `${count} at ${new Date(ms).toISOString()}`);
    }
  });
}

Deno.test("in an hour every severity and nearly every rule occur, with 10 to 30 changes per minute", () => {
  const streams = streamsOf(1);
  const rules = naiveRules();
  const occurred = new Set<string>();
  let changes = 0;
  let before = active(streams, NOW - 3_600_000, rules);
  for (let ms = NOW - 3_600_000; ms <= NOW; ms += 2_000) {
    const now = active(streams, ms, rules);
    for (const { name } of rules) changes += Number(now.has(name) !== before.has(name));
    for (const name of now) occurred.add(name);
    before = now;
  }
  assert(changes >= 600 && changes <= 1_800, `${changes} changes`);
  assert(occurred.size >= rules.length * 0.9, `${occurred.size} of ${rules.length} rules`);
  const severities = new Set(DEMO_PLANT.templates.flatMap((each) => each.rules.map((rule) => rule.severity)));
  assertEquals([...severities].sort(), ["critical", "error", "info", "warning"]);
});

Deno.test("the line scenario is consistent: a steam sag cools the pasteuriser, which diverts; a packer jam blocks the filler", () => {
  const streams = streamsOf(1);
  const at = (name: string, ms: number) => {
    const stream = streams.get(name);
    assert(stream !== undefined, name);
    return valueAt(stream, ms);
  };
  let sags = 0;
  let jams = 0;
  for (let ms = NOW - 2 * 3_600_000; ms < NOW; ms += 5_000) {
    if (at("Riverside.Line1.Pasteuriser.DivertValve", ms) === true) {
      sags++;
      assert(Number(at("Riverside.Line1.Pasteuriser.HoldTemperature", ms)) < 72.6);
    }
    if (
      at("Riverside.Line1.Packer.State", ms) === "Faulted" &&
      at("Riverside.Line1.Packer.State", ms - 7_000) === "Faulted"
    ) {
      jams++;
      assert(["Blocked", "Faulted", "Stopped"].includes(String(at("Riverside.Line1.Filler.State", ms))));
    }
  }
  assert(sags > 50 && jams > 50, `${sags} ${jams}`);
});

Deno.test("sensors fail occasionally with NaN, at most 8 at a time", () => {
  const streams = [...streamsOf(1).values()];
  let most = 0;
  for (let ms = NOW - 7_200_000; ms < NOW; ms += 30_000) {
    most = Math.max(most, streams.filter((stream) => valueAt(stream, ms) === "NaN").length);
  }
  assert(most >= 1 && most <= 8, `${most}`);
});
