import type {
  HeldCode,
  HistoryCode,
  LatchingCode,
  MeasureCode,
} from "../../evaluation/judging/comparison.ts";
import type { TrackNeed } from "../../evaluation/windows/held_track.ts";
import type { DataType } from "../../sample/types.ts";

/** Everything that an operator is. The engine's compilers, the checks, the texts and the console read nothing else. */
export type OperatorEntry = OperatorShape & Evaluation & OperatorWords;

/** What an operator takes. */
export interface OperatorShape {
  /** Of the compared stream, and of the operands unless `value.types` says otherwise. */
  types: readonly DataType[];
  /** Null: it takes no value. */
  value: OperatorValue | null;
  /** A second stream: the distance of the two is compared. */
  of?: true;
  /** A value above which samples are counted. */
  limit?: true;
  /** The length of a window. */
  window?: true;
  /** `equality`: the distance within which numbers are equal; `movement`: how far a value may move. */
  tolerance?: "equality" | "movement";
  ignoreCase?: true;
  /** What is compared is never below 0. */
  isDistance?: true;
  /** How the operands lie on a chart of the compared stream: the side of them on which it is TRUE. */
  threshold: "above" | "below" | "inside" | "outside" | "none";
}

export interface OperatorValue {
  /** `range`: [low, high]. */
  kind: "one" | "range" | "list";
  types?: readonly DataType[];
  /** What the number stands for; absent: a value like the compared one. */
  meaning?: { kind: "bit" } | { kind: "seconds"; most: number };
  /** Beside its field in the editor. */
  label: string;
  unit?: string;
}

/** By operand: on which side of it the reset line of a latched comparison lies, a deadband away. */
export type ResetSides = readonly (1 | -1)[];

/**
 * How the engine evaluates it: by which code, on held values or on samples over time. It takes a deadband where its code
 * latches, and only there.
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
      /** The operand of an operator that takes none. */
      implied?: boolean;
    }
  );

export type OverTime =
  & { over: "time"; implied?: undefined }
  & (
    | {
      code: HistoryCode;
      /** What it reads of the stream's past; null: nothing; `goods`: the two newest good samples. */
      history: TrackNeed | "goods" | null;
      deadband?: undefined;
      isBelow?: undefined;
    }
    | {
      code: MeasureCode;
      history: TrackNeed;
      deadband: ResetSides;
      /** Below its value it is TRUE, else above. */
      isBelow?: true;
    }
  );

/** Its words for people. */
export interface OperatorWords {
  /** As it stands between the stream and its value: "is above". */
  label: string;
  group: OperatorGroup;
  /** From the operator on, as one reads it aloud: "is above 80". */
  sentence(words: SentenceWords): string;
  explanation: OperatorExplanation;
}

/** The groups of the editor's list, in its order. */
export const OPERATOR_GROUPS = [
  "Limits",
  "Equality",
  "States",
  "Texts",
  "Two streams",
  "Data and change",
  "Over a window",
] as const;
export type OperatorGroup = typeof OPERATOR_GROUPS[number];

/** Texts of a comparison's fields; what is missing stands as "…". */
export interface SentenceWords {
  /** One value, or all of a list. */
  value: string;
  low: string;
  high: string;
  of: string;
  limit: string;
  /** "the last 5 min". */
  window: string;
  tolerance: string;
}

export interface OperatorExplanation {
  /** What makes it TRUE, and what makes it FALSE. */
  true: Relation;
  false: Relation;
  /**
   * What is compared. `held`: the value in force; `newest`: the newest sample, whatever its age; `distance`: that from
   * the second stream; `measure`: what the engine measures over a window.
   */
  compares: "held" | "newest" | "distance" | "measure";
  /** Of what is compared; absent: the stream's. */
  unit?: "none" | "per_second" | "seconds";
  /** What is compared, in words; absent: the stream. */
  subject?(words: SubjectWords): string;
  /** What is seen, in words; absent: "is 80 bar". */
  seen?(value: string): string;
}

export interface SubjectWords {
  stream: string;
  of: string;
  limit: string;
  /** "the last 5 min". */
  window: string;
}

/** What a compared value must become. */
export const RELATIONS = [
  ...["above", "at_least", "below", "at_most", "between", "outside", "equal", "not_equal"] as const,
  ...["one_of", "none_of", "contains", "not_contains", "starts_with", "not_starts_with"] as const,
  ...["ends_with", "not_ends_with", "bit_set", "bit_clear", "changed", "unchanged"] as const,
  ...["silent", "heard", "still", "moving"] as const,
] as const;
export type Relation = typeof RELATIONS[number];
