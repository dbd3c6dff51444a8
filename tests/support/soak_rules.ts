import type { Json } from "./andon_client.ts";
import { numberPlaceholder, type TemplateInput } from "./running_system.ts";

const a = (operator: string, value: unknown, more: Json = {}): Json => ({
  stream: "<A>",
  operator,
  value,
  ...more,
});
const b = (operator: string, value: unknown, more: Json = {}): Json => ({
  stream: "<B>",
  operator,
  value,
  ...more,
});

const BOTH = [numberPlaceholder("A"), numberPlaceholder("B")];
const AGING = [numberPlaceholder("A", { max_age_seconds: 1.2 }), numberPlaceholder("B")];

/** Delays, deadbands, nested conditions and ages: every part of a rule that time goes into. */
export const SOAK_TEMPLATES: TemplateInput[] = [
  { placeholders: BOTH, rules: [{ conditions: [a("greater_than", 80)] }] },
  {
    placeholders: BOTH,
    rules: [
      { conditions: [a("greater_or_equal", 60, { deadband: 15 })], on_delay_seconds: 0.7 },
      { conditions: [b("less_than", 30, { deadband: 20 })], off_delay_seconds: 0.9 },
    ],
  },
  {
    placeholders: BOTH,
    rules: [{
      conditions: [a("greater_than", 40), b("less_or_equal", 70, { deadband: 5 })],
      logic: "all",
      on_delay_seconds: 0.5,
      off_delay_seconds: 1.1,
    }],
  },
  {
    placeholders: BOTH,
    rules: [{
      conditions: [a("outside", [15, 85], { deadband: 8 }), { not: b("between", [20, 80]) }],
      logic: "any",
    }],
  },
  {
    placeholders: AGING,
    rules: [
      { conditions: [a("less_than", 50)], off_delay_seconds: 0.4 },
      { conditions: [{ all: [a("greater_than", 30), b("greater_than", 30)] }], on_delay_seconds: 1.3 },
    ],
  },
  {
    placeholders: BOTH,
    rules: [{
      conditions: [{
        any: [
          { all: [a("greater_than", 50), { not: b("greater_than", 55) }] },
          { all: [b("less_than", 25), { any: [a("less_than", 25), a("greater_than", 75)] }] },
        ],
      }],
    }],
  },
  {
    placeholders: BOTH,
    rules: [{
      conditions: [a("greater_than", 45, { max_age_seconds: 2.1, accept_uncertain: true, deadband: 3 })],
      on_delay_seconds: 0.3,
      off_delay_seconds: 0.3,
    }],
  },
  {
    placeholders: BOTH,
    rules: [{ conditions: [a("greater_than", "<B>", { deadband: 2 })], on_delay_seconds: 0.2 }],
  },
  // Operators over time, whose history is read from the source at a deployment.
  {
    placeholders: BOTH,
    rules: [
      { conditions: [a("avg_above", 55, { window_seconds: 3, deadband: 4 })] },
      { conditions: [b("count_above", 3, { limit: 60, window_seconds: 2 })], off_delay_seconds: 0.5 },
    ],
  },
  {
    placeholders: BOTH,
    rules: [
      { conditions: [a("changed", undefined, { window_seconds: 1 }), { not: b("max_above", 85) }] },
      { conditions: [{ any: [a("stale_for", 1.5), b("rate_above", 30, { window_seconds: 2 })] }] },
    ],
  },
  // An end of its own, and each way to count and to calculate.
  {
    placeholders: BOTH,
    rules: [
      {
        conditions: [a("greater_than", 70)],
        until: [b("less_than", 40, { deadband: 10 })],
        off_delay_seconds: 0.4,
      },
      {
        conditions: [{
          at_least: 2,
          conditions: [
            a("increase_above", 60, { window_seconds: 2 }),
            b("times_above", 1, { window_seconds: 3, comparison: { operator: "greater_than", value: 60 } }),
            { expression: "<A> - <B>", operator: "greater_than", value: 10, deadband: 5 },
            b("changed_by", 25, { window_seconds: 1 }),
          ],
        }],
      },
    ],
  },
];
