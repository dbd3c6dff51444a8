import { keptHistory, tokensOf } from "../../domain/conversation/window.ts";
import { type ModelMessage, NO_TOKENS, type SessionRecord } from "../../domain/conversation/types.ts";
import { invalid, Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { saveSession } from "../../storage/writes/conversation.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import type { Effects } from "../runtime/types.ts";
import { askModel } from "./ask_model.ts";
import { type ConversationTurn, MOST_TURNS } from "./contract.ts";
import { logged, said } from "./entries.ts";
import { logOf, type TurnInput } from "./turn_input.ts";
import type { SessionReads } from "./reads.ts";
import type { Inner, RunningTurn } from "./state.ts";

/** Logs the user's message, then asks the model. Waits while the session has a turn under way. */
export function decideBegin(turn: ConversationTurn, reads: SessionReads, given: TurnInput): Effects<Inner> {
  const { state } = given;
  const held = turn.sessionId !== null && reads.session?.owner === turn.owner ? reads.session : undefined;
  if (turn.sessionId !== null && held === undefined) throw noSession(state, turn);
  if (held !== undefined && !state.isFree(held.session_id, turn.turnId)) {
    return { later: state.wait(held.session_id, turn.turnId).then((): Inner => ({ type: "begin", turn })) };
  }
  try {
    return start(turn, { session: held ?? newSession(turn, given), reads }, given);
  } catch (error) {
    if (held !== undefined) state.release(held.session_id);
    throw error;
  }
}

function start(
  turn: ConversationTurn,
  { session, reads }: { session: SessionRecord; reads: SessionReads },
  given: TurnInput,
): Effects<Inner> {
  const { state, context, nowMs } = given;
  if (state.turns.size >= MOST_TURNS) {
    throw new Refusal(
      "UNAVAILABLE",
      "Too many conversations with this provider at once; try again in a moment",
    );
  }
  const running: RunningTurn = {
    turn,
    session: { ...session, last_used_at: isoFromMs(nowMs) },
    messages: firstMessages(turn, reads),
    rounds: 0,
    calls: [],
    proposals: [],
    usage: NO_TOKENS,
    stop: new AbortController(),
    cancelWait: () => {},
    isWaiting: false,
    askedMs: nowMs,
  };
  state.hold(session.session_id, turn.turnId);
  state.turns.set(turn.turnId, running);
  const log = logOf(running, given);
  const { promise, resolve } = Promise.withResolvers<Inner>();
  return {
    commits: [{
      mutations: [saveSession(running.session), ...logged(log, [said(log, "user", turn.message)])],
    }],
    committed: () => void askModel(state, running, context).then(resolve),
    later: promise,
  };
}

/** Another owner's session is answered like one that does not exist. Turns that waited for it go on. */
function noSession(state: TurnInput["state"], { sessionId, turnId }: ConversationTurn): Refusal {
  if (sessionId !== null && state.holds(sessionId, turnId)) state.release(sessionId);
  return new Refusal(
    "NOT_FOUND",
    `There is no conversation "${sessionId}"; leave session_id out to begin one`,
  );
}

function newSession({ owner }: ConversationTurn, { state, nowMs, context }: TurnInput): SessionRecord {
  const at = isoFromMs(nowMs);
  const session_id = `ses_${newUlid(nowMs, () => context.random())}`;
  return { v: 1, session_id, provider_id: state.id, owner, created_at: at, last_used_at: at };
}

/** Instructions, as much of the history as fits, context, the message. */
function firstMessages(turn: ConversationTurn, { history }: SessionReads): ModelMessage[] {
  const { instructions, context, message, functions, resultTokens, settings: { windowTokens } } = turn;
  const fixed = [
    instructions,
    context ?? "",
    message,
    functions.length === 0 ? "" : JSON.stringify(functions),
  ];
  const fixedTokens = fixed.reduce((sum, text) => sum + tokensOf(text), 0);
  const included = keptHistory(history, { windowTokens, fixedTokens, resultTokens });
  if (included === undefined) {
    const text = `Takes, with the instructions, more than the model's ${windowTokens} tokens; shorten it`;
    throw invalid("message", text);
  }
  return [
    { role: "system", content: context === null ? instructions : `${instructions}\n\n${context}` },
    ...included.flatMap(({ question, answer }): ModelMessage[] => [
      { role: "user", content: question },
      { role: "assistant", content: answer, calls: [] },
    ]),
    { role: "user", content: message },
  ];
}
