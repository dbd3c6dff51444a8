import { QUALITIES, type Quality } from "../../domain/sample/types.ts";
import { codeTraits } from "./sds_code.ts";
import type { QualityProperty } from "./stream_address.ts";

/** Reads a quality from the raw value of its property, undefined when omitted. */
type ReadQuality = (raw: unknown) => Quality;

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

/** Reads the quality that properties give to a sample, from their raw values: the worst of them. */
export function createQualityReader(
  properties: readonly QualityProperty[],
): (raws: readonly unknown[]) => Quality {
  const each = properties.map(qualityReader);
  return (raws) => each.reduce<Quality>((worst, read, i) => worse(worst, read(raws[i])), "good");
}

function worse(one: Quality, other: Quality): Quality {
  return QUALITIES.indexOf(one) >= QUALITIES.indexOf(other) ? one : other;
}

/** Whether values of a type code can tell a quality. */
export function tellsQuality(typeCode: number | undefined): boolean {
  return typeCode !== undefined && codeTraits(typeCode) !== undefined;
}

/** What cannot be understood, null included, is uncertain. */
export function qualityReader({ property, typeCode, enumMembers }: QualityProperty): ReadQuality {
  const traits = codeTraits(typeCode);
  const omitted = traits === undefined || traits.nullable ? null : OMITTED[traits.kind];
  return (raw = omitted) => {
    if (typeof raw === "boolean") return ofFlag(property, raw);
    if (typeof raw === "number") {
      const name = enumMembers === null ? undefined : enumMembers[String(raw)];
      return name === undefined ? ofStatusCode(raw) : ofText(name);
    }
    return typeof raw === "string" ? ofText(raw.trim()) : "uncertain";
  };
}

const OMITTED = { number: 0, enum: 0, boolean: false, text: null } as const;

/** A status code of OPC UA: its two highest of 32 bits are its severity. A signed number has the same bits. */
function ofStatusCode(code: number): Quality {
  if (!Number.isInteger(code) || code < -(2 ** 31) || code >= 2 ** 32) return "uncertain";
  return (["good", "uncertain", "bad", "bad"] as const)[code >>> 30]!;
}

function ofText(text: string): Quality {
  if (NUMBER_TEXT.test(text)) return ofStatusCode(Number(text));
  return NAMES.find(([names]) => names.test(text))?.[1] ?? "uncertain";
}

function ofFlag(property: string, isSet: boolean): Quality {
  if (UNCERTAIN_FLAG.test(property)) return isSet ? "uncertain" : "good";
  return isSet === BAD_FLAG.test(property) ? "bad" : "good";
}
