/** How calculated values are explained, and what their events say of them. */
import { assertEquals } from "@std/assert";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type { BoundCalculation } from "../../../../domain/evaluation/types.ts";
import { openedRecord } from "../../../../domain/event/raise.ts";
import { calculationText } from "../../../../domain/explanation/calculation_text.ts";
import { explain } from "../../../../domain/explanation/explain.ts";
import { keptRules } from "../../../../domain/instance/upgrade.ts";
import { readExpression } from "../../../../domain/rule/expression.ts";
import { placeholdersOf } from "../../../../domain/rule/expression.ts";
import type { Comparison } from "../../../../domain/rule/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { ticksOfSeconds as secs } from "../../../../domain/shared/time.ts";
import { calculatedDeployment, IN_AND_OUT } from "../../../support/calculated_deployment.ts";
import { upsert } from "../../../support/evaluation_rules.ts";

type Given = [seconds: number, value: number | "bad", stream: number];

function evaluated(changes: Partial<Comparison>, given: Given[], rule = {}) {
  const deployment = calculatedDeployment(changes, { rule }), { instance } = deployment;
  const engine = new Engine({ watermark: secs(-1) });
  const known = instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null }));
  engine.deploy({ ...instance, deployedAt: secs(-1) }, known);
  engine.offer(packBatch(given.map(([seconds, value, stream]) => upsert(seconds, value, stream))));
  return { deployment, engine, transitions: engine.advance(secs(10)) };
}

function explained(changes: Partial<Comparison>, ...given: Given[]) {
  const { deployment, engine } = evaluated(changes, given);
  const [rule] = explain({
    deployment,
    reading: engine.read(deployment.instance.instanceId)!,
    basis: "live",
    evaluatedFrom: null,
    openEvents: new Map(),
    judging: true,
    missing: [],
    nameOf: (id) => ({ name: IN_AND_OUT[id - 1]!.stream_name, uom: "°C" }),
  }).rules;
  return { text: rule!.text, comparison: rule!.parts[0]!.comparison! };
}

Deno.test("explain() has the calculated value in its unit, and each part with its sample", () => {
  const { text, comparison } = explained({}, [0, 20.1, 1], [0, 23.4, 2]);
  assertEquals(
    text,
    "Normal. To become an event, Heater.Out - Heater.In must rise above 5 K (is 3.3 K).",
  );
  assertEquals(comparison.expression, { text: "Heater.Out - Heater.In", unit: "K" });
  assertEquals(comparison.value, 23.4 - 20.1);
  const inputs = comparison.inputs.map((
    { role, stream_name, sample, doubt },
  ) => [role, stream_name, sample?.value, doubt]);
  assertEquals(inputs, [["part", "Heater.Out", 23.4, null], ["part", "Heater.In", 20.1, null]]);
});

Deno.test("explain() says which parts are unknown", () => {
  const { text, comparison } = explained({ max_age_seconds: 4 }, [0, "bad", 1], [5, 20, 2]);
  assertEquals(
    text,
    "Normal; its inputs are unknown. To become an event, Heater.Out - Heater.In must rise above 5 K " +
      "(Heater.Out has no sample of the last 4 s, the newest is 5 s old and Heater.In has a sample of bad quality).",
  );
  assertEquals(comparison.inputs.map(({ doubt }) => doubt), ["too_old", "bad_quality"]);
  assertEquals(comparison.value, null);
});

Deno.test("explain() says that there is no value where it divides by 0", () => {
  const { text } = explained({ expression: "<OUT> / <IN>", unit: null }, [0, 0, 1], [0, 3, 2]);
  assertEquals(
    text,
    "Normal; its inputs are unknown. To become an event, Heater.Out / Heater.In must rise above 5 " +
      "(it has no value: it divides by 0, or a result is not finite).",
  );
});

Deno.test("explain() has the distance of a calculated value from a stream, and the deadband of a latched one", () => {
  const distance = explained({ operator: "deviation_above", of: "<IN>", value: 5 }, [0, 20, 1], [0, 30, 2]);
  assertEquals(distance.comparison.value, 10);
  assertEquals(distance.comparison.inputs.map(({ role }) => role), ["part", "part", "of"]);
  const latched = explained({ deadband: 2 }, [0, 20, 1], [0, 26, 2], [1, 24, 2]);
  assertEquals(
    latched.comparison.to_false?.text,
    "Heater.Out - Heater.In must fall to 3 K or less (is 4 K)",
  );
});

Deno.test("an event has the calculated value, its limit and unit, and no limit of a stream", () => {
  const rule = { event_description: "{value} {unit}, limit {limit} {unit}" };
  const { deployment, transitions: [opened] } = evaluated({}, [[0, 20, 1], [0, 26.5, 2]], rule);
  if (opened?.kind !== "opened") throw new TypeError("No event");
  const record = openedRecord(opened, deployment, { id: 1, nowMs: 0, timeZone: "UTC" });
  assertEquals(record.event_description, "6.5 K, limit 5 K");
  assertEquals(record.opened_by?.subject, "Heater.Out - Heater.In");
  assertEquals(record.limit, null);
  assertEquals(record.trigger.map(({ stream }) => stream), ["Heater.Out", "Heater.In"]);
});

Deno.test("a calculation is written with as few brackets as keep its order", () => {
  const names = ["A", "B", "Line 1-C"];
  const written = (expression: string) => {
    const read = readExpression(expression);
    if (!("steps" in read)) throw new TypeError(read.problem);
    const placeholders = placeholdersOf(read.steps);
    const steps: BoundCalculation["steps"] = read.steps.map((step) =>
      "placeholder" in step ? { part: placeholders.indexOf(step.placeholder) } : step
    );
    return calculationText({ parts: [], steps, unit: null }, names);
  };
  assertEquals(written("(<A> + <B>) / 2"), "(A + B) / 2");
  assertEquals(written("<A> - (<B> - 1)"), "A - (B - 1)");
  assertEquals(written("((<A> * <B>)) / 3"), "A * B / 3");
  assertEquals(written("<A> * (<B> / 3)"), "A * (B / 3)");
  assertEquals(written("-(<A> + <B>) * --<A>"), "-(A + B) * --A");
  assertEquals(written("max(<A>, <B> + 1, avg(<C>))"), 'max(A, B + 1, avg("Line 1-C"))');
});

Deno.test("an upgrade keeps a rule whose calculation and unit are the same, however it is written", () => {
  const before = calculatedDeployment();
  const kept = (changes: Partial<Comparison>) => [...keptRules(before, calculatedDeployment(changes))];
  assertEquals(kept({ expression: "( <OUT>-<IN> )" }), ["r1"]);
  assertEquals(kept({ expression: "<OUT> + <IN>" }), []);
  assertEquals(kept({ unit: "°C" }), []);
});
