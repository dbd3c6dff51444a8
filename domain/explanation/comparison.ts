import type {
  ComparisonReading,
  Doubt,
  InputReading,
  StreamReading,
} from "../evaluation/evaluating/reading.ts";
import type { BoundComparison } from "../evaluation/types.ts";
import { OPERATORS } from "../rule/operators/table.ts";
import type { Sample, SampleValue } from "../sample/types.ts";
import { cutText } from "../shared/text.ts";
import { isoFromTicks, sourceTimeFromTicks, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import { calculationText } from "./calculation_text.ts";
import { relationText, relationTo } from "./relations.ts";
import type {
  ExplainedComparison,
  ExplainedInput,
  ExplainedNeed,
  ExplainedSample,
  TruthName,
} from "./schema.ts";
import { listed, spanText, valueText } from "./words.ts";

/** The name and unit of a stream, for texts. */
export interface NamedStream {
  name: string;
  uom: string | null;
}

/** What a reading is explained with: its time, its streams and their names. */
export interface Spoken {
  at: Ticks;
  streams: ReadonlyMap<number, StreamReading>;
  nameOf(stream: number): NamedStream;
}

/** Longest part of a text value that an explanation contains. */
const SHOWN_TEXT = 200;

/** Explains a comparison: its inputs, and what would change it. */
export function explainComparison(
  comparison: BoundComparison,
  reading: ComparisonReading,
  spoken: Spoken,
): ExplainedComparison {
  const { operator, deadband } = comparison, { truth, latched, changesAt } = reading;
  const inputs = reading.inputs.map((input, i) =>
    explainInput(input, roleOf(comparison, reading, i), spoken)
  );
  const seen = seenOf(comparison, inputs, reading);
  const to = (goal: "true" | "false") =>
    truth === goal ? null : explainNeed(goal, comparison, { ...seen, truth, latched, inputs });
  return {
    operator,
    expression: expressionOf(comparison, inputs),
    value: seen.value,
    latched,
    deadband,
    inputs,
    to_true: to("true"),
    to_false: to("false"),
    changes_at: changesAt === null ? null : isoFromTicks(changesAt),
  };
}

function expressionOf(
  comparison: BoundComparison,
  inputs: readonly ComparedInput[],
): ExplainedComparison["expression"] {
  const { calculation } = comparison;
  return calculation === undefined
    ? null
    : { text: comparedText(comparison, inputs), unit: calculation.unit };
}

/** The number of inputs that are compared: the stream, or the parts of a calculated value. */
function comparedCount({ calculation }: BoundComparison): number {
  return calculation?.parts.length ?? 1;
}

/** The inputs come in this order: what is compared, `of`, the operands that are streams, the limit. */
function roleOf(
  comparison: BoundComparison,
  { inputs }: ComparisonReading,
  place: number,
): ExplainedInput["role"] {
  const { of, limit, calculation } = comparison, after = place - comparedCount(comparison);
  if (after < 0) return calculation === undefined ? "stream" : "part";
  if (after === 0 && of !== null) return "of";
  const isLimit = limit !== undefined && "stream" in limit && place === inputs.length - 1;
  return isLimit ? "limit" : "value";
}

function explainInput(
  { stream, maxAge, doubt }: InputReading,
  role: ExplainedInput["role"],
  { at, streams, nameOf }: Spoken,
): ExplainedInput {
  const read = streams.get(stream), { name, uom } = nameOf(stream);
  const sample = read?.sample ?? null;
  return {
    role,
    stream_id: stream,
    stream_name: name,
    uom,
    sample: sampleView(sample),
    good: sampleView(read?.good ?? null),
    age_seconds: sample === null ? null : (at - sample.time) / TICKS_PER_SECOND,
    max_age_seconds: maxAge / TICKS_PER_SECOND,
    doubt,
    waiting: read?.waiting.count ?? 0,
    newest_waiting: sampleView(read?.waiting.newest ?? null),
  };
}

function sampleView(sample: Sample | null): ExplainedSample | null {
  if (sample === null) return null;
  const { value, time, quality } = sample;
  const shown = typeof value === "string" ? cutText(value, SHOWN_TEXT) : value;
  return { value: shown, time: sourceTimeFromTicks(time), quality };
}

/** What is known of an input. */
type ComparedInput = Pick<ExplainedInput, "stream_name" | "uom" | "doubt"> & {
  sample: { value: SampleValue | null } | null;
};

interface SeenValues {
  value: SampleValue | null;
  /** The current values of the operands; null for an unknown one. */
  limits: (SampleValue | null)[];
}

/** The compared value, and what it is compared with. */
export function seenOf(
  comparison: BoundComparison,
  inputs: readonly ComparedInput[],
  { measured }: Pick<ComparisonReading, "measured">,
): SeenValues {
  const { own, other, limits } = valuesOf(comparison, inputs, measured),
    { operator, window = 0 } = comparison;
  switch (OPERATORS[operator].explanation.compares) {
    case "held":
      return { value: own, limits };
    case "newest":
      return { value: inputs[0]?.sample?.value ?? null, limits: [window / TICKS_PER_SECOND] };
    case "distance": {
      const isKnown = typeof own === "number" && typeof other === "number";
      return { value: isKnown ? Math.abs(own - other) : null, limits };
    }
    case "measure":
      return { value: measured, limits };
  }
}

/** `measured`: a calculated value. */
function valuesOf(
  comparison: BoundComparison,
  inputs: readonly ComparedInput[],
  measured: number | null,
) {
  const { operator, operands, of, calculation } = comparison;
  const known = ({ doubt, sample }: ComparedInput) => doubt === null ? sample?.value ?? null : null;
  const values = inputs.map(known), { implied } = OPERATORS[operator];
  const [first = null] = values.splice(0, comparedCount(comparison));
  const own = calculation === undefined ? first : measured;
  const other = of === null ? null : values.shift() ?? null;
  const limits = operands.map((operand) => "literal" in operand ? operand.literal : values.shift() ?? null);
  if (implied !== undefined) limits.push(implied);
  return { own, other, limits };
}

interface Seen extends SeenValues {
  truth: TruthName;
  latched: boolean;
  inputs: readonly ExplainedInput[];
}

function explainNeed(
  goal: "true" | "false",
  comparison: BoundComparison,
  { value, limits: operands, truth, latched, inputs }: Seen,
): ExplainedNeed {
  const { tolerance } = comparison;
  const { relation, limits } = relationTo(goal, comparison, { limits: operands, latched });
  const subject = subjectOf(comparison, inputs);
  const uom = uomOf(comparison, inputs), seen = rounded(comparison, value, [...limits, tolerance]);
  const must = `must ${relationText(relation, { limits, tolerance, uom })}`;
  const doubts = doubtTexts(comparison, { value, inputs });
  const sense = truth === "unknown" ? ", which cannot be compared with it" : "";
  const is = doubts.length > 0 ? listed(doubts, "and") : `${isText(comparison, seen, uom)}${sense}`;
  return { relation, limits, tolerance, text: `${subject} ${must} (${is})` };
}

/** The unit of the compared value. */
export function uomOf(
  { operator, calculation }: BoundComparison,
  [own]: readonly ComparedInput[],
): string | null {
  switch (OPERATORS[operator].explanation.unit) {
    case undefined:
      return calculation === undefined ? own?.uom ?? null : calculation.unit;
    case "none":
    case "seconds":
      return null;
    case "per_second":
      return `${own?.uom ?? ""}/s`;
  }
}

/** Digits of a value that is calculated, from several streams or over a window. */
const MEASURED_DIGITS = 6;

/** Rounds, unless the rounded value would equal one of the limits. */
function rounded(
  { operator, calculation }: BoundComparison,
  value: SampleValue | null,
  limits: readonly (SampleValue | null)[],
): SampleValue | null {
  const isRead = calculation === undefined && OPERATORS[operator].over === "values";
  if (typeof value !== "number" || isRead) return value;
  const short = Number(value.toPrecision(MEASURED_DIGITS));
  return limits.includes(short) ? value : short;
}

/** The compared value as text. */
export function isText(
  { operator }: BoundComparison,
  value: SampleValue | null,
  uom: string | null,
): string {
  const { unit, seen = (text: string) => `is ${text}` } = OPERATORS[operator].explanation;
  return seen(unit === "seconds" ? spanText(Number(value) * TICKS_PER_SECOND) : valueText(value, uom));
}

/** What is compared, as text. */
export function subjectOf(comparison: BoundComparison, inputs: readonly ComparedInput[]): string {
  const stream = comparedText(comparison, inputs), { of, operator, window = 0 } = comparison;
  return OPERATORS[operator].explanation.subject?.({
    stream,
    of: of === null ? "" : inputs[comparedCount(comparison)]!.stream_name,
    limit: limitText(comparison, inputs),
    comparison: triggerText(comparison, inputs),
    window: `the last ${spanText(window)}`,
  }) ?? stream;
}

/** The name of the compared stream, or the expression with the names of its streams. */
function comparedText({ calculation }: BoundComparison, inputs: readonly ComparedInput[]): string {
  const names = inputs.map((input) => input.stream_name);
  return calculation === undefined ? names[0]! : calculationText(calculation, names);
}

function limitText({ limit }: BoundComparison, inputs: readonly ComparedInput[]): string {
  if (limit === undefined) return "";
  return "literal" in limit ? valueText(limit.literal, inputs[0]!.uom) : inputs.at(-1)!.stream_name;
}

/** What is counted, as text: "is above 80 bar". */
function triggerText({ trigger }: BoundComparison, [own]: readonly ComparedInput[]): string {
  if (trigger === undefined) return "";
  const { operator, operands, tolerance } = trigger;
  const texts = operands.map((operand) => "literal" in operand ? valueText(operand.literal, own?.uom) : "");
  const [low = "", high = ""] = texts;
  const none = { of: "", limit: "", window: "" };
  return OPERATORS[operator].sentence({
    ...none,
    value: texts.join(", "),
    low,
    high,
    tolerance: valueText(tolerance),
  });
}

/** Why a comparison is UNKNOWN: one text for each stream that causes it, else why nothing can be calculated. */
function doubtTexts(
  { of, calculation }: BoundComparison,
  { value, inputs }: Pick<Seen, "value" | "inputs">,
): string[] {
  const isAlone = of === null && calculation === undefined;
  const texts = inputs.flatMap((input, place) => {
    if (input.doubt === null) return [];
    return [`${place === 0 && isAlone ? "it" : input.stream_name} ${doubtText(input, input.doubt)}`];
  });
  if (texts.length === 0 && value === null && calculation !== undefined) {
    return ["it has no value: it divides by 0, or a result is not finite"];
  }
  return [...new Set(texts)];
}

function doubtText({ sample, age_seconds, max_age_seconds }: ExplainedInput, doubt: Doubt): string {
  switch (doubt) {
    case "unread":
      return "has not been read yet";
    case "no_sample":
      return "has no sample";
    case "bad_quality":
      return `has a sample of ${sample?.quality ?? "bad"} quality`;
    case "history_unread":
      return "has a past that has not been read yet";
    case "not_covered":
      return "is not known for enough of that time";
    case "too_old":
      return `has no sample of the last ${spanText(max_age_seconds * TICKS_PER_SECOND)}, the newest is ${
        spanText((age_seconds ?? 0) * TICKS_PER_SECOND)
      } old`;
  }
}
