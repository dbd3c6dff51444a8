import type { LogEntry } from "../../domain/conversation/types.ts";
import { Refusal, refusalToData } from "../../domain/shared/refusal.ts";
import type { Effects } from "../runtime/types.ts";
import { failed } from "./answered.ts";
import { modelCall } from "./entries.ts";
import { logOf, type TurnInput } from "./turn_input.ts";
import type { Inner, RunningTurn } from "./state.ts";

/** Ends a turn in any state: waiting, asking the model, or running functions. */
export function decideCancel(turnId: string, why: Refusal, given: TurnInput): Effects<Inner> {
  const running = given.state.turns.get(turnId);
  if (running === undefined) {
    given.state.leaveQueue(turnId, why);
    return {};
  }
  return failed(running, { refusal: refusalToData(why), entries: askedInVain(running, given) }, given);
}

/** A cancelled request did reach the provider; its cost is unknown. */
function askedInVain(running: RunningTurn, given: TurnInput): LogEntry[] {
  if (running.isWaiting) return [];
  const { model } = running.turn.settings;
  return [
    modelCall(logOf(running, given), { model, durationMs: given.nowMs - running.askedMs, outcome: "error" }),
  ];
}

export function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "The conversation was broken off by its user");
}
