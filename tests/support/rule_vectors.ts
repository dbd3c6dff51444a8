/**
 * The vectors 34 to 43 of docs/evaluation_vectors.md as data: a rule in the JSON form of the API, the samples of its
 * streams and the events expected. Wait 0, all samples good unless "bad", deployed at -100 s unless said, evaluated up
 * to and including `until`. A, B and C are streams of numbers, RUN is one of booleans. Time 0 is a midnight of the
 * plant and a multiple of every grid used. What is read, not evaluated over time, is in rule_reading_vectors.ts.
 */
export interface RuleVector {
  name: string;
  rule: VectorRule;
  /** By placeholder: the name of a stream, or a constant. */
  bindings?: Record<string, string | number>;
  samples: VectorSample[];
  /** Seconds. */
  until: number;
  deployed?: number;
  /** The time of a close by hand, after all instants up to it. */
  closedByHand?: number;
  /** The number of the standard; absent: the newest. */
  standard?: 1 | 2;
  /** Up to it standard 1, after it standard 2. */
  standardFrom?: number;
  events: VectorEvent[];
}

/** The other fields of a rule are as the API sets them when they are absent. */
export interface VectorRule {
  conditions: VectorCondition[];
  logic?: "all" | "any";
  until?: VectorCondition[];
  on_delay_seconds?: number | string;
  off_delay_seconds?: number | string;
}

export type VectorCondition = { readonly [field: string]: unknown };

/** Seconds, stream, value. */
export type VectorSample = [number, string, number | boolean | "bad"];

/** Seconds; `end` null: still active. `activated` and `closed` only where they differ from `start` and `end`. */
export interface VectorEvent {
  start: number;
  end: number | null;
  activated?: number;
  closed?: number;
  initial?: true;
  dataState?: "unknown";
  reason?: "manual";
}

/** A condition on A, or on another stream. */
export const on = (
  operator: string,
  value: unknown,
  { stream = "A", ...more }: { stream?: string; [field: string]: unknown } = {},
): VectorCondition => ({ stream, operator, value, ...more });

/** The samples of one stream. */
export const of = (stream: string, ...pairs: [number, number | boolean | "bad"][]): VectorSample[] =>
  pairs.map(([seconds, value]) => [seconds, stream, value]);

const HIGH_A = on("greater_than", 80), HIGH_B = on("greater_than", 80, { stream: "B" });
const HIGH_C = on("greater_than", 80, { stream: "C" });
const atLeast = (n: number, ...conditions: VectorCondition[]): VectorRule => ({
  conditions: [{ at_least: n, conditions }],
});
const TWO_OF_THREE = atLeast(2, HIGH_A, HIGH_B, HIGH_C);
const BANDED = ["A", "B", "C"].map((stream) => on("greater_than", 80, { stream, deadband: 5 }));

export const AT_LEAST_VECTORS: RuleVector[] = [
  {
    name: "34a: two of three are TRUE",
    rule: TWO_OF_THREE,
    samples: [...of("A", [0, 81]), ...of("B", [1, 81], [3, 70])],
    until: 10,
    events: [{ start: 1, end: null, dataState: "unknown" }],
  },
  {
    name: "34b: the third is known too",
    rule: TWO_OF_THREE,
    samples: [...of("A", [0, 81]), ...of("B", [1, 81], [3, 70]), ...of("C", [0, 70])],
    until: 10,
    events: [{ start: 1, end: 3 }],
  },
  {
    name: "34c: a bad part may still be the second one",
    rule: TWO_OF_THREE,
    samples: [...of("A", [0, 81], [2, "bad"]), ...of("B", [0, 81]), ...of("C", [0, 70])],
    until: 10,
    events: [{ start: 0, end: null, dataState: "unknown" }],
  },
  {
    name: "34d: FALSE once too few can be TRUE",
    rule: TWO_OF_THREE,
    samples: [...of("A", [0, 81], [2, "bad"]), ...of("B", [0, 81], [3, 70]), ...of("C", [0, 70])],
    until: 10,
    events: [{ start: 0, end: 3 }],
  },
  {
    name: "34e: at least 3 of 3 is all",
    rule: atLeast(3, HIGH_A, HIGH_B, HIGH_C),
    samples: [...of("A", [0, 81]), ...of("B", [1, 81]), ...of("C", [2, 81], [4, 70])],
    until: 10,
    events: [{ start: 2, end: 4 }],
  },
  {
    name: "34f: at least 1 of 2 is any",
    rule: atLeast(1, HIGH_A, HIGH_B),
    samples: [...of("A", [0, 81], [2, 70]), ...of("B", [0, 70], [1, 81], [3, 70])],
    until: 10,
    events: [{ start: 0, end: 3 }],
  },
  {
    name: "34g: inside not",
    rule: { conditions: [{ not: { at_least: 2, conditions: [HIGH_A, HIGH_B] } }] },
    samples: [...of("A", [0, 70], [2, 81]), ...of("B", [0, 81])],
    until: 10,
    events: [{ start: 0, end: 2 }],
  },
  {
    name: "34h: each part latches by itself",
    rule: atLeast(2, ...BANDED),
    samples: [...of("A", [0, 81], [1, 78]), ...of("B", [0, 81], [2, 75]), ...of("C", [0, 70])],
    until: 10,
    events: [{ start: 0, end: 2 }],
  },
  {
    name: "34i: a part that becomes TRUE later latches too",
    rule: atLeast(2, ...BANDED),
    samples: [
      ...of("A", [0, 81], [2, 70]),
      ...of("B", [0, 81], [4, 70]),
      ...of("C", [0, 70], [1, 81], [3, 78]),
    ],
    until: 10,
    events: [{ start: 0, end: 4 }],
  },
  {
    name: "34j: a group is one part",
    rule: atLeast(2, HIGH_A, { any: [HIGH_B, HIGH_C] }),
    samples: [...of("A", [0, 70], [1, 81], [2, 70]), ...of("B", [0, 81]), ...of("C", [0, 81])],
    until: 10,
    events: [{ start: 1, end: 2 }],
  },
];

const STREAMS = { A: "A", B: "B", C: "C" };
const calculated = (expression: string, value: unknown, more: VectorCondition = {}): VectorRule => ({
  conditions: [{ expression, operator: "greater_than", value, ...more }],
});

const CALCULATED: RuleVector[] = [
  {
    name: "35a: a difference, strictly above",
    rule: calculated("<A> - <B>", 5),
    samples: [...of("A", [0, 20], [1, 24]), ...of("B", [0, 18], [2, 19])],
    until: 10,
    events: [{ start: 1, end: 2 }],
  },
  {
    name: "35b: a division by 0 is UNKNOWN and closes nothing",
    rule: calculated("<A> / <B>", 2),
    samples: [...of("A", [0, 10]), ...of("B", [0, 4], [1, 0])],
    until: 10,
    events: [{ start: 0, end: null, dataState: "unknown" }],
  },
  {
    name: "35c: the ratio is known again",
    rule: calculated("<A> / <B>", 2),
    samples: [...of("A", [0, 10]), ...of("B", [0, 4], [1, 0], [2, 5])],
    until: 10,
    events: [{ start: 0, end: 2 }],
  },
  {
    name: "35d: a mean needs all of its parts",
    rule: calculated("avg(<A>, <B>, <C>)", 80),
    samples: [...of("A", [0, 90]), ...of("B", [0, 80], [3, "bad"]), ...of("C", [1, 70], [2, 71])],
    until: 10,
    events: [{ start: 2, end: null, dataState: "unknown" }],
  },
  {
    name: "35e: with a constant",
    rule: calculated("<A> * <K>", 10),
    bindings: { K: 2 },
    samples: of("A", [0, 5], [1, 5.5], [2, 5]),
    until: 10,
    events: [{ start: 1, end: 2 }],
  },
  {
    name: "35f: samples of one time count together",
    rule: calculated("<A> - <B>", 5),
    samples: [...of("A", [0, 20], [1, 40]), ...of("B", [0, 20], [1, 40])],
    until: 10,
    events: [],
  },
  {
    name: "35g: a part that is too old",
    rule: calculated("sum(<A>, <B>)", 10, { max_age_seconds: 10 }),
    samples: [...of("A", [0, 6]), ...of("B", [0, 6], [8, 6])],
    until: 10,
    events: [{ start: 0, end: null, dataState: "unknown" }],
  },
  {
    name: "35h: a deadband",
    rule: calculated("abs(<A> - <B>)", 5, { deadband: 2 }),
    samples: [...of("A", [0, 10], [1, 4], [2, 3]), ...of("B", [0, 0])],
    until: 10,
    events: [{ start: 0, end: 2 }],
  },
  {
    name: "35i: an on-delay stands still while a part is bad",
    rule: { ...calculated("<A> - <B>", 5), on_delay_seconds: 10 },
    samples: [...of("A", [0, 6]), ...of("B", [0, 0], [4, "bad"], [7, 0])],
    until: 20,
    events: [{ start: 0, activated: 13, end: null }],
  },
  {
    name: "35j: a result that is not finite is UNKNOWN",
    rule: calculated("<A> * <B>", 0),
    samples: [...of("A", [0, 1e200]), ...of("B", [0, 1e200])],
    until: 10,
    events: [],
  },
  {
    name: "35k: compared with a stream",
    rule: calculated("<A> + <B>", "<C>"),
    samples: [...of("A", [0, 1]), ...of("B", [0, 2]), ...of("C", [0, 4], [1, 2], [2, 3])],
    until: 10,
    events: [{ start: 1, end: 2 }],
  },
];

export const CALCULATED_VECTORS: RuleVector[] = CALCULATED.map((one) => ({
  ...one,
  bindings: { ...STREAMS, ...one.bindings },
}));

export const CONSTANT_VECTORS: RuleVector[] = [
  {
    name: "36a: an on-delay",
    rule: { conditions: [HIGH_A], on_delay_seconds: "<N>" },
    bindings: { N: 10 },
    samples: of("A", [0, 81]),
    until: 20,
    events: [{ start: 0, activated: 10, end: null }],
  },
  {
    name: "36b: an off-delay",
    rule: { conditions: [HIGH_A], off_delay_seconds: "<N>" },
    bindings: { N: 5 },
    samples: of("A", [0, 81], [1, 79]),
    until: 20,
    events: [{ start: 0, end: 1, closed: 6 }],
  },
  {
    name: "36c: a deadband",
    rule: { conditions: [on("greater_than", 80, { deadband: "<N>" })] },
    bindings: { N: 5 },
    samples: of("A", [0, 81], [1, 79], [2, 75.1], [3, 75]),
    until: 10,
    events: [{ start: 0, end: 3 }],
  },
  {
    name: "36d: a maximum age",
    rule: { conditions: [on("greater_than", 80, { max_age_seconds: "<N>" })] },
    bindings: { N: 60 },
    samples: of("A", [0, 81]),
    until: 60,
    events: [{ start: 0, end: null, dataState: "unknown" }],
  },
  {
    name: "36e: a window",
    rule: { conditions: [on("changed_by", 2, { window_seconds: "<N>" })] },
    bindings: { N: 10 },
    samples: of("A", [0, 10], [4, 15]),
    until: 20,
    events: [{ start: 4, end: 14 }],
  },
];
