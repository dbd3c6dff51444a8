/** The vectors 41 of docs/evaluation_vectors.md: rules with an end of their own, in the shape of rule_vectors.ts. */
import { of, on, type RuleVector, type VectorRule } from "./rule_vectors.ts";

const HIGH = on("greater_than", 80);
const untilLow: VectorRule = { conditions: [HIGH], until: [on("less_than", 60)] };
const untilReset: VectorRule = {
  conditions: [HIGH],
  until: [{ stream: "RUN", operator: "is_true" }],
};

export const UNTIL_VECTORS: RuleVector[] = [
  {
    name: "41a: the conditions do not end it",
    rule: untilLow,
    samples: of("A", [0, 81], [1, 70], [2, 59], [3, 81]),
    until: 10,
    events: [{ start: 0, end: 2 }, { start: 3, end: null }],
  },
  {
    name: "41b: after a reset HELD until the conditions are FALSE",
    rule: untilReset,
    samples: [
      ...of("A", [0, 81], [4, 85], [5, 70], [6, 81]),
      ...of("RUN", [0, false], [2, true], [3, false]),
    ],
    until: 10,
    events: [{ start: 0, end: 2 }, { start: 6, end: null }],
  },
  {
    name: "41c: not asked in the instant that opens the event",
    rule: untilReset,
    samples: [...of("A", [0, 81]), ...of("RUN", [-1, true])],
    until: 10,
    events: [{ start: 0, end: null }],
  },
  {
    name: "41d: asked in the next one",
    rule: untilReset,
    samples: [...of("A", [0, 81], [1, 82]), ...of("RUN", [-1, true])],
    until: 10,
    events: [{ start: 0, end: 1 }],
  },
  {
    name: "41e: an off-delay runs while it is TRUE",
    rule: { ...untilLow, off_delay_seconds: 5 },
    samples: of("A", [0, 81], [1, 59], [3, 65], [4, 59]),
    until: 20,
    events: [{ start: 0, end: 4, closed: 9 }],
  },
  {
    name: "41f: UNKNOWN ends nothing",
    rule: { conditions: [HIGH], until: [on("greater_than", 10, { stream: "B" })] },
    samples: [...of("A", [0, 81], [2, 70]), ...of("B", [0, 5], [1, "bad"])],
    until: 10,
    events: [{ start: 0, end: null, dataState: "unknown" }],
  },
  {
    name: "41g: HELD where the conditions are UNKNOWN at the end",
    rule: untilReset,
    samples: [
      ...of("A", [0, 81], [1, "bad"], [3, 81], [4, 70], [5, 81]),
      ...of("RUN", [0, false], [2, true]),
    ],
    until: 5.5,
    events: [{ start: 0, end: 2 }, { start: 5, end: null }],
  },
  {
    name: "41h: an event with bad conditions is known while its until is",
    rule: untilReset,
    samples: [...of("A", [0, 81], [1, "bad"]), ...of("RUN", [0, false])],
    until: 10,
    events: [{ start: 0, end: null }],
  },
  {
    name: "41i: not asked during the on-delay",
    rule: { ...untilReset, on_delay_seconds: 10 },
    samples: [...of("A", [0, 81], [11, 82]), ...of("RUN", [0, true])],
    until: 20,
    events: [{ start: 0, activated: 10, end: 11 }],
  },
  {
    name: "41j: closed by hand, HELD until the conditions are FALSE",
    rule: untilLow,
    samples: of("A", [0, 81], [2, 70], [3, 81]),
    until: 10,
    closedByHand: 1,
    events: [{ start: 0, end: 1, reason: "manual" }, { start: 3, end: null }],
  },
  {
    name: "41k: its deadband holds it during the off-delay",
    rule: { conditions: [HIGH], until: [on("less_than", 60, { deadband: 5 })], off_delay_seconds: 10 },
    samples: of("A", [0, 81], [1, 59], [2, 64], [4, 65], [5, 59]),
    until: 30,
    events: [{ start: 0, end: 5, closed: 15 }],
  },
  {
    name: "41l: its timers are instants",
    rule: { conditions: [HIGH], until: [on("stale_for", 30)] },
    samples: of("A", [0, 81]),
    until: 60,
    events: [{ start: 0, end: 30 }],
  },
  {
    name: "41m: its parts are all needed",
    rule: {
      conditions: [HIGH],
      until: [on("less_than", 60), { stream: "RUN", operator: "is_true" }],
      logic: "any",
    },
    samples: [...of("A", [0, 81], [1, 59]), ...of("RUN", [0, false], [2, true])],
    until: 10,
    events: [{ start: 0, end: 2 }],
  },
];
