/** The rules of the instances in a story. */

export const RULE = {
  logic: "all",
  until: null,
  event_description: "",
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  enrichment: {},
  cause: null,
  display_name: null,
  consequence: null,
  action: null,
};

const pump = (operator: string, more: Record<string, unknown>) => ({ stream: "<PUMP>", operator, ...more });

/** Means, rates, extremes, counts, changes and silence; counters, starts, calculated values and an end of its own. */
export const WINDOWED = [
  {
    name: "Mean",
    stream: "P1",
    rule: { conditions: [pump("avg_above", { value: 79, window_seconds: 3, deadband: 1 })] },
  },
  {
    name: "Counted",
    stream: "P2",
    rule: {
      logic: "any",
      conditions: [
        pump("count_above", { value: 1, limit: "<LIMIT>", window_seconds: 4 }),
        pump("stale_for", { value: 2 }),
      ],
    },
  },
  {
    name: "Rising",
    stream: "P2",
    rule: {
      conditions: [pump("rate_above", { value: 2, window_seconds: 4, deadband: 3, max_age_seconds: 5 })],
    },
  },
  {
    name: "Moving",
    stream: "P1",
    rule: {
      on_delay_seconds: 0.5,
      conditions: [
        pump("changed", { window_seconds: 2 }),
        { not: pump("max_above", { value: 88, window_seconds: 2 }) },
      ],
    },
  },
  {
    name: "Ended",
    stream: "P1",
    rule: {
      off_delay_seconds: 0.5,
      conditions: [pump("greater_than", { value: 80 })],
      until: [pump("less_than", { value: 75, deadband: 3 })],
    },
  },
  {
    name: "Two of three",
    stream: "P2",
    rule: {
      conditions: [{
        at_least: 2,
        conditions: [
          pump("increase_above", { value: 90, window_seconds: 4 }),
          pump("times_above", {
            value: 1,
            window_seconds: 5,
            comparison: { operator: "greater_than", value: "<LIMIT>" },
          }),
          { expression: "(<PUMP> - 70) * 2", operator: "greater_than", value: 20, deadband: 5 },
        ],
      }],
    },
  },
];

/** The rules of each version. Rules with the same id and contents continue; only one version names P3. */
export const VERSIONS = [
  [{}],
  [{ rule_name: "Another name" }, { rule_id: "second", conditions: [above("<PUMP>", 84)] }],
  [{ conditions: [above("<PUMP>", 76)] }, { rule_id: "second", conditions: [above("<PUMP>", 84)] }],
  [{ rule_id: "third", conditions: [above("<PUMP>", 74), above("P3", 60)] }, {}],
  [{ severity: "critical" as const, on_delay_seconds: 2 }],
  [{ rule_id: "mean", conditions: [above("<PUMP>", 79, "avg_above")] }, {}],
];

function above(stream: string, value: number, operator: "greater_than" | "avg_above" = "greater_than") {
  return { stream, operator, value, ...(operator === "avg_above" ? { window_seconds: 3 } : {}) };
}
