import type { LeftOutRule } from "../../domain/rule/left_out.ts";

/** Why a rule is not evaluated: "left out, because VIB is not bound". */
export function leftOutText({ placeholders }: LeftOutRule): string {
  return `left out, because ${placeholders.join(" and ")} ${
    placeholders.length === 1 ? "is" : "are"
  } not bound`;
}
