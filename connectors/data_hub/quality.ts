import { QUALITIES, type Quality } from "../../domain/sample/types.ts";
import { qualityOfCode, qualityOfFlag, qualityOfText } from "../quality.ts";
import { codeTraits } from "./sds_code.ts";
import type { QualityProperty } from "./stream_address.ts";

/** Reads a quality from the raw value of its property, undefined when omitted. */
type ReadQuality = (raw: unknown) => Quality;

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
    if (typeof raw === "boolean") return qualityOfFlag(property, raw);
    if (typeof raw === "number") {
      const name = enumMembers === null ? undefined : enumMembers[String(raw)];
      return name === undefined ? qualityOfCode(raw) : qualityOfText(name);
    }
    return typeof raw === "string" ? qualityOfText(raw.trim()) : "uncertain";
  };
}

const OMITTED = { number: 0, enum: 0, boolean: false, text: null } as const;
