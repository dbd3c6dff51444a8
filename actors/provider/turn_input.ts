import type { Ms } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Log } from "./entries.ts";
import type { ProviderState, RunningTurn } from "./state.ts";

/** What every message needs. */
export interface TurnInput {
  state: ProviderState;
  nowMs: Ms;
  context: ActorContext;
}

/** The session and turn that log entries belong to. */
export function logOf(
  running: Pick<RunningTurn, "turn" | "session">,
  { state, nowMs, context }: TurnInput,
): Log<string> {
  return {
    providerId: state.id,
    owner: running.turn.owner,
    sessionId: running.session.session_id,
    nowMs,
    context,
  };
}
