/** The rules in a story of changed streams: every kind of condition, of one stream or two. */
import type { Json } from "./andon_client.ts";

const number = (operator: string, more: Json) => ({ stream: "<VALUE>", operator, ...more });
const above = (more: Json = {}) => number("greater_than", { value: 60, ...more });
const state = (operator: string, more: Json) => ({ stream: "<VALUE>", operator, ...more });

const calculated = (expression: string, operator: string, value: unknown, more: Json = {}) => ({
  expression,
  operator,
  value,
  ...more,
});
/** What is counted. */
const HIGH = { operator: "greater_than", value: 60, deadband: 20 };

/** In the names of events of rules that are UNKNOWN while the newest sample is bad. */
export const HELD = "Held";

const ofHeld = (rules: Json[]) => rules.map((rule, i) => ({ event_name: `${HELD} ${i}`, ...rule }));

export const NUMBER_RULES: Json[] = [
  ...ofHeld([
    { conditions: [above()] },
    { conditions: [above({ deadband: 20 })], severity: "critical" },
    { conditions: [above()], on_delay_seconds: 2.5 },
    { conditions: [above()], off_delay_seconds: 3.5 },
    { conditions: [above({ max_age_seconds: 1.5 })], off_delay_seconds: 1 },
    { conditions: [number("less_than", { value: 5 })] },
    { conditions: [above()], until: [number("less_than", { value: 20, deadband: 30 })] },
    { conditions: [above()], until: [number("between", { value: [30, 40] })], off_delay_seconds: 2 },
    {
      conditions: [{
        at_least: 2,
        conditions: [
          above({ deadband: 40 }),
          number("less_than", { value: 80 }),
          number("bit_set", { value: 0 }),
        ],
      }],
    },
    { conditions: [calculated("abs(<VALUE> - 10) / 2", "greater_than", 30)] },
  ]),
  { conditions: [number("avg_above", { value: 55, window_seconds: 10 })] },
  { conditions: [number("count_above", { value: 2, limit: 50, window_seconds: 10 })] },
  { conditions: [number("stale_for", { value: 3 })] },
  { conditions: [above()], until: [number("stale_for", { value: 2.5 })] },
  { conditions: [number("rate_above", { value: 15, window_seconds: 2 })] },
  { conditions: [number("rate_below", { value: -4, window_seconds: 10, deadband: 2 })], on_delay_seconds: 1 },
  { conditions: [number("increase_above", { value: 250, window_seconds: 10, deadband: 100 })] },
  {
    conditions: [
      number("increase_below", { value: 150, window_seconds: 8, rollover: 100, tolerance: 5 }),
      above(),
    ],
  },
  { conditions: [number("times_above", { value: 1, window_seconds: 12, comparison: HIGH })] },
  { conditions: [number("changed_by", { value: 45, window_seconds: 3 })], off_delay_seconds: 1 },
  { conditions: [{ not: number("max_above", { value: 90, window_seconds: 8 }) }, above()] },
];

export const STATE_RULES: Json[] = [
  ...ofHeld([
    { conditions: [state("equals", { value: "Run" })] },
    { conditions: [state("in", { value: ["Fault", "Starting"] })], on_delay_seconds: 1.5 },
    { conditions: [state("not_equals", { value: "Off" })], off_delay_seconds: 2 },
    { conditions: [state("starts_with", { value: "f", ignore_case: true })] },
    { conditions: [state("equals", { value: "Fault" })], until: [state("equals", { value: "Run" })] },
  ]),
  { conditions: [state("stale_for", { value: 3 })] },
  {
    conditions: [
      state("times_above", {
        value: 1,
        window_seconds: 15,
        comparison: { operator: "equals", value: "run", ignore_case: true },
      }),
    ],
  },
];

const held = (stream: string, operator: string, value: number) => ({ stream, operator, value });

/** Of held values alone: a stream that is lost and one with bad samples are the same to them. */
export const PAIR_RULES: Json[] = [
  { conditions: [held("<A>", "greater_than", 50), held("<B>", "less_than", 50)] },
  { conditions: [held("<A>", "greater_than", 80), held("<B>", "greater_than", 80)], logic: "any" },
  { conditions: [{ stream: "<A>", operator: "greater_than", value: "<B>" }], on_delay_seconds: 1 },
  { conditions: [calculated("<A> - <B>", "greater_than", 20, { deadband: 15 })] },
  { conditions: [calculated("avg(<A>, <B>)", "between", [60, 80])], off_delay_seconds: 1.5 },
  { conditions: [calculated("<A> / <B>", "greater_than", 2)], until: [held("<B>", "greater_than", 70)] },
  {
    conditions: [{
      at_least: 2,
      conditions: [
        held("<A>", "greater_than", 50),
        held("<B>", "greater_than", 50),
        calculated("<A> * <B>", "less_than", 900),
      ],
    }],
    until: [calculated("max(<A>, <B>)", "less_than", 30)],
  },
];
