import { OPERATOR_NAMES } from "../../domain/rule/operators.ts";
import type { DataType } from "../../domain/sample/types.ts";

/** What people are shown of an operator: its words, and just the fields that it takes. */
export interface OperatorLook {
  name: string;
  /** As it stands between the stream and its value: "is above". */
  label: string;
  group: "Limits" | "Equality" | "States" | "Texts" | "Two streams" | "Data and change" | "Over a window";
  /** Of the stream that is compared. */
  types: readonly DataType[];
  value?: {
    kind: "one" | "range" | "list";
    label: string;
    /** Of the operand; absent: that of the stream. */
    type?: DataType;
    unit?: string;
  };
  /** A second stream. */
  of?: true;
  /** The value above which count_above counts. */
  limit?: true;
  /** The look back takes this long, 60 s when it is left out. */
  window?: true;
  deadband?: true;
  tolerance?: true;
  ignoreCase?: true;
}

type Given = Omit<OperatorLook, "name" | "group">;

const NUMBERS: readonly DataType[] = ["NUM"];
const TEXTS: readonly DataType[] = ["STR"];
const TRUTHS: readonly DataType[] = ["BOOL"];
const ANY: readonly DataType[] = ["NUM", "STR", "BOOL"];

const limit = (label: string): Given => ({
  ...{ label, types: NUMBERS, deadband: true },
  value: { kind: "one", label: "Limit", type: "NUM" },
});
const range = (label: string): Given => ({
  ...{ label, types: NUMBERS, deadband: true },
  value: { kind: "range", label: "Limits", type: "NUM" },
});
const equality = (label: string): Given => ({
  ...{ label, types: ANY, tolerance: true, ignoreCase: true },
  value: { kind: "one", label: "Value" },
});
const membership = (label: string): Given => ({
  ...{ label, types: ["NUM", "STR"], ignoreCase: true },
  value: { kind: "list", label: "Values, one per line" },
});
const text = (label: string): Given => ({
  ...{ label, types: TEXTS, ignoreCase: true },
  value: { kind: "one", label: "Text", type: "STR" },
});
const truth = (label: string): Given => ({ label, types: TRUTHS });
const bit = (label: string): Given => ({
  ...{ label, types: NUMBERS },
  value: { kind: "one", label: "Bit (0 is the lowest)", type: "NUM" },
});
const overTime = (label: string, unit?: string): Given => ({
  ...{ label, types: NUMBERS, deadband: true, window: true },
  value: { kind: "one", label: "Limit", type: "NUM", unit },
});
const silence = (label: string, types: readonly DataType[]): Given => ({
  ...{ label, types },
  value: { kind: "one", label: "For", type: "NUM", unit: "s" },
});

const GROUPS: Readonly<Record<OperatorLook["group"], Readonly<Record<string, Given>>>> = {
  "Limits": {
    greater_than: limit("is above"),
    greater_or_equal: limit("is at least"),
    less_than: limit("is below"),
    less_or_equal: limit("is at most"),
    between: range("is between"),
    outside: range("is outside"),
  },
  "Equality": {
    equals: equality("is"),
    not_equals: equality("is not"),
    in: membership("is one of"),
    not_in: membership("is none of"),
  },
  "States": {
    is_true: truth("is true"),
    is_false: truth("is false"),
    bit_set: bit("has the bit set"),
    bit_clear: bit("has the bit clear"),
  },
  "Texts": {
    contains: text("contains"),
    not_contains: text("does not contain"),
    starts_with: text("starts with"),
    ends_with: text("ends with"),
  },
  "Two streams": {
    deviation_above: { ...limit("differs from another stream by more than"), of: true },
  },
  "Data and change": {
    changed: { label: "has changed", types: ANY, window: true },
    stale_for: silence("has had no data for", ANY),
    flat_for: { ...silence("has not changed for", NUMBERS), tolerance: true },
  },
  "Over a window": {
    rate_above: overTime("rises faster than", "per second"),
    rate_below: overTime("rises slower or falls faster than", "per second"),
    avg_above: overTime("is on average above"),
    avg_below: overTime("is on average below"),
    max_above: overTime("was above at any time"),
    min_below: overTime("was below at any time"),
    stddev_above: overTime("varies by more than"),
    count_above: {
      ...overTime("was above a limit more often than", "times"),
      limit: true,
    },
  },
};

const TABLE: ReadonlyMap<string, OperatorLook> = new Map(
  Object.entries(GROUPS).flatMap(([group, looks]) =>
    Object.entries(looks).map(([name, look]) => [name, { ...look, name, group: groupNamed(group) }])
  ),
);

function groupNamed(name: string): OperatorLook["group"] {
  return name as OperatorLook["group"];
}

/** Operators that have words here, the server's or not. */
export const KNOWN_OPERATORS: readonly string[] = [...TABLE.keys()];

/** What the server takes, in the table's order; one that has no words yet stands last, under its own name. */
export function offeredOperators(names: readonly string[] = OPERATOR_NAMES): OperatorLook[] {
  const taken = new Set(names);
  return [
    ...[...TABLE.values()].filter(({ name }) => taken.has(name)),
    ...names.filter((name) => !TABLE.has(name)).map(operatorLook),
  ];
}

export function operatorLook(name: string): OperatorLook {
  return TABLE.get(name) ??
    {
      name,
      label: name.replaceAll("_", " "),
      group: "Limits",
      types: ANY,
      value: { kind: "one", label: "Value" },
    };
}

/** Those that compare a stream of this type; all, while it is not known. */
export function operatorsFor(type: DataType | undefined): OperatorLook[] {
  return offeredOperators().filter(({ types }) => type === undefined || types.includes(type));
}
