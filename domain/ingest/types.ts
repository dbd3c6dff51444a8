import type { Quality, SampleValue } from "../sample/types.ts";
import { Refusal } from "../shared/refusal.ts";
import type { Ticks } from "../shared/time.ts";

/** The most lines, or items of an array, in one body. */
export const MOST_LINES = 10_000;

/** One value as it stands in a body. */
export interface PushedSample {
  stream: string;
  /** Null: the time of its arrival. */
  time: Ticks | null;
  /** Null: the sender could not read it. */
  value: SampleValue | null;
  quality: Quality;
  unit?: string;
  /** The names of its assets, from the root. */
  path?: readonly string[];
}

/** A line that is not stored; from 1, items of an array alike. */
export interface RejectedLine {
  line: number;
  reason: string;
}

/** What a body holds. */
export interface PushedSamples {
  samples: PushedSample[];
  /** The line of each sample. */
  lines: number[];
  rejected: RejectedLine[];
}

export type Precision = "ns" | "us" | "ms" | "s";

/** What is wrong with one line; the others are read. */
export class LineProblem extends Error {
  override readonly name = "LineProblem";
}

/** The reason for which a line is not read. Throws what is no LineProblem. */
export function problemOf(error: unknown): string {
  if (error instanceof LineProblem) return error.message;
  throw error;
}

/** What a text decoder makes of bytes that are not UTF-8. */
const NO_UTF_8 = "\ufffd";

export function checkUtf8(text: string): void {
  if (text.includes(NO_UTF_8)) throw new LineProblem("It is not UTF-8 text");
}

export function tooManyLines(): Refusal {
  return new Refusal(
    "PAYLOAD_TOO_LARGE",
    `A push may hold ${MOST_LINES.toLocaleString("en")} lines; send the rest in another one`,
    { limit_lines: MOST_LINES },
  );
}
