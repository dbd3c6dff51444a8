/** The vectors of calculated values, and what they do not show: every operator, unknown parts, and quiet samples. */
import { assertEquals } from "@std/assert";
import type { BoundCalculation, BoundComparison } from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { SampleChange } from "../../../../domain/sample/types.ts";
import {
  CALCULATED_VECTORS,
  of,
  type RuleVector,
  type VectorCondition,
  type VectorSample,
} from "../../../support/rule_vectors.ts";
import { ruleVectors } from "../../../support/run_rule_vector.ts";
import {
  all,
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  rule,
  sample,
  secs,
  streams,
  truthOf,
  upsert,
} from "./engine_harness.ts";

const STREAMS = { A: "A", B: "B", C: "C" };

const vector = (
  name: string,
  condition: VectorCondition,
  { samples, events }: { samples: VectorSample[]; events: RuleVector["events"] },
): RuleVector => ({ name, rule: { conditions: [condition] }, bindings: STREAMS, samples, until: 10, events });

const sum = (operator: string, value: unknown, more: VectorCondition = {}) => ({
  expression: "<A> + <B>",
  operator,
  value,
  ...more,
});
/** The sum is 4 from 0, 7 from 1 and 3 from 2. */
const CHANGING = [...of("A", [0, 3], [1, 6], [2, 2]), ...of("B", [0, 1])];
const from1to2 = { samples: CHANGING, events: [{ start: 1, end: 2 }] };

ruleVectors(CALCULATED_VECTORS);
ruleVectors([
  vector(
    "0 times an unknown part is unknown",
    { expression: "0 * <A>", operator: "greater_than", value: -1 },
    {
      samples: of("A", [0, "bad"]),
      events: [],
    },
  ),
  vector("min of an unknown part is unknown", {
    expression: "min(<A>, <B>)",
    operator: "less_than",
    value: 100,
  }, { samples: of("A", [0, 1]), events: [] }),
  vector("an unknown sum makes a list unknown", {
    not: { expression: "<A> + <B>", operator: "in", value: [1] },
  }, { samples: of("A", [0, 1]), events: [] }),
  vector("equals", sum("equals", 7.4, { tolerance: 0.5 }), from1to2),
  vector("not_equals", sum("not_equals", 4), { samples: CHANGING, events: [{ start: 1, end: null }] }),
  vector("in", sum("in", [6, 7]), from1to2),
  vector("not_in", sum("not_in", [3, 4]), from1to2),
  vector("between", sum("between", [6, 8]), from1to2),
  vector("outside", sum("outside", [2, 5]), from1to2),
  vector("less_or_equal", sum("less_or_equal", 3), { samples: CHANGING, events: [{ start: 2, end: null }] }),
  vector("bit_set", sum("bit_set", 1), { samples: CHANGING, events: [{ start: 1, end: null }] }),
  vector("bit_clear", sum("bit_clear", 1), { samples: CHANGING, events: [{ start: 0, end: 1 }] }),
  vector("deviation_above", sum("deviation_above", 3, { of: "C" }), {
    samples: [...CHANGING, ...of("C", [0, 3])],
    events: [{ start: 1, end: 2 }],
  }),
  vector("the age of a later part is a timer", sum("greater_than", 3, { max_age_seconds: 3 }), {
    samples: [...of("A", [0, 3], [2, 3]), ...of("B", [0, 1], [4, 1])],
    events: [{ start: 0, end: null, dataState: "unknown" }],
  }),
]);

ruleVectors([{
  name: "until of a calculated value ends an event, and its streams give instants",
  rule: {
    conditions: [{ stream: "<A>", operator: "greater_than", value: 80 }],
    until: [{ expression: "<A> - <B>", operator: "less_than", value: 5, deadband: 1 }],
  },
  bindings: STREAMS,
  samples: [...of("A", [0, 81]), ...of("B", [0, 10], [2, 77], [3, 60])],
  until: 10,
  events: [{ start: 0, end: 2 }],
}]);

/** A + B of the streams 1 and 2. */
const SUM: BoundCalculation = {
  parts: [{ stream: 1, maxAge: 0 }, { stream: 2, maxAge: 0 }],
  steps: [{ part: 0 }, { part: 1 }, { operation: "add", count: 2 }],
  unit: null,
};
const above = (limit: number, changes: Partial<BoundComparison> = {}) =>
  comparison({ calculation: SUM, operands: [{ literal: limit }], ...changes });

Deno.test("a sample of each part wakes the rule, whatever the limits of other rules on its stream", () => {
  const harness = new EngineHarness();
  const other = rule({ ruleId: "r2", expression: comparison({ stream: 2, operands: [{ literal: 100 }] }) });
  harness.deploy(
    instance([rule({ expression: above(10) }), other], { streams: streams({ 1: "NUM", 2: "NUM" }) }),
  );
  assertEquals(harness.play([upsert(0, 3), upsert(0, 4, 2), upsert(1, 5), upsert(2, 5.5, 2)], 3), [
    "opened 2@2",
  ]);
  assertEquals(harness.play([upsert(4, 6), upsert(5, 3, 2)], 6), ["closed 2-5@5"]);
});

Deno.test("a rule that is false because of a calculated value is woken by each of its parts", () => {
  const both = all(above(10), comparison({ stream: 2, operands: [{ literal: 1 }] }));
  const harness = harnessWith({ expression: both }, { 1: "NUM", 2: "NUM" });
  assertEquals(harness.play([upsert(0, 3), upsert(0, 3, 2), upsert(1, 20, 2)], 2), ["opened 1@1"]);
});

Deno.test("uncertain samples of any part count where they are accepted", () => {
  const uncertain: SampleChange = { op: "upsert", stream: 2, sample: sample(1, 9, "uncertain") };
  const samples = [upsert(0, 3), upsert(0, 3, 2), uncertain];
  assertEquals(truthOf({ calculation: SUM, operands: [{ literal: 10 }] }, samples), "unknown");
  const accepting = { calculation: SUM, operands: [{ literal: 10 }], acceptUncertain: true };
  assertEquals(truthOf(accepting, samples), "true");
});

Deno.test("an event is decided by the samples of all parts", () => {
  const { engine } = harnessWith({ expression: above(10) }, { 1: "NUM", 2: "NUM" });
  engine.offer(packBatch([upsert(0, 3), upsert(0, 8, 2)]));
  const [opened] = engine.advance(secs(1));
  assertEquals(opened?.kind === "opened" && opened.trigger.map(({ stream }) => stream), [1, 2]);
});

Deno.test("the age of one part only makes the value unknown at its end", () => {
  const aging = { ...SUM, parts: [{ stream: 1, maxAge: 0 }, { stream: 2, maxAge: secs(3) }] };
  const harness = harnessWith({ expression: above(10, { calculation: aging }) }, { 1: "NUM", 2: "NUM" });
  assertEquals(harness.play([upsert(0, 3), upsert(0, 8, 2)], 9), ["opened 0@0", "unknown@3"]);
});

Deno.test("a part that is not a number makes the value unknown", () => {
  const odd = { ...SUM, parts: [{ stream: 1, maxAge: 0 }, { stream: 3, maxAge: 0 }] };
  assertEquals(
    truthOf({ calculation: odd, operands: [{ literal: 1 }] }, [upsert(0, 3), upsert(0, true, 3)]),
    "unknown",
  );
});
