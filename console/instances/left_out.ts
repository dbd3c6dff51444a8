import { unboundText } from "../../domain/rule/left_out.ts";
import type { LeftOutRule } from "../../domain/rule/types.ts";

/** Why a rule is not evaluated: "left out, because VIB is not bound". */
export function leftOutText(leftOut: LeftOutRule): string {
  return `left out, because ${unboundText([leftOut]).text}`;
}
