import type { Quality } from "../../domain/sample/types.ts";
import { qualityOfCode, qualityOfFlag, qualityOfText } from "../quality.ts";
import type { SqlConfig } from "./settings.ts";

const WHOLE_NUMBER = /^-?\d+$/;

export interface QualityColumn {
  name: string;
  codes: SqlConfig["quality_codes"];
}

/** The quality that a column gives to a sample. What cannot be understood, null included, is uncertain. */
export function readQuality(raw: number | boolean | string | null, { name, codes }: QualityColumn): Quality {
  if (raw === null) return "uncertain";
  if (typeof raw === "boolean") return qualityOfFlag(name, raw);
  if (typeof raw === "number") return codes === "opc_da" ? ofOpcDa(raw) : qualityOfCode(raw);
  const text = raw.trim();
  return codes === "opc_da" && WHOLE_NUMBER.test(text) ? ofOpcDa(Number(text)) : qualityOfText(text);
}

/** OPC DA, and Ignition: the two highest of eight bits. Higher numbers, as Ignition has them for its own errors, are bad. */
function ofOpcDa(code: number): Quality {
  if (code >= 192 && code < 256) return "good";
  return code >= 64 && code < 128 ? "uncertain" : "bad";
}
