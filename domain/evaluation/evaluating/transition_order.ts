import type { Ticks } from "../../shared/time.ts";
import type { Transition } from "../types.ts";

/** Sorts transitions by time, then by instance and rule. */
export function byTimeAndRule(a: Transition, b: Transition): number {
  return timeOf(a) - timeOf(b) || a.instanceId - b.instanceId || a.ruleIndex - b.ruleIndex;
}

function timeOf(transition: Transition): Ticks {
  switch (transition.kind) {
    case "opened":
      return transition.activatedAt;
    case "closed":
      return transition.closedAt;
    case "data_state":
      return transition.at;
  }
}
