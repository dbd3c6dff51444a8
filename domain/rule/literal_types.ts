import type { DataType } from "../sample/types.ts";
import type { Literal } from "./types.ts";

export function typeOfLiteral(literal: Literal): DataType {
  return typeof literal === "number" ? "NUM" : typeof literal === "string" ? "STR" : "BOOL";
}

const TYPE_WORDS: Record<DataType, string> = { NUM: "a number", STR: "a text", BOOL: "true or false" };

export function typeInWords(types: readonly DataType[]): string {
  return types.map((type) => TYPE_WORDS[type]).join(" or ");
}
