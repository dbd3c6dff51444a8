/** Cases of times_above that random plans found: what was FALSE at the window's start stands before other samples. */
import type { DataType, SampleValue } from "../../../../domain/sample/types.ts";
import { assertEquals } from "../../../support/assert.ts";
import { engineOfScenario } from "../../../support/engine_runner.ts";
import { comparison, instanceOf, rule, upsert } from "../../../support/evaluation_rules.ts";
import { referenceOfScenario, type Step } from "../../../support/evaluation_scenario.ts";
import {
  advance,
  complete,
  deploy,
  type Expected,
  offer,
  s,
  shown,
} from "../../../support/evaluation_vectors.ts";

interface Found {
  type: DataType;
  /** The value that is counted, over 2 s. */
  equals: SampleValue;
  steps: Step[];
  events: Expected[];
}

function found(name: string, { type, equals, steps, events }: Found): void {
  const trigger = {
    operator: "equals" as const,
    operands: [{ literal: equals }],
    deadband: 0,
    tolerance: 0,
    ignoreCase: false,
  };
  const expression = comparison({
    operator: "times_above",
    operands: [{ literal: 0 }],
    window: s(2),
    trigger,
  });
  const instance = instanceOf([rule({ expression })], { 1: type });
  const scenario = { watermark: s(-200), instances: [instance], steps };
  Deno.test(`${name} (reference)`, () => {
    assertEquals(referenceOfScenario(scenario).map(shown), events.map(complete));
  });
  Deno.test(`${name} (engine)`, () => {
    assertEquals(engineOfScenario(scenario).events.map(shown), events.map(complete));
  });
}

found("times_above: texts that wait for the watermark count at the deployment", {
  type: "STR",
  equals: "b",
  steps: [offer(upsert(0, "a"), upsert(2, "b"), upsert(3, "b")), deploy(3), advance(10)],
  events: [{ start: 3, end: 4, initial: true }],
});
found("times_above: what is read of a stream that was lost has its last good value before a bad one", {
  type: "NUM",
  equals: 1,
  steps: [
    deploy(-5),
    { do: "lost", stream: 1 },
    advance(4),
    { do: "first_read", stream: 1, changes: [upsert(0, 0), upsert(1, "bad"), upsert(3.5, 1)] },
    advance(9),
  ],
  events: [{ start: 4, end: 6, initial: true }],
});
