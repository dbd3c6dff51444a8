import type { SampleValue } from "../sample/types.ts";
import { cutText } from "../shared/text.ts";
import { type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";

/** Longest part of a text value in a sentence. */
const SHOWN_TEXT = 60;
/** Digits of a number in a sentence; hides rounding errors. */
const DIGITS = 10;

/** A value in a sentence: `79.4 bar`, `"RUN"`, `true`, `nothing`. */
export function valueText(value: SampleValue | null, uom: string | null = null): string {
  if (value === null) return "nothing";
  if (typeof value === "string") return `"${cutText(value, SHOWN_TEXT)}"`;
  if (typeof value === "boolean") return String(value);
  const number = String(Number(value.toPrecision(DIGITS)));
  return uom === null || uom === "" ? number : `${number} ${uom}`;
}

/** A duration in a sentence: `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function spanText(ticks: Ticks): string {
  const seconds = ticks / TICKS_PER_SECOND;
  if (seconds < 60) return `${Number(seconds.toFixed(seconds < 10 ? 1 : 0))} s`;
  const whole = Math.round(seconds);
  if (whole < 3_600) return inTwo(whole, [60, "min"], [1, "s"]);
  if (whole < 86_400) return inTwo(Math.round(whole / 60), [60, "h"], [1, "min"]);
  return inTwo(Math.round(whole / 3_600), [24, "d"], [1, "h"]);
}

function inTwo(count: number, [size, great]: [number, string], [, small]: [number, string]): string {
  const rest = count % size;
  const first = `${Math.floor(count / size)} ${great}`;
  return rest === 0 ? first : `${first} ${rest} ${small}`;
}

/** `a`, `a and b`, `a, b and c`; a long list is cut. */
export function listed(texts: readonly string[], word: "and" | "or"): string {
  const shown = texts.length > MOST_LISTED
    ? [...texts.slice(0, MOST_LISTED), `${texts.length - MOST_LISTED} more`]
    : [...texts];
  const last = shown.pop();
  if (last === undefined) return "";
  return shown.length === 0 ? last : `${shown.join(", ")} ${word} ${last}`;
}

const MOST_LISTED = 5;

/** Adds a capital letter and a full stop. */
export function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
