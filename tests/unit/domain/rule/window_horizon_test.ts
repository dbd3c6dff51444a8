import { assertEquals } from "@std/assert";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import type { Comparison } from "../../../../domain/rule/condition.ts";
import { condition, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const streams = lookupOf([
  { id: 7, stream_name: "Temp", data_type: "NUM" },
  { id: 8, stream_name: "Span", data_type: "NUM" },
]);

/** What is wrong with a window, as `field: text`, where late data is looked for so far back. */
function problems(changes: Partial<Comparison>, correctionHorizonHours: number | undefined): string[] {
  const conditions = [condition({ stream: "Temp", operator: "avg_above", value: 1, ...changes })];
  const template = { rules: [templateRule(conditions)], placeholders: [] };
  const bound = bindTemplate({
    template,
    bindings: {},
    streams,
    sourceMaxAgeSeconds: 0,
    correctionHorizonHours,
  });
  return bound.problems.map(({ path, message }) => `${path}: ${message}`);
}

const week = { window_seconds: 604_800 };
const flat = (value: number | string) => ({ operator: "flat_for" as const, value });

Deno.test("42b: a window as long as the correction horizon is bound", () => {
  assertEquals(problems(week, 168), []);
  assertEquals(problems(flat(604_800), 168), []);
});

Deno.test("42c and 42d: a longer one is a problem that names both", () => {
  assertEquals(problems(week, 167), [
    "rules.0.conditions.0.window_seconds: A window of 604800 s is longer than the correction horizon of 601200 s; " +
    "take a shorter window, or set correction_horizon_hours to 168",
  ]);
  assertEquals(problems(flat(604_800), 72), [
    "rules.0.conditions.0.value: A window of 604800 s is longer than the correction horizon of 259200 s; " +
    "take a shorter window, or set correction_horizon_hours to 168",
  ]);
  const [text] = problems({ window_seconds: 90_001 }, 25);
  assertEquals(text?.endsWith("set correction_horizon_hours to 26"), true, text);
});

Deno.test("42e: a window of a day is bound whatever the horizon is", () => {
  assertEquals(problems({ window_seconds: 86_400 }, 0), []);
  assertEquals(problems({ window_seconds: 86_401 }, 0).length, 1);
});

Deno.test("the horizon does not count for a deployed instance, a span of a stream and the plant's time", () => {
  assertEquals(problems(week, undefined), []);
  assertEquals(problems(flat("Span"), 0), []);
  assertEquals(problems({ ...week, stream: "SYS.TIME.MINUTE" }, 0), []);
});
