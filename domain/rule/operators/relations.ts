import { listed } from "../../explanation/words.ts";

/** `around`: the tolerance of equals and not_equals. `range`: how far a value may move for flat_for. */
type Words = (limits: readonly string[], around: string, range: string) => string;

/** The meaning of a relation's limits. */
type LimitKind = "values" | "bits" | "spans";

/** How a value can relate to the limits, as it follows "must". */
export const RELATION_WORDS = {
  above: ["values", ([limit]) => `rise above ${limit}`],
  at_least: ["values", ([limit]) => `rise to at least ${limit}`],
  below: ["values", ([limit]) => `fall below ${limit}`],
  at_most: ["values", ([limit]) => `fall to ${limit} or less`],
  between: ["values", ([low, high]) => `come between ${low} and ${high}`],
  outside: ["values", ([low, high]) => `go below ${low} or above ${high}`],
  equal: ["values", ([limit], around) => `become ${limit}${around}`],
  not_equal: ["values", ([limit], around) => `become other than ${limit}${around}`],
  one_of: ["values", (limits) => `become ${listed(limits, "or")}`],
  none_of: ["values", (limits) => `become other than ${listed(limits, "and")}`],
  contains: ["values", ([text]) => `contain ${text}`],
  not_contains: ["values", ([text]) => `no longer contain ${text}`],
  starts_with: ["values", ([text]) => `start with ${text}`],
  not_starts_with: ["values", ([text]) => `no longer start with ${text}`],
  ends_with: ["values", ([text]) => `end with ${text}`],
  not_ends_with: ["values", ([text]) => `no longer end with ${text}`],
  bit_set: ["bits", ([bit]) => `have bit ${bit} set`],
  bit_clear: ["bits", ([bit]) => `have bit ${bit} clear`],
  changed: ["values", () => "change its value"],
  unchanged: ["spans", ([span]) => `keep its value for ${span}`],
  changed_by: ["values", ([limit]) => `change by more than ${limit}`],
  not_changed_by: ["values", ([limit]) => `change by ${limit} or less`],
  silent: ["spans", ([span]) => `send nothing for ${span}`],
  heard: ["values", () => "send a sample"],
  still: ["spans", ([span], _, range) => `move by no more than ${range} for ${span}`],
  moving: ["spans", ([span], _, range) => `move by more than ${range} within ${span}`],
} satisfies Record<string, [LimitKind, Words]>;

export type Relation = keyof typeof RELATION_WORDS;
export const RELATIONS = Object.keys(RELATION_WORDS) as [Relation, ...Relation[]];
