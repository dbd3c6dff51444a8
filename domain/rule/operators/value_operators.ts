import {
  BETWEEN,
  BIT_SET,
  CONTAINS,
  DEVIATION,
  ENDS_WITH,
  EQUAL,
  GREATER,
  GREATER_OR_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  ONE_OF,
  OUTSIDE,
  STARTS_WITH,
} from "../../evaluation/judging/comparison.ts";
import type { OperatorEntry, OperatorWords } from "./entry.ts";

/** The same text for the editor's list and for sentences. */
function worded(label: string): Pick<OperatorWords, "label" | "sentence"> {
  return { label, sentence: ({ value }) => `${label} ${value}` };
}

const LIMIT = {
  over: "values",
  types: ["NUM"],
  group: "Limits",
  value: { kind: "one", label: "Limit" },
} as const;
const RANGE = {
  over: "values",
  types: ["NUM"],
  group: "Limits",
  value: { kind: "range", label: "Limits" },
} as const;
const EQUALITY = {
  over: "values",
  types: ["NUM", "STR", "BOOL"],
  group: "Equality",
  threshold: "none",
  value: { kind: "one", label: "Value" },
  tolerance: "equality",
  ignoreCase: true,
} as const;
const MEMBERSHIP = {
  over: "values",
  types: ["NUM", "STR"],
  group: "Equality",
  threshold: "none",
  value: { kind: "list", label: "Values, one per line" },
  ignoreCase: true,
} as const;
const TEXT = {
  over: "values",
  types: ["STR"],
  group: "Texts",
  threshold: "none",
  value: { kind: "one", label: "Text" },
  ignoreCase: true,
} as const;
const STATE = {
  over: "values",
  types: ["BOOL"],
  group: "States",
  threshold: "none",
  value: null,
  code: EQUAL,
  explanation: { true: "equal", false: "not_equal", compares: "held" },
} as const;
const BIT = {
  over: "values",
  types: ["NUM"],
  group: "States",
  threshold: "none",
  code: BIT_SET,
  value: { kind: "one", label: "Bit (0 is the lowest)", meaning: { kind: "bit" } },
} as const;

/** Operators that only need held values. */
export const VALUE_OPERATORS = {
  greater_than: {
    ...LIMIT,
    ...worded("is above"),
    code: GREATER,
    deadband: [-1],
    threshold: "above",
    explanation: { true: "above", false: "at_most", compares: "held" },
  },
  greater_or_equal: {
    ...LIMIT,
    ...worded("is at least"),
    code: GREATER_OR_EQUAL,
    deadband: [-1],
    threshold: "above",
    explanation: { true: "at_least", false: "below", compares: "held" },
  },
  less_than: {
    ...LIMIT,
    ...worded("is below"),
    code: LESS,
    deadband: [1],
    threshold: "below",
    explanation: { true: "below", false: "at_least", compares: "held" },
  },
  less_or_equal: {
    ...LIMIT,
    ...worded("is at most"),
    code: LESS_OR_EQUAL,
    deadband: [1],
    threshold: "below",
    explanation: { true: "at_most", false: "above", compares: "held" },
  },
  equals: {
    ...EQUALITY,
    ...worded("is"),
    code: EQUAL,
    explanation: { true: "equal", false: "not_equal", compares: "held" },
  },
  not_equals: {
    ...EQUALITY,
    ...worded("is not"),
    code: EQUAL,
    negate: true,
    explanation: { true: "not_equal", false: "equal", compares: "held" },
  },
  between: {
    ...RANGE,
    label: "is between",
    sentence: ({ low, high }) => `is between ${low} and ${high}`,
    code: BETWEEN,
    deadband: [-1, 1],
    threshold: "inside",
    explanation: { true: "between", false: "outside", compares: "held" },
  },
  outside: {
    ...RANGE,
    label: "is outside",
    sentence: ({ low, high }) => `is below ${low} or above ${high}`,
    code: OUTSIDE,
    deadband: [1, -1],
    threshold: "outside",
    explanation: { true: "outside", false: "between", compares: "held" },
  },
  in: {
    ...MEMBERSHIP,
    ...worded("is one of"),
    code: ONE_OF,
    explanation: { true: "one_of", false: "none_of", compares: "held" },
  },
  not_in: {
    ...MEMBERSHIP,
    ...worded("is none of"),
    code: ONE_OF,
    negate: true,
    explanation: { true: "none_of", false: "one_of", compares: "held" },
  },
  contains: {
    ...TEXT,
    ...worded("contains"),
    code: CONTAINS,
    explanation: { true: "contains", false: "not_contains", compares: "held" },
  },
  not_contains: {
    ...TEXT,
    ...worded("does not contain"),
    code: CONTAINS,
    negate: true,
    explanation: { true: "not_contains", false: "contains", compares: "held" },
  },
  starts_with: {
    ...TEXT,
    ...worded("starts with"),
    code: STARTS_WITH,
    explanation: { true: "starts_with", false: "not_starts_with", compares: "held" },
  },
  ends_with: {
    ...TEXT,
    ...worded("ends with"),
    code: ENDS_WITH,
    explanation: { true: "ends_with", false: "not_ends_with", compares: "held" },
  },
  is_true: { ...STATE, label: "is true", sentence: () => "is true", implied: true },
  is_false: { ...STATE, label: "is false", sentence: () => "is false", implied: false },
  bit_set: {
    ...BIT,
    label: "has the bit set",
    sentence: ({ value }) => `has bit ${value} set`,
    explanation: { true: "bit_set", false: "bit_clear", compares: "held" },
  },
  bit_clear: {
    ...BIT,
    label: "has the bit clear",
    sentence: ({ value }) => `has bit ${value} clear`,
    negate: true,
    explanation: { true: "bit_clear", false: "bit_set", compares: "held" },
  },
  deviation_above: {
    ...LIMIT,
    label: "differs from another stream by more than",
    sentence: ({ value, of }) => `differs by more than ${value} from ${of}`,
    group: "Two streams",
    code: DEVIATION,
    deadband: [-1],
    threshold: "none",
    of: true,
    isDistance: true,
    explanation: {
      true: "above",
      false: "at_most",
      compares: "distance",
      subject: ({ stream, of }) => `the distance of ${stream} and ${of}`,
    },
  },
} satisfies Record<string, OperatorEntry>;
