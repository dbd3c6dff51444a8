import { assertEquals } from "@std/assert";
import { isoFromTicks, ticksOfSeconds as secs } from "../../../../domain/shared/time.ts";
import type { Json } from "../../../support/andon_client.ts";
import { explained, type Given, textOf } from "../../../support/explained.ts";

const delays = { on_delay_seconds: 10, off_delay_seconds: 5 };

const average = { operator: "avg_above", value: 80, window_seconds: 10 };

Deno.test("explain() contains the next evaluation of a window that has moved on since its last instant", () => {
  const [rule] = explained({ at: 10.5, comparison: average }, [0, 70], [8, 120]).rules;
  assertEquals([rule.state, rule.truth, rule.parts[0].truth, rule.parts[0].comparison?.value], [
    ...["normal", "true", "true", 82.5],
  ]);
  assertEquals(rule.next, [{
    to: "active",
    by: "time",
    seconds: 0.5,
    at: isoFromTicks(secs(11)),
    parts: [],
    text: "it is still true when it is evaluated next, in 0.5 s",
  }]);
  assertEquals(
    textOf({ at: 10.5, comparison: average, rule: delays }, [0, 70], [8, 120]),
    "Normal. It becomes an event if it is still true when it is evaluated next, in 0.5 s, and stays so for 10 s.",
  );
});

Deno.test("explain() explains a delay when a window has moved on", () => {
  const pending = explained({ at: 12.9, comparison: average, rule: delays }, [0, 70], [8, 120], [11.6, 0]);
  const [rule] = pending.rules;
  assertEquals([rule.state, rule.truth, rule.delay?.elapsed_seconds, rule.delay?.running], [
    ...["pending", "false", 1.9, false],
  ]);
  assertEquals(
    rule.text,
    "Pending for 1.9 s. To become an event, the average of Pump.Pressure over the last 10 s must rise above 80 bar " +
      "(is 78.9 bar), and stay so for another 8.1 s. " +
      "It returns to normal if it is still false when it is evaluated next, in 0.1 s.",
  );
});

Deno.test("explain() explains a delay that continues or pauses at the next evaluation", () => {
  const comparison = { ...average, window_seconds: 4 };
  const at = (at: number) =>
    explained({ at, comparison, rule: delays }, [0, 81], [4, "bad"], [7.3, 81]).rules[0];
  const known = at(9.5), unknown = at(6.5);
  assertEquals([known.state, known.truth, known.delay?.elapsed_seconds, known.gives_up_at], [
    ...["pending", "true", 5, null],
  ]);
  assertEquals([known.next[0].text, known.next[0].at], [
    ...["it stays true for another 5.5 s", isoFromTicks(secs(15))],
  ]);
  assertEquals([unknown.state, unknown.truth, unknown.delay?.running, unknown.gives_up_at], [
    ...["pending", "unknown", false, null],
  ]);
  assertEquals(at(15).state, "active");
});

const overTime = (at: number, comparison: Json, ...given: Given[]) =>
  explained({ at, comparison: { window_seconds: 10, ...comparison } }, ...given).rules[0].parts[0].text;

Deno.test("explain() contains what an operator over time measures, over which time, and the value now", () => {
  const given: Given[] = [[0, 79], [4, 81], [7, 80.3]];
  const texts: [Json, string][] = [
    [
      { operator: "avg_above", value: 82 },
      "the average of P over the last 10 s must rise above 82 bar (is 79.9556 bar)",
    ],
    [
      { operator: "avg_below", value: 70 },
      "the average of P over the last 10 s must fall below 70 bar (is 79.9556 bar)",
    ],
    [
      { operator: "stddev_above", value: 2 },
      "the standard deviation of P over the last 10 s must rise above 2 bar (is 0.892078 bar)",
    ],
    [
      { operator: "min_below", value: 2 },
      "the least value of P in the last 10 s must fall below 2 bar (is 79 bar)",
    ],
    [
      { operator: "max_above", value: 99 },
      "the greatest value of P in the last 10 s must rise above 99 bar (is 81 bar)",
    ],
    [
      { operator: "rate_above", value: 2 },
      "the rate of change of P over the last 10 s must rise above 2 bar/s (is 0.185714 bar/s)",
    ],
    [
      { operator: "count_above", value: 3, limit: 79.5 },
      "the number of samples of P above 79.5 bar in the last 10 s must rise above 3 (is 2)",
    ],
    [
      { operator: "flat_for", value: 8, tolerance: 0.5 },
      "P must move by no more than 0.5 bar for 8 s (moved by 2 bar)",
    ],
    [{ operator: "stale_for", value: 60 }, "P must send nothing for 1 min (sent nothing for 2 s)"],
    [{ operator: "changed", value: undefined }, "P must keep its value for 10 s (is 80.3 bar)"],
  ];
  for (const [comparison, text] of texts) {
    assertEquals(overTime(9, comparison, ...given), text.replace(/\bP\b/, "Pump.Pressure"));
  }
});

Deno.test("explain() does not round a measured value to a limit that it has not reached", () => {
  assertEquals(
    overTime(10, { operator: "avg_above", value: 80 }, [0, 79.9999999]),
    "the average of Pump.Pressure over the last 10 s must rise above 80 bar (is 79.9999999 bar)",
  );
});

Deno.test("explain() contains why a window is unknown", () => {
  const why = (...given: Given[]) => overTime(4, { operator: "avg_above", value: 80 }, ...given);
  const must = "the average of Pump.Pressure over the last 10 s must fall to 80 bar or less";
  assertEquals(why(), `${must} (it has no sample)`);
  assertEquals(why([0, 81]), `${must} (it is not known for enough of that time)`);
});

Deno.test("explain() says that flat_for is not known at the instant at which its value is no longer known", () => {
  const flat = (changes: Json, at: number, ...given: Given[]) => {
    const comparison = { operator: "flat_for", value: 10, window_seconds: undefined, ...changes };
    const { truth, parts: [part] } = explained({ at, comparison }, ...given).rules[0];
    return [truth, part.comparison?.value, part.comparison?.inputs[0].doubt, part.text];
  };
  const must = "Pump.Pressure must move by more than 0 bar within 10 s";
  assertEquals(flat({}, 10, [0, 80]), ["true", 0, null, `${must} (moved by 0 bar)`]);
  assertEquals(flat({}, 10, [0, 80], [10, "bad"]), [
    ...["unknown", null, "bad_quality"],
    `${must} (it has a sample of bad quality)`,
  ]);
  assertEquals(flat({ max_age_seconds: 10 }, 10, [0, 80]), [
    ...["unknown", null, "too_old"],
    `${must} (it has no sample of the last 10 s, the newest is 10 s old)`,
  ]);
  assertEquals(flat({}, 12, [0, "bad"], [3, 80]), [
    ...["unknown", null, "not_covered"],
    `${must} (it is not known for enough of that time)`,
  ]);
});

Deno.test("explain() has the rate of values that were held, and says why it is not known", () => {
  const rate = (changes: Json, at: number, ...given: Given[]) => {
    const { truth, parts: [part] } = explained(
      { at, comparison: { operator: "rate_above", value: 1, window_seconds: 10, ...changes } },
      ...given,
    )
      .rules[0];
    return [truth, part.comparison?.value, part.comparison?.inputs[0].doubt, part.text];
  };
  const must = "the rate of change of Pump.Pressure over the last 10 s must";
  assertEquals(rate({}, 25, [0, 50], [20, 80]), [
    "true",
    3,
    null,
    `${must} fall to 1 bar/s or less (is 3 bar/s)`,
  ]);
  assertEquals(rate({}, 25, [0, 50], [20, 50]), [
    "false",
    0,
    null,
    `${must} rise above 1 bar/s (is 0 bar/s)`,
  ]);
  assertEquals(rate({}, 25, [20, 80]), [
    ...["unknown", null, "not_covered"],
    `${must} fall to 1 bar/s or less (it is not known for enough of that time)`,
  ]);
  assertEquals(rate({}, 25, [0, 50], [20, 80], [24, "bad"]), [
    ...["unknown", null, "bad_quality"],
    `${must} fall to 1 bar/s or less (it has a sample of bad quality)`,
  ]);
  assertEquals(rate({}, 25, [16, 50], [22, 80], [24, "bad"]).slice(0, 3), ["true", 5, null]);
  assertEquals(rate({ max_age_seconds: 5 }, 25, [0, 50], [20, 80]).slice(0, 3), ["unknown", null, "too_old"]);
});

Deno.test("explain() says that a stream has no sample until it has been silent for long enough", () => {
  const silent = (at: number, ...given: Given[]) => {
    const { truth, parts: [part] } =
      explained({ at, comparison: { operator: "stale_for", value: 60, window_seconds: undefined } }, ...given)
        .rules[0];
    return [truth, part.comparison?.inputs[0].doubt, part.comparison?.changes_at, part.text];
  };
  assertEquals(silent(30), [
    ...["unknown", "no_sample", isoFromTicks(secs(59))],
    "Pump.Pressure must send a sample (it has no sample)",
  ]);
  assertEquals(silent(59), ["true", null, null, "Pump.Pressure must send a sample (sent nothing for 1 min)"]);
  assertEquals(silent(30, [0, 80])[0], "false");
});

Deno.test("explain() says how many parts of a group of at least n must change", () => {
  const over = (value: number) => ({ stream: "Pump.Pressure", operator: "greater_than", value });
  const rule = (at_least: number) => ({
    conditions: [{ at_least, conditions: [over(80), over(90), over(100)] }],
  });
  const part = (value: number) => `Pump.Pressure must rise above ${value} bar (is 85 bar)`;
  assertEquals(
    textOf({ at: 1, rule: rule(2) }, [0, 85]),
    `Normal. To become an event, ${part(90)} or ${part(100)}.`,
  );
  assertEquals(
    textOf({ at: 1, rule: rule(3) }, [0, 85]),
    `Normal. To become an event, ${part(90)} and ${part(100)}.`,
  );
  const { parts, next } = explained({ at: 1, rule: rule(2) }, [0, 70]).rules[0];
  assertEquals(parts[0].text, "at least 2 of");
  assertEquals(next[0].text.startsWith("at least 2 of these: Pump.Pressure must rise above 80 bar"), true);
});

Deno.test("explain() says what a counter has counted, and by how much a value has changed", () => {
  const counter = { operator: "increase_above", value: 15, window_seconds: 10, rollover: 99 };
  assertEquals(
    textOf({ at: 12, comparison: counter }, [0, 90], [11, 0]),
    "Normal. To become an event, the increase of Pump.Pressure over the last 10 s must rise above 15 bar (is 10 bar).",
  );
  const step = { operator: "changed_by", value: 2, window_seconds: 10 };
  assertEquals(
    textOf({ at: 12, comparison: step }, [0, 90], [11, 91]),
    "Normal. To become an event, Pump.Pressure must change by more than 2 bar (changed by 1 bar).",
  );
  assertEquals(
    textOf({ at: 12, comparison: step }, [0, 90], [11, 95]),
    "Active for 1 s. To end, Pump.Pressure must change by 2 bar or less (changed by 5 bar).",
  );
});

Deno.test("explain() says how often a counted comparison has become true", () => {
  const comparison = {
    operator: "times_above",
    value: 1,
    window_seconds: 60,
    comparison: { operator: "greater_than", value: 80 },
  };
  assertEquals(
    textOf({ at: 12, comparison }, [0, 70], [5, 81], [11, 70]),
    'Normal. To become an event, the number of starts of "Pump.Pressure is above 80 bar" in the last 1 min ' +
      "must rise above 1 (is 1).",
  );
});
