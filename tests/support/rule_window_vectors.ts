/** The vectors 37 to 40 and 43 of docs/evaluation_vectors.md: operators over time, in the shape of rule_vectors.ts. */
import { of, on, type RuleVector, type VectorCondition, type VectorRule } from "./rule_vectors.ts";

const over = (
  seconds: number,
  [operator, value]: [string, unknown],
  more: VectorCondition = {},
): VectorRule => ({ conditions: [on(operator, value, { window_seconds: seconds, ...more })] });

const STEP = of("A", [0, 50], [600, 50], [610, 80], [1200, 80]);

export const RATE_VECTORS: RuleVector[] = [
  {
    name: "37a: a step of compressed data, over 20 s",
    rule: over(20, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    events: [{ start: 610, end: 630 }],
  },
  {
    name: "37b: over 60 s, evaluated each 6 s",
    rule: over(60, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    events: [{ start: 610, end: 672 }],
  },
  {
    name: "37c: over 300 s, evaluated each 30 s",
    rule: over(300, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    events: [{ start: 610, end: 930 }],
  },
  {
    name: "37d: two samples half a window apart come first",
    rule: over(10, ["rate_above", 1]),
    samples: of("A", [0, 0], [4.9, 20], [5, 10], [12, 10]),
    until: 20,
    events: [{ start: 5, end: 10 }],
  },
  {
    name: "37e: UNKNOWN while nothing is held at the window's start",
    rule: over(10, ["rate_above", 1]),
    samples: of("A", [0, 0], [3, 100]),
    until: 20,
    events: [{ start: 10, end: 13 }],
  },
  {
    name: "37f: a bad value at the end is UNKNOWN",
    rule: over(10, ["rate_above", 1]),
    samples: of("A", [0, 0], [20, 100], [21, "bad"]),
    until: 25,
    events: [{ start: 20, end: null, dataState: "unknown" }],
  },
  {
    name: "37g: the value at the start was too old",
    rule: over(10, ["rate_above", 1], { max_age_seconds: 15 }),
    samples: of("A", [0, 0], [20, 100]),
    until: 25,
    events: [{ start: 20, end: null, dataState: "unknown" }],
  },
  {
    name: "37h: the start of the window reaches the newer value",
    rule: over(10, ["rate_above", 1], { max_age_seconds: 15 }),
    samples: of("A", [0, 0], [20, 100]),
    until: 34,
    events: [{ start: 20, end: 30 }],
  },
  {
    name: "37i: a fall",
    rule: over(10, ["rate_below", -1]),
    samples: of("A", [0, 10], [5, 5], [6, 3.9], [12, 10]),
    until: 20,
    events: [{ start: 6, end: 10 }],
  },
  {
    name: "37j: by standard 1 it is UNKNOWN after the step",
    rule: over(20, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    standard: 1,
    events: [{ start: 610, end: null, dataState: "unknown" }],
  },
  {
    name: "37k: a value at the end that is too old is UNKNOWN",
    rule: over(10, ["rate_above", -1], { max_age_seconds: 15 }),
    samples: of("A", [0, 0]),
    until: 16,
    events: [{ start: 10, end: null, dataState: "unknown" }],
  },
];

/** The reference evaluates by one standard only. */
export const STANDARD_VECTORS: RuleVector[] = [
  {
    name: "47f: standard 2 from 700 on ends what standard 1 left UNKNOWN",
    rule: over(20, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    standardFrom: 700,
    events: [{ start: 610, end: 702 }],
  },
  {
    name: "an instant at the watermark is of standard 1",
    rule: over(20, ["rate_above", 0.04]),
    samples: STEP,
    until: 1300,
    standardFrom: 702,
    events: [{ start: 610, end: 704 }],
  },
  {
    name: "an event of standard 1 without a sample stays until the end of the silence",
    rule: { conditions: [{ not: on("stale_for", 600) }] },
    samples: [],
    until: 1000,
    standardFrom: 0,
    events: [{ start: -100, end: 500, initial: true }],
  },
];

const RESTARTED = of("A", [0, 100], [10, 110], [20, 120], [30, 130], [40, 0], [50, 10], [60, 20], [70, 30]);
/** One sample at 0 and one at 10, over 10 s. */
const fromTo = (before: number, now: number, above: number, more: VectorCondition = {}) => ({
  rule: over(10, ["increase_above", above], more),
  samples: of("A", [0, before], [10, now]),
  until: 40,
});
const COUNTED = [{ start: 10, end: 20 }];

export const INCREASE_VECTORS: RuleVector[] = [
  {
    name: "38a: a counter that starts again from 0",
    rule: over(30, ["increase_above", 15]),
    samples: RESTARTED,
    until: 120,
    events: [{ start: 30, end: 90 }],
  },
  {
    name: "38b: never below 0",
    rule: over(30, ["increase_below", 0]),
    samples: RESTARTED,
    until: 120,
    events: [],
  },
  {
    name: "38c: UNKNOWN before a value is held at the window's start",
    rule: over(10, ["increase_above", 50]),
    samples: of("A", [0, 0], [5, 100]),
    until: 40,
    events: [{ start: 10, end: 15 }],
  },
  { name: "38d: a rollover counts 11", ...fromTo(65_530, 5, 10, { rollover: 65_535 }), events: COUNTED },
  { name: "38e: and not more", ...fromTo(65_530, 5, 11, { rollover: 65_535 }), events: [] },
  { name: "38f: 49 of 49.5 is a rollover", ...fromTo(51, 0, 48, { rollover: 99 }), events: COUNTED },
  { name: "38g: 50 of 49.5 is a restart", ...fromTo(50, 0, 48, { rollover: 99 }), events: [] },
  { name: "38h: 49 of 49 is a rollover", ...fromTo(50, 0, 48, { rollover: 98 }), events: COUNTED },
  {
    name: "38i: above the largest value: a restart",
    ...fromTo(150, 10, 9, { rollover: 100 }),
    events: COUNTED,
  },
  { name: "38j: a restart counts the new value", ...fromTo(1_000, 7, 6), events: COUNTED },
  { name: "38k: and not more", ...fromTo(1_000, 7, 7), events: [] },
  { name: "38l: a fall of the tolerance counts 0", ...fromTo(100, 98, 50, { tolerance: 2 }), events: [] },
  { name: "38m: a greater one is a restart", ...fromTo(100, 98, 50, { tolerance: 1.5 }), events: COUNTED },
  {
    name: "38n: a bad sample is passed over",
    rule: over(10, ["increase_above", 8]),
    samples: of("A", [0, 0], [4, 5], [5, "bad"], [6, 9]),
    until: 40,
    events: [{ start: 10, end: 14 }],
  },
  {
    name: "38o: UNKNOWN while the value at the window's start is bad",
    rule: over(10, ["increase_above", 5]),
    samples: of("A", [0, 0], [10, 10], [12, "bad"], [14, 20]),
    until: 23,
    events: [{ start: 10, end: null, dataState: "unknown" }],
  },
  {
    name: "38p: known again",
    rule: over(10, ["increase_above", 5]),
    samples: of("A", [0, 0], [10, 10], [12, "bad"], [14, 20]),
    until: 40,
    events: [{ start: 10, end: 24 }],
  },
  {
    name: "38q: a deadband",
    rule: over(10, ["increase_above", 15], { deadband: 5 }),
    samples: of("A", [0, 0], [10, 10], [20, 30], [30, 42], [40, 50]),
    until: 45,
    events: [{ start: 20, end: 40 }],
  },
  {
    name: "38r: too few",
    rule: over(10, ["increase_below", 5]),
    samples: of("A", [0, 0], [10, 10], [20, 20], [30, 21]),
    until: 35,
    events: [{ start: 30, end: null }],
  },
  {
    name: "38s: no sample is an increase of 0",
    rule: over(10, ["increase_below", 1]),
    samples: of("A", [0, 0]),
    until: 40,
    events: [{ start: 10, end: null }],
  },
  {
    name: "38t: the value at the window's start was too old",
    rule: over(10, ["increase_below", 1], { max_age_seconds: 5 }),
    samples: of("A", [0, 0]),
    until: 40,
    events: [{ start: 10, end: null, dataState: "unknown" }],
  },
];

const starts = (above: number): VectorRule =>
  over(60, ["times_above", above], { stream: "RUN", comparison: { operator: "is_true" } });
const band = { comparison: { operator: "greater_than", value: 80, deadband: 5 } };

export const TIMES_VECTORS: RuleVector[] = [
  {
    name: "39a: three starts",
    rule: starts(2),
    samples: of("RUN", [0, false], [10, true], [15, false], [20, true], [25, false], [30, true]),
    until: 200,
    events: [{ start: 30, end: 72 }],
  },
  {
    name: "39b: a first value is no start",
    rule: starts(0),
    samples: of("RUN", [0, true], [5, true]),
    until: 200,
    events: [],
  },
  {
    name: "39c: a start after it is one",
    rule: starts(0),
    samples: of("RUN", [0, true], [10, false], [20, true], [30, true]),
    until: 200,
    events: [{ start: 20, end: 84 }],
  },
  {
    name: "39d: TRUE, bad, TRUE is one start",
    rule: starts(1),
    samples: of("RUN", [0, false], [10, true], [20, "bad"], [30, true]),
    until: 200,
    events: [],
  },
  {
    name: "39e: FALSE, bad, TRUE is a start",
    rule: starts(0),
    samples: of("RUN", [0, false], [10, "bad"], [20, true]),
    until: 200,
    events: [{ start: 20, end: 84 }],
  },
  {
    name: "39f: a start at the window's start is outside",
    rule: starts(0),
    samples: of("RUN", [0, false], [12, true]),
    until: 200,
    events: [{ start: 12, end: 72 }],
  },
  {
    name: "39g: its deadband is a trigger of its own",
    rule: over(60, ["times_above", 1], band),
    samples: of("A", [0, 70], [10, 81], [20, 78], [30, 81], [40, 75], [50, 82]),
    until: 200,
    events: [{ start: 50, end: 72 }],
  },
  {
    name: "39h: without it there is one start more",
    rule: over(60, ["times_above", 1], { comparison: { operator: "greater_than", value: 80 } }),
    samples: of("A", [0, 70], [10, 81], [20, 78], [30, 81], [40, 75], [50, 82]),
    until: 200,
    events: [{ start: 30, end: 90 }],
  },
  {
    name: "39i: without a sample it is 0",
    rule: starts(-1),
    samples: [],
    until: 20,
    events: [
      { start: -100, end: null, initial: true },
    ],
  },
];

const changes = (more: VectorCondition = {}) => over(10, ["changed_by", 2], more);

export const CHANGED_BY_VECTORS: RuleVector[] = [
  {
    name: "40a: strictly by more, until the window has gone by",
    rule: changes(),
    samples: of("A", [0, 10], [3, 12], [4, 15]),
    until: 30,
    events: [{ start: 4, end: 14 }],
  },
  {
    name: "40b: a fall",
    rule: changes(),
    samples: of("A", [0, 10], [5, 5]),
    until: 30,
    events: [{ start: 5, end: 15 }],
  },
  { name: "40c: a first value", rule: changes(), samples: of("A", [0, 10]), until: 30, events: [] },
  {
    name: "40d: bad samples between and after",
    rule: changes(),
    samples: of("A", [0, 10], [3, "bad"], [4, 20], [6, "bad"]),
    until: 30,
    events: [{ start: 4, end: 14 }],
  },
  {
    name: "40e: the same value again",
    rule: changes(),
    samples: of("A", [0, 10], [1, 20], [5, 20]),
    until: 30,
    events: [{ start: 1, end: 5 }],
  },
  {
    name: "40f: each step is within",
    rule: changes(),
    samples: of("A", [0, 10], [1, 11.5], [2, 13], [3, 14.5]),
    until: 30,
    events: [],
  },
  {
    name: "40g: a maximum age does not count",
    rule: changes({ max_age_seconds: 2 }),
    samples: of("A", [0, 10], [1, 20]),
    until: 30,
    events: [{ start: 1, end: 11 }],
  },
  {
    name: "40h: by more than a stream",
    rule: changes({ value: "B" }),
    samples: [...of("A", [0, 10], [1, 13]), ...of("B", [0, 2], [2, 5])],
    until: 30,
    events: [{ start: 1, end: 2 }],
  },
  {
    name: "40i: that stream is bad",
    rule: changes({ value: "B" }),
    samples: [...of("A", [0, 10], [1, 13]), ...of("B", [0, 2], [2, "bad"])],
    until: 30,
    events: [{ start: 1, end: null, dataState: "unknown" }],
  },
];

const silent = on("stale_for", 600);

export const STALE_VECTORS: RuleVector[] = [
  {
    name: "43a: never a sample",
    rule: { conditions: [silent] },
    samples: [],
    until: 1000,
    events: [{ start: 500, end: null }],
  },
  {
    name: "43b: something within 600 s, and never a sample",
    rule: { conditions: [{ not: silent }] },
    samples: [],
    until: 1000,
    events: [],
  },
  {
    name: "43c: a first sample",
    rule: { conditions: [{ not: silent }] },
    samples: of("A", [100, 1]),
    until: 1000,
    events: [{ start: 100, end: 700 }],
  },
  {
    name: "43d: UNKNOWN decides nothing",
    rule: { conditions: [{ not: silent }, on("greater_than", 80, { stream: "B" })] },
    samples: of("B", [0, 81]),
    until: 499,
    events: [],
  },
  {
    name: "43e: a sample from before the deployment",
    rule: { conditions: [silent] },
    samples: of("A", [-800, 1]),
    until: 1000,
    events: [{ start: -100, end: null, initial: true }],
  },
  {
    name: "43f: by standard 1 it is FALSE at first",
    rule: { conditions: [{ not: silent }] },
    samples: [],
    until: 1000,
    standard: 1,
    events: [{ start: -100, end: 500, initial: true }],
  },
];
