import {
  CHANGED,
  COUNT,
  FLAT,
  GREATEST,
  LEAST,
  MEAN,
  RATE,
  SPREAD,
  STALE,
} from "../../evaluation/evaluating/comparison.ts";
import { RULE_LIMITS } from "../limits.ts";
import type { OperatorEntry } from "./entry.ts";

const OVER_TIME = { over: "time", threshold: "none" } as const;
const SILENCE_AND_CHANGE = { ...OVER_TIME, group: "Data and change" } as const;
const MEASURE = {
  ...OVER_TIME,
  types: ["NUM"],
  group: "Over a window",
  window: true,
  value: { kind: "one", label: "Limit" },
} as const;
const RATE_OF_CHANGE = {
  ...MEASURE,
  code: RATE,
  history: "cover",
  value: { kind: "one", label: "Limit", unit: "per second" },
} as const;
const ABOVE = { deadband: [-1] } as const;
const BELOW = { deadband: [1], isBelow: true } as const;
const MEASURED_ABOVE = { true: "above", false: "at_most", compares: "measure" } as const;
const MEASURED_BELOW = { true: "below", false: "at_least", compares: "measure" } as const;

/** Operators that need samples over time. */
export const WINDOW_OPERATORS = {
  changed: {
    ...SILENCE_AND_CHANGE,
    ruleName: "Changed",
    eventSuffix: "Changed",
    label: "has changed",
    sentence: ({ window }) => `has changed in ${window}`,
    types: ["NUM", "STR", "BOOL"],
    value: null,
    window: true,
    code: CHANGED,
    history: "goods",
    explanation: { true: "changed", false: "unchanged", compares: "newest" },
  },
  rate_above: {
    ...RATE_OF_CHANGE,
    ...ABOVE,
    ruleName: "Rate too high",
    eventSuffix: "RateHigh",
    label: "rises faster than",
    sentence: ({ value, window }) => `rises by more than ${value} per second over ${window}`,
    explanation: {
      ...MEASURED_ABOVE,
      unit: "per_second",
      subject: ({ stream, window }) => `the rate of change of ${stream} over ${window}`,
    },
  },
  rate_below: {
    ...RATE_OF_CHANGE,
    ...BELOW,
    ruleName: "Rate too low",
    eventSuffix: "RateLow",
    label: "rises slower or falls faster than",
    sentence: ({ value, window }) => `rises by less than ${value} per second over ${window}`,
    explanation: {
      ...MEASURED_BELOW,
      unit: "per_second",
      subject: ({ stream, window }) => `the rate of change of ${stream} over ${window}`,
    },
  },
  stale_for: {
    ...SILENCE_AND_CHANGE,
    ruleName: "No data",
    eventSuffix: "NoData",
    label: "has had no data for",
    sentence: ({ value }) => `has had no data for ${value}`,
    types: ["NUM", "STR", "BOOL"],
    code: STALE,
    history: null,
    value: {
      kind: "one",
      types: ["NUM"],
      label: "For",
      unit: "s",
      meaning: { kind: "seconds", most: RULE_LIMITS.maxAgeSeconds },
    },
    explanation: {
      true: "silent",
      false: "heard",
      compares: "measure",
      unit: "seconds",
      seen: (span) => `sent nothing for ${span}`,
    },
  },
  flat_for: {
    ...SILENCE_AND_CHANGE,
    ruleName: "Unchanged",
    eventSuffix: "Unchanged",
    label: "has not changed for",
    sentence: ({ value, tolerance }) => `has not changed by more than ${tolerance} for ${value}`,
    types: ["NUM"],
    tolerance: "movement",
    code: FLAT,
    history: "range",
    value: {
      kind: "one",
      label: "For",
      unit: "s",
      meaning: { kind: "seconds", most: RULE_LIMITS.windowSeconds },
    },
    explanation: {
      true: "still",
      false: "moving",
      compares: "measure",
      seen: (range) => `moved by ${range}`,
    },
  },
  avg_above: {
    ...MEASURE,
    ...ABOVE,
    ruleName: "Average too high",
    eventSuffix: "AverageHigh",
    label: "is on average above",
    sentence: ({ value, window }) => `is above ${value} on average over ${window}`,
    code: MEAN,
    history: "mean",
    explanation: {
      ...MEASURED_ABOVE,
      subject: ({ stream, window }) => `the average of ${stream} over ${window}`,
    },
  },
  avg_below: {
    ...MEASURE,
    ...BELOW,
    ruleName: "Average too low",
    eventSuffix: "AverageLow",
    label: "is on average below",
    sentence: ({ value, window }) => `is below ${value} on average over ${window}`,
    code: MEAN,
    history: "mean",
    explanation: {
      ...MEASURED_BELOW,
      subject: ({ stream, window }) => `the average of ${stream} over ${window}`,
    },
  },
  stddev_above: {
    ...MEASURE,
    ...ABOVE,
    ruleName: "Varies too much",
    eventSuffix: "VariesTooMuch",
    label: "varies by more than",
    sentence: ({ value, window }) => `varies by more than ${value} (standard deviation) over ${window}`,
    code: SPREAD,
    history: "spread",
    isDistance: true,
    explanation: {
      ...MEASURED_ABOVE,
      subject: ({ stream, window }) => `the standard deviation of ${stream} over ${window}`,
    },
  },
  min_below: {
    ...MEASURE,
    ...BELOW,
    ruleName: "Was too low",
    eventSuffix: "WasLow",
    label: "was below at any time",
    sentence: ({ value, window }) => `was below ${value} at any time in ${window}`,
    code: LEAST,
    history: "least",
    explanation: {
      ...MEASURED_BELOW,
      subject: ({ stream, window }) => `the least value of ${stream} in ${window}`,
    },
  },
  max_above: {
    ...MEASURE,
    ...ABOVE,
    ruleName: "Was too high",
    eventSuffix: "WasHigh",
    label: "was above at any time",
    sentence: ({ value, window }) => `was above ${value} at any time in ${window}`,
    code: GREATEST,
    history: "greatest",
    explanation: {
      ...MEASURED_ABOVE,
      subject: ({ stream, window }) => `the greatest value of ${stream} in ${window}`,
    },
  },
  count_above: {
    ...MEASURE,
    ...ABOVE,
    ruleName: "Too high too often",
    eventSuffix: "HighTooOften",
    label: "was above a limit more often than",
    sentence: ({ value, limit, window }) => `was above ${limit} in more than ${value} samples of ${window}`,
    value: { kind: "one", label: "Limit", unit: "times" },
    limit: true,
    code: COUNT,
    history: "cover",
    isDistance: true,
    explanation: {
      ...MEASURED_ABOVE,
      unit: "none",
      subject: ({ stream, limit, window }) =>
        `the number of samples of ${stream} above ${limit} in ${window}`,
    },
  },
} satisfies Record<string, OperatorEntry>;
