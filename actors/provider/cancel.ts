import { Refusal, refusalToData } from "../../domain/shared/refusal.ts";
import type { Effects } from "../runtime/types.ts";
import { failed } from "./answered.ts";
import type { Given } from "./given.ts";
import type { Inner } from "./state.ts";

/** Ends a turn, whether it waits, asks the model, or has its functions carried out. */
export function decideCancel(turnId: string, why: Refusal, given: Given): Effects<Inner> {
  const running = given.state.turns.get(turnId);
  if (running === undefined) {
    given.state.leaveQueue(turnId, why);
    return {};
  }
  return failed(running, { refusal: refusalToData(why), entries: [] }, given);
}

export function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "The conversation was broken off by its user");
}
