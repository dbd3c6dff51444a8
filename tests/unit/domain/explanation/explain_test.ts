import { assertEquals } from "@std/assert";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { explain } from "../../../../domain/explanation/explain.ts";
import type { Explanation } from "../../../../domain/explanation/schema.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { DataType, SampleValue } from "../../../../domain/sample/types.ts";
import { isoFromTicks, ticksOfSeconds as secs } from "../../../../domain/shared/time.ts";
import type { Json } from "../../../support/andon_client.ts";
import { backtestUnit } from "../../../support/backtest_order.ts";
import { upsert } from "../../../support/evaluation_rules.ts";

type Given = [seconds: number, value: SampleValue | "bad", stream?: number];

interface Input {
  comparison?: Json;
  rule?: Json;
  type?: DataType;
  /** Evaluated up to here, after all samples have arrived. */
  at: number;
  closed?: boolean;
}

function stream(id: number, data_type: DataType): StreamRecord {
  const name = id === 1 ? "Pump.Pressure" : `Other.${id}`;
  return {
    v: 1,
    id,
    stream_id: name,
    stream_name: name,
    display_name: "",
    asset_id: "",
    uom: "bar",
    data_type,
    is_active: true,
    source: {
      kind: "data_hub",
      sdsStreamId: "A",
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
  };
}

function explained(
  { comparison = {}, rule, type = "NUM", at, closed }: Input,
  ...given: Given[]
): Explanation {
  const streams = [stream(1, type), stream(2, "NUM")];
  const limit = type === "NUM" ? { operator: "greater_than", value: 80 } : {};
  const { deployment } = backtestUnit(streams.slice(0, 1), { ...limit, ...comparison }, rule);
  const { instance } = deployment, engine = new Engine({ watermark: secs(-1) });
  const known = instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null }));
  const past = { stream: 1, since: secs(-100_000), upTo: secs(-1), samples: [] };
  engine.deploy({ ...instance, deployedAt: secs(-1) }, known, { pasts: [past] });
  engine.offer(packBatch(given.map(([seconds, value, id = 1]) => upsert(seconds, value, id))));
  engine.advance(secs(at));
  if (closed === true) engine.closeByHand(instance.instanceId, "r1", secs(given[0][0]));
  return explain({
    deployment,
    reading: engine.read(instance.instanceId)!,
    basis: "live",
    evaluatedFrom: null,
    openEvents: new Map([["r1", 42]]),
    judging: true,
    missing: [],
    nameOf: (id) => ({ name: stream(id, "NUM").stream_name, uom: id === 1 && type === "NUM" ? "bar" : null }),
  });
}

const textOf = (input: Input, ...given: Given[]) => explained(input, ...given).rules[0].text;
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
