import type { Quality } from "../domain/sample/types.ts";

const NUMBER_TEXT = /^(-?\d{1,10}|0x[0-9a-f]{1,8})$/i;
/** Names of a quality by their first word: those of OPC UA and OPC, such as GoodNoData or Bad_SensorFailure, and their like. */
const NAMES: readonly (readonly [RegExp, Quality])[] = [
  [/^(good|ok|valid|normal)/i, "good"],
  [/^(uncertain|question|suspect|doubt|substitut)/i, "uncertain"],
  [/^(bad|invalid|fail|fault|error|not ?(good|ok|valid))/i, "bad"],
];
/** Names of flags whose `true` says that a value is bad, or uncertain; of all other flags it says that a value is good. */
const BAD_FLAG = /bad|invalid|fail|fault|error|not(good|ok|valid)/i;
const UNCERTAIN_FLAG = /question|suspect|uncertain|doubt|substitut/i;

/** A status code of OPC UA: its two highest of 32 bits are its severity. A signed number has the same bits. */
export function qualityOfCode(code: number): Quality {
  if (!Number.isInteger(code) || code < -(2 ** 31) || code >= 2 ** 32) return "uncertain";
  return (["good", "uncertain", "bad", "bad"] as const)[code >>> 30]!;
}

/** Of a text: a status code, or the name of a quality. */
export function qualityOfText(text: string): Quality {
  if (NUMBER_TEXT.test(text)) return qualityOfCode(Number(text));
  return NAMES.find(([names]) => names.test(text))?.[1] ?? "uncertain";
}

/** Of a flag, whose name says what it means. */
export function qualityOfFlag(name: string, isSet: boolean): Quality {
  if (UNCERTAIN_FLAG.test(name)) return isSet ? "uncertain" : "good";
  return isSet === BAD_FLAG.test(name) ? "bad" : "good";
}
