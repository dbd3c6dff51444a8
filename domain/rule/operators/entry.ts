import type {
  HeldCode,
  HistoryCode,
  LatchingCode,
  MeasureCode,
} from "../../evaluation/evaluating/comparison.ts";
import type { TrackNeed } from "../../evaluation/windows/held_track.ts";
import type { DataType } from "../../sample/types.ts";
import type { Relation } from "./relations.ts";

/** The definition of an operator: the only source for the engine's compilers, checks, texts and the console. */
export type OperatorEntry = OperatorShape & Evaluation & OperatorWords;

/** What an operator takes. */
export interface OperatorShape {
  /** The types of the compared stream, and of the operands unless `value.types` is set. */
  types: readonly DataType[];
  /** Null: no value. */
  value: OperatorValue | null;
  /** Takes a second stream, and compares the distance of the two. */
  of?: true;
  /** Takes a limit, and counts samples above it. */
  limit?: true;
  /** Takes the length of a window. */
  window?: true;
  /** The distance within which numbers are equal, how far a value may move, or a counter may fall. */
  tolerance?: "equality" | "movement" | "fall";
  /** Takes a comparison of held values with constants, and counts how often it has become TRUE. */
  comparison?: true;
  /** Takes the largest value of a counter. */
  rollover?: true;
  ignoreCase?: true;
  /** The compared value is never below 0. */
  isDistance?: true;
  /** The side of its operands on which it is TRUE, for a chart of the compared stream. */
  threshold: "above" | "below" | "inside" | "outside" | "none";
}

export interface OperatorValue {
  /** `range`: [low, high]. */
  kind: "one" | "range" | "list";
  types?: readonly DataType[];
  /** The meaning of the number; absent: a value like the compared one. */
  meaning?: { kind: "bit" } | { kind: "seconds"; most: number };
  /** Label of its field in the editor. */
  label: string;
  unit?: string;
}

/** For each operand, the sign with which the deadband is added once the comparison is latched. */
export type ResetSides = readonly (1 | -1)[];

/**
 * How the engine evaluates an operator: its code, and whether it uses held values or samples over time. Only operators
 * with a latching code take a deadband.
 */
export type Evaluation = OnValues | OverTime;

export type OnValues =
  & { over: "values" }
  & (
    | { code: LatchingCode; deadband: ResetSides; negate?: undefined; implied?: undefined }
    | {
      code: Exclude<HeldCode, LatchingCode>;
      deadband?: undefined;
      negate?: true;
      /** The operand of an operator that has none of its own. */
      implied?: boolean;
    }
  );

export type OverTime =
  & { over: "time"; implied?: undefined }
  & (
    | {
      code: HistoryCode;
      /** The history that it needs; null: none; `goods`: the two newest good samples. */
      history: TrackNeed | "goods" | null;
      deadband?: undefined;
      isBelow?: undefined;
    }
    | {
      code: MeasureCode;
      history: TrackNeed;
      deadband: ResetSides;
      /** TRUE below its value, not above it. */
      isBelow?: true;
    }
  );

/** The texts of an operator. */
export interface OperatorWords {
  /** The text between the stream and the value: "is above". */
  label: string;
  group: OperatorGroup;
  /** What a new rule with it is called, and the last part of its event's name: "Too high", `<VALUE>.High`. */
  ruleName: string;
  eventSuffix: string;
  /** The sentence after the stream, or after the comparison that is counted: "is above 80". */
  sentence(words: SentenceWords): string;
  explanation: OperatorExplanation;
}

/** The groups in the editor's list, in order. */
export const OPERATOR_GROUPS = [
  "Limits",
  "Equality",
  "States",
  "Texts",
  "Two streams",
  "Jumps, changes and missing data",
  "Counters and number of starts",
  "Over a window",
] as const;
export type OperatorGroup = typeof OPERATOR_GROUPS[number];

/** The texts of a comparison's fields; "…" for a missing one. */
export interface SentenceWords {
  /** A single value, or a whole list. */
  value: string;
  low: string;
  high: string;
  of: string;
  limit: string;
  /** Such as "the last 5 min". */
  window: string;
  tolerance: string;
}

export interface OperatorExplanation {
  /** The relations that make it TRUE and FALSE. */
  true: Relation;
  false: Relation;
  /**
   * What is compared. `held`: the value in force; `newest`: the newest sample of any age; `distance`: the distance of two
   * streams; `measure`: a value measured over a window.
   */
  compares: "held" | "newest" | "distance" | "measure";
  /** The unit of the compared value; absent: the stream's. */
  unit?: "none" | "per_second" | "seconds";
  /** The name of the compared value in sentences; absent: the stream's name. */
  subject?(words: SubjectWords): string;
  /** The text for the current value; absent: such as "is 80 bar". */
  seen?(value: string): string;
}

export interface SubjectWords {
  stream: string;
  of: string;
  limit: string;
  comparison: string;
  /** Such as "the last 5 min". */
  window: string;
}
