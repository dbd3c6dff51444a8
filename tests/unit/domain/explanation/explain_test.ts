import { assertEquals } from "@std/assert";
import type { SampleValue } from "../../../../domain/sample/types.ts";
import { isoFromTicks, ticksOfSeconds as secs } from "../../../../domain/shared/time.ts";
import type { Json } from "../../../support/andon_client.ts";
import { explained, type Given, textOf } from "../../../support/explained.ts";

const delays = { on_delay_seconds: 10, off_delay_seconds: 5 };

Deno.test("explain() contains what a value must become, and its current value", () => {
  assertEquals(
    textOf({ at: 1 }, [0, 79.4]),
    "Normal. To become an event, Pump.Pressure must rise above 80 bar (is 79.4 bar).",
  );
  assertEquals(
    textOf({ at: 1, rule: delays }, [0, 79.4]),
    "Normal. To become an event, Pump.Pressure must rise above 80 bar (is 79.4 bar), and stay so for 10 s.",
  );
});

Deno.test("explain() contains the time left of a delay, and what would end it early", () => {
  const pending = explained({ at: 3, rule: delays }, [0, 81]);
  assertEquals(pending.rules[0].delay, {
    kind: "on_delay",
    seconds: 10,
    elapsed_seconds: 3,
    running: true,
    ends_at: isoFromTicks(secs(10)),
  });
  assertEquals(
    pending.rules[0].text,
    "Pending for 3 s. It becomes an event if it stays true for another 7 s. " +
      "To return to normal, Pump.Pressure must fall to 80 bar or less (is 81 bar).",
  );
  assertEquals(
    textOf({ at: 12, rule: delays }, [0, 81], [11, 70]),
    "Clearing for 1 s. It ends if it stays false for another 4 s. " +
      "To stay active, Pump.Pressure must rise above 80 bar (is 70 bar).",
  );
});

Deno.test("explain() contains a paused delay, and when the rule returns to normal", () => {
  const [rule] = explained({ at: 5, rule: delays }, [0, 81], [4, "bad"]).rules;
  assertEquals([rule.delay?.elapsed_seconds, rule.delay?.running, rule.delay?.ends_at], [4, false, null]);
  assertEquals(rule.gives_up_at, isoFromTicks(secs(604)));
  assertEquals(rule.next.map(({ to, by, seconds }) => [to, by, seconds]), [
    ["active", "data", null],
    ["normal", "time", 599],
    ["normal", "data", null],
  ]);
  assertEquals(
    rule.next[0].text,
    "Pump.Pressure must rise above 80 bar (it has a sample of bad quality), and stay so for another 6 s",
  );
});

Deno.test("explain() includes the deadband of a latched comparison", () => {
  const [rule] = explained({ at: 2, comparison: { deadband: 5 } }, [0, 81], [1, 79]).rules;
  const { latched, to_true, to_false } = rule.parts[0].comparison!;
  assertEquals([rule.state, latched, to_true, to_false?.relation, to_false?.limits], [
    ...["active", true, null, "at_most", [75]],
  ]);
  assertEquals(rule.event_id, 42);
});

Deno.test("explain() explains a held rule, and an active rule without data", () => {
  assertEquals(
    textOf({ at: 2, closed: true }, [0, 81]),
    "Held: its event was closed by hand, and its condition has not been false since. " +
      "To raise events again, Pump.Pressure must fall to 80 bar or less (is 81 bar).",
  );
  const [blind] = explained({ at: 70, comparison: { max_age_seconds: 60 } }, [0, 81]).rules;
  assertEquals([blind.state, blind.truth, blind.parts[0].comparison?.inputs[0].doubt], [
    ...["active", "unknown", "too_old"],
  ]);
  assertEquals(blind.text.includes("has no sample of the last 1 min, the newest is 1 min 10 s old"), true);
});

Deno.test("explain() names the parts that must change, and whether one or all of them", () => {
  const pressure = { stream: "Pump.Pressure", operator: "less_than", value: 0 };
  const above = { stream: "Pump.Pressure", operator: "greater_than", value: 80 };
  const is = (changes: Json) =>
    explained({ at: 1, rule: { conditions: [above, pressure], ...changes } }, [0, 5]);
  const [all] = is({ logic: "all" }).rules, [any] = is({ logic: "any" }).rules;
  assertEquals(all.parts.map(({ depth, kind, truth }) => [depth, kind, truth]), [
    ...[[0, "all", "false"], [1, "comparison", "false"], [1, "comparison", "false"]],
  ]);
  assertEquals([all.next[0].parts, all.next[0].text.includes(" and ")], [[1, 2], true]);
  assertEquals([any.next[0].parts, any.next[0].text.includes(" or ")], [[1, 2], true]);
});

Deno.test("explain() explains texts, booleans and lists", () => {
  const text = (comparison: Json, value: SampleValue) =>
    explained({ at: 1, comparison, type: typeof value === "string" ? "STR" : "BOOL" }, [0, value])
      .rules[0].next[0].text;
  assertEquals(text({ operator: "is_true" }, false), "Pump.Pressure must become true (is false)");
  assertEquals(text({ operator: "is_false" }, false), "Pump.Pressure must become true (is false)");
  assertEquals(
    text({ operator: "in", value: ["STOP", "TRIP"] }, "RUN"),
    'Pump.Pressure must become "STOP" or "TRIP" (is "RUN")',
  );
});

Deno.test("explain() contains the samples that wait for evaluation", () => {
  const [input] = explained({ at: 1 }, [0, 79], [2, 81], [3, 82]).rules[0].parts[0].comparison!.inputs;
  assertEquals([input.sample?.value, input.waiting, input.newest_waiting?.value], [79, 2, 82]);
});

const untilLow = { until: [{ stream: "Pump.Pressure", operator: "less_than", value: 60 }] };

Deno.test("explain() says of an active rule with until what must happen for it to end, else what its conditions need", () => {
  const textAt = (at: number, rule: Json, ...given: Given[]) => textOf({ at, rule }, ...given);
  const below = "Pump.Pressure must fall below 60 bar";
  assertEquals(
    textAt(1, untilLow, [0, 70]),
    "Normal. To become an event, Pump.Pressure must rise above 80 bar (is 70 bar).",
  );
  assertEquals(textAt(2, untilLow, [0, 81], [1, 70]), `Active for 2 s. To end, ${below} (is 70 bar).`);
  const slow = { ...untilLow, off_delay_seconds: 10 };
  assertEquals(
    textAt(2, slow, [0, 81], [1, 70]),
    `Active for 2 s. To end, ${below} (is 70 bar), and stay so for 10 s.`,
  );
  assertEquals(
    textAt(4, slow, [0, 81], [1, 59]),
    "Clearing for 3 s. It ends if its end conditions stay true for another 7 s. " +
      "To stay active, Pump.Pressure must rise to at least 60 bar (is 59 bar).",
  );
  const { parts, truth, next } = explained({ at: 2, rule: untilLow }, [0, 81], [1, 70]).rules[0];
  assertEquals(parts.map((part) => [part.of, part.truth]), [["conditions", "false"], ["until", "false"]]);
  assertEquals([truth, next[0].parts], ["true", [1]]);
  const atOnce = { until: [{ stream: "Pump.Pressure", operator: "greater_than", value: 80 }] };
  assertEquals(explained({ at: 1, rule: atOnce }, [0, 81]).rules[0].next[0].parts, [1]);
  assertEquals(explained({ at: 1, rule: untilLow }, [0, 70]).rules[0].parts.map(({ of }) => of), [
    "conditions",
  ]);
});

Deno.test("explain() says that a rule with until ends at its next instant, and that it is held after the end", () => {
  const rule = { until: [{ stream: "Pump.Pressure", operator: "greater_than", value: 80 }] };
  assertEquals(
    textOf({ at: 1, rule }, [0, 81]),
    "Active for 1 s. To end, the next sample must leave its end conditions true.",
  );
  const silent = {
    until: [{ stream: "Pump.Pressure", operator: "max_above", value: 70, window_seconds: 10 }],
  };
  assertEquals(
    textOf({ at: 6.2, rule: { ...silent, off_delay_seconds: 5 } }, [0, 71], [6.1, 81]),
    "Active for 0.1 s. It ends if its end conditions are still true when it is evaluated next, in 0.8 s, and stay so for 5 s.",
  );
  assertEquals(
    textOf({ at: 2, rule }, [0, 81], [1, 82]),
    "Held: its event has ended, and its conditions have not been false since. To raise events again, " +
      "Pump.Pressure must fall to 80 bar or less (is 82 bar).",
  );
});
