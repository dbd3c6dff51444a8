import type { ComparisonReading, Doubt, InputReading, StreamReading } from "../evaluation/reading.ts";
import type { BoundComparison } from "../evaluation/types.ts";
import type { Sample, SampleValue } from "../sample/types.ts";
import { cutText } from "../shared/text.ts";
import { isoFromTicks, sourceTimeFromTicks, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import { relationText, relationTo } from "./relations.ts";
import type {
  ExplainedComparison,
  ExplainedInput,
  ExplainedNeed,
  ExplainedSample,
  TruthName,
} from "./types.ts";
import { listed, spanText, valueText } from "./words.ts";

/** What streams are called where a reading is put into words. */
export interface NamedStream {
  name: string;
  uom: string | null;
}

/** What a reading is explained with. */
export interface Spoken {
  at: Ticks;
  streams: ReadonlyMap<number, StreamReading>;
  nameOf(stream: number): NamedStream;
}

/** Of a text, so many characters are shown. */
const SHOWN_TEXT = 200;

/** A comparison with what it sees, and what would change it. */
export function explainComparison(
  comparison: BoundComparison,
  reading: ComparisonReading,
  spoken: Spoken,
): ExplainedComparison {
  const { operator, deadband } = comparison, { truth, latched, changesAt } = reading;
  const inputs = reading.inputs.map((input, i) => explainInput(input, roleOf(comparison, i), spoken));
  const seen = valuesOf(comparison, inputs);
  const to = (goal: "true" | "false") =>
    truth === goal ? null : explainNeed(goal, comparison, { ...seen, truth, latched, inputs });
  return {
    operator,
    value: seen.value,
    latched,
    deadband,
    inputs,
    to_true: to("true"),
    to_false: to("false"),
    changes_at: changesAt === null ? null : isoFromTicks(changesAt),
  };
}

/** The streams of a comparison come in this order: its own, `of`, those of its operands. */
function roleOf({ of }: BoundComparison, place: number): ExplainedInput["role"] {
  if (place === 0) return "stream";
  return place === 1 && of !== null ? "of" : "value";
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

interface SeenValues {
  value: SampleValue | null;
  /** The operands as they stand; null: one is not known. */
  limits: (SampleValue | null)[];
}

const IMPLIED: Partial<Record<BoundComparison["operator"], SampleValue>> = { is_true: true, is_false: false };

function valuesOf({ operator, operands, of }: BoundComparison, inputs: ExplainedInput[]): SeenValues {
  const known = ({ doubt, sample }: ExplainedInput) => doubt === null ? sample?.value ?? null : null;
  const values = inputs.map(known);
  const own = values.shift() ?? null, other = of === null ? null : values.shift() ?? null;
  const limits = operands.map((operand) => "literal" in operand ? operand.literal : values.shift() ?? null);
  const implied = IMPLIED[operator];
  if (implied !== undefined) limits.push(implied);
  if (operator !== "deviation_above") return { value: own, limits };
  const isKnown = typeof own === "number" && typeof other === "number";
  return { value: isKnown ? Math.abs(own - other) : null, limits };
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
  const subject = subjectOf(comparison, inputs), uom = inputs[0]?.uom ?? null;
  const must = `must ${relationText(relation, { limits, tolerance, uom })}`;
  const doubts = doubtTexts(comparison, inputs);
  const sense = truth === "unknown" ? ", which cannot be compared with it" : "";
  const is = doubts.length > 0 ? listed(doubts, "and") : `is ${valueText(value, uom)}${sense}`;
  return { relation, limits, tolerance, text: `${subject} ${must} (${is})` };
}

/** What is compared, in words. */
export function subjectOf({ of }: BoundComparison, inputs: readonly ExplainedInput[]): string {
  const [own, other] = inputs;
  return of === null ? own.stream_name : `the distance of ${own.stream_name} and ${other.stream_name}`;
}

/** Why a comparison is UNKNOWN, one text for each stream that is to blame. */
function doubtTexts({ of }: BoundComparison, inputs: readonly ExplainedInput[]): string[] {
  const texts = inputs.flatMap((input, place) => {
    if (input.doubt === null) return [];
    return [`${place === 0 && of === null ? "it" : input.stream_name} ${doubtText(input, input.doubt)}`];
  });
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
    case "too_old":
      return `has no sample of the last ${spanText(max_age_seconds * TICKS_PER_SECOND)}, the newest is ${
        spanText((age_seconds ?? 0) * TICKS_PER_SECOND)
      } old`;
  }
}
