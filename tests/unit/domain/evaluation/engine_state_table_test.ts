import { assertEquals } from "@std/assert";
import { nextPhase, type Phase, PHASE_NAMES } from "../../../../domain/evaluation/state/state_table.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../../../../domain/evaluation/evaluating/truth.ts";

/** By phase, the next phases for TRUE, FALSE, UNKNOWN: first while the delay runs, then after its end. */
const TABLE: Record<string, [string, string, string, string, string, string]> = {
  normal: ["pending", "normal", "normal", "active", "normal", "normal"],
  pending: ["pending", "normal", "pending", "active", "normal", "normal"],
  active: ["active", "clearing", "active", "active", "normal", "active"],
  clearing: ["active", "clearing", "clearing", "active", "normal", "clearing"],
  held: ["held", "normal", "held", "held", "normal", "held"],
};

const TRUTHS: [string, Truth][] = [["TRUE", TRUE], ["FALSE", FALSE], ["UNKNOWN", UNKNOWN]];

PHASE_NAMES.forEach((name, phase) => {
  TABLE[name].forEach((expected, column) => {
    const [truthName, truth] = TRUTHS[column % 3], due = column >= 3;
    Deno.test(`nextPhase() of ${name} at ${truthName}, delay ${due ? "up" : "running"}, is ${expected}`, () => {
      assertEquals(PHASE_NAMES[nextPhase(phase as Phase, truth, due)], expected);
    });
  });
});
