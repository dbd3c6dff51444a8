/** What the reference evaluator knows of streams at a time, and what of it counts. See reference_evaluator.ts. */
import type { BoundComparison, BoundOperand } from "../../domain/evaluation/types.ts";
import type { DataType, Sample, SampleValue } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

export type Truth = "true" | "false" | "unknown";

/** The newest sample of a stream, of any quality, that holds at the time in question; undefined: none known. */
export type NewestSample = (stream: number) => Sample | undefined;

/** The number of the standard, docs/evaluation.md. */
export type Standard = 1 | 2;

/** The standard by which the engine evaluates. */
export const ENGINE_STANDARD: Standard = 2;

/** Told of every truth that is found: of an operator, a group, or the end of a rule. */
export type SeenTruth = (what: string, truth: Truth) => void;

export interface Values {
  standard: Standard;
  at: Ticks;
  deployedAt: Ticks;
  newest: NewestSample;
  /** Every sample of a stream at or before the time in question, in order of time. */
  samples: (stream: number) => readonly Sample[];
  isRead: (stream: number) => boolean;
  /** Whether the past that a window needs has been read as well. */
  isFilled: (stream: number) => boolean;
  dataTypes: Map<number, DataType>;
  seen?: SeenTruth;
}

/** An operand's value; undefined: UNKNOWN. */
export function heldOperand(
  operand: BoundOperand,
  comparison: BoundComparison,
  values: Values,
): SampleValue | undefined {
  if ("literal" in operand) return operand.literal;
  return heldValue(operand.stream, { ...comparison, maxAge: operand.maxAge ?? comparison.maxAge }, values);
}

/** The held value of a stream; undefined: UNKNOWN. A tag of the plant's time never ages. */
export function heldValue(
  stream: number,
  comparison: Pick<BoundComparison, "maxAge" | "acceptUncertain">,
  values: Values,
): SampleValue | undefined {
  const sample = values.newest(stream);
  if (!values.isRead(stream) || sample === undefined || sample.value === null) return undefined;
  if (!isBelievable(sample, { ...comparison, stream }, values)) return undefined;
  const ages = comparison.maxAge > 0 && stream >= 0;
  return ages && values.at - sample.time >= comparison.maxAge ? undefined : sample.value;
}

/** Whether a sample's value counts: it is good, or good enough, and of its stream's type. */
export function isBelievable(
  { value, quality }: Sample,
  { stream, acceptUncertain }: Pick<BoundComparison, "stream" | "acceptUncertain">,
  { dataTypes }: Pick<Values, "dataTypes">,
): boolean {
  if (value === null || !isOfType(value, dataTypes.get(stream))) return false;
  return quality === "good" || (quality === "uncertain" && acceptUncertain);
}

function isOfType(value: SampleValue, dataType: DataType | undefined): boolean {
  if (dataType === "NUM") return typeof value === "number" && Number.isFinite(value);
  if (dataType === "STR") return typeof value === "string";
  return typeof value === "boolean";
}
