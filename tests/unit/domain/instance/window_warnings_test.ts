import { assertEquals } from "@std/assert";
import { longWindows, windowWarnings } from "../../../../domain/instance/window_warnings.ts";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import type { Comparison } from "../../../../domain/rule/condition.ts";
import { condition, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const streams = lookupOf([{ id: 7, stream_name: "Line1.Count", data_type: "NUM" }]);

/** The texts of a rule's window at so many samples a second; undefined: not measured. */
function warnings(changes: Partial<Comparison>, rate: number | undefined): string[] {
  const conditions = [condition({ stream: "Line1.Count", value: 1, ...changes })];
  const template = { rules: [templateRule(conditions)], placeholders: [] };
  const { rules, problems } = bindTemplate({ template, bindings: {}, streams, sourceMaxAgeSeconds: 0 });
  assertEquals(problems, []);
  const told = windowWarnings(longWindows(rules), { rateOf: () => rate, nameOf: () => "Line1.Count" });
  assertEquals(told.every(({ rule_id }) => rule_id === "r1"), true);
  return told.map(({ text }) => text);
}

const average = (window_seconds: number) => ({ operator: "avg_above", window_seconds } as const);

Deno.test("42g: a window of a day with 2 samples a second is told to take at most 50000 s", () => {
  assertEquals(warnings(average(86_400), 2.003), [
    'Stream "Line1.Count" brings about 2 samples a second, 172800 in 86400 s; ' +
    "a window of more than 100000 is UNKNOWN. Take at most 50000 s",
  ]);
  assertEquals(warnings(average(50_000), 2.003), []);
  assertEquals(warnings(average(50_001), 2.003).length, 1);
});

Deno.test("a window of 7 days is told what a rate of 5 a second makes of it", () => {
  assertEquals(warnings(average(604_800), 5), [
    'Stream "Line1.Count" brings about 5 samples a second, 3024000 in 604800 s; ' +
    "a window of more than 100000 is UNKNOWN. Take at most 20000 s",
  ]);
  assertEquals(warnings(average(604_800), 0.16), []);
  assertEquals(warnings({ operator: "flat_for", value: 604_800 }, 0.17).length, 1);
});

Deno.test("no warning without a rate, of a short window, nor where no samples are held", () => {
  assertEquals(warnings(average(604_800), undefined), []);
  assertEquals(warnings(average(999), 200), []);
  assertEquals(warnings(average(1_000), 200).length, 1);
  assertEquals(warnings({ operator: "changed", value: undefined, window_seconds: 604_800 }, 200), []);
  assertEquals(warnings({ operator: "stale_for", value: 604_800 }, 200), []);
  assertEquals(warnings({ operator: "flat_for", value: "Line1.Count" }, 200), []);
});
