import type { ModelAnswer } from "../../connectors/ai/contract.ts";
import type { Exchange, LogEntry, TokenUsage } from "../../domain/conversation/types.ts";
import { Refusal, type RefusalData, refusalToData } from "../../domain/shared/refusal.ts";
import { saveSession } from "../../storage/writes/conversation.ts";
import type { Effects } from "../runtime/types.ts";
import { type ConversationStep, MOST_ROUNDS } from "./contract.ts";
import { answerFrames, logged, modelCall, said } from "./entries.ts";
import { logOf, type TurnInput } from "./turn_input.ts";
import type { Findings } from "./reads.ts";
import type { Inner, RunningTurn } from "./state.ts";

/** How long the asker may take to run the functions. */
const RESULTS_DEADLINE_MS = 60_000;

type Answered = Extract<Inner, { type: "answered" }>;

/** The outcome of a call to the model: functions to run, the end of the turn, or a failure. */
export function decideAnswered(
  { turnId, called }: Answered,
  findings: Findings | undefined,
  given: TurnInput,
): Effects<Inner> {
  const running = given.state.turns.get(turnId);
  if (running === undefined) return step({ kind: "failed", refusal: refusalToData(overAlready()) });
  const { model } = running.turn.settings;
  const log = logOf(running, given);
  const outcome = called.ok ? "success" : "error";
  const usage = called.ok ? called.answer.usage : undefined;
  const entry = modelCall(log, { model, durationMs: called.durationMs, usage, outcome });
  if (!called.ok) return failed(running, { refusal: called.refusal, entries: [entry] }, given);
  const { answer } = called;
  if (answer.calls.length > 0 && running.turn.functions.length > 0) {
    if (running.rounds >= MOST_ROUNDS) {
      return failed(running, { refusal: noAnswer(), entries: [entry] }, given);
    }
    return functions(running, { answer, entry }, given);
  }
  return done(running, { answer, entry, findings: findings ?? { evidence: [], unverified: [] } }, given);
}

function functions(
  running: RunningTurn,
  { answer, entry }: { answer: ModelAnswer; entry: LogEntry },
  given: TurnInput,
): Effects<Inner> {
  const { turn: { turnId }, session } = running;
  return {
    commits: [{ mutations: logged(logOf(running, given), [entry]) }],
    committed: () => {
      running.rounds++;
      running.usage = sum(running.usage, answer.usage);
      running.messages.push({ role: "assistant", content: answer.text, calls: answer.calls });
      running.isWaiting = true;
      running.cancelWait = given.context.after(RESULTS_DEADLINE_MS, { type: "expire", turnId });
    },
    answer: {
      kind: "functions",
      sessionId: session.session_id,
      calls: answer.calls,
    } satisfies ConversationStep,
  };
}

function done(
  running: RunningTurn,
  { answer, entry, findings }: { answer: ModelAnswer; entry: LogEntry; findings: Findings },
  given: TurnInput,
): Effects<Inner> {
  const { state, nowMs } = given;
  const exchange: Exchange = {
    provider_id: state.id,
    session_id: running.session.session_id,
    response: wordsOf(answer),
    function_calls: running.calls,
    api_usage: sum(running.usage, answer.usage),
    ...findings,
    proposals: running.proposals,
  };
  const log = logOf(running, given);
  return {
    commits: [{
      mutations: [
        saveSession(running.session),
        ...logged(log, [entry, said(log, "assistant", exchange.response)]),
      ],
      frames: answerFrames(running.turn, exchange, nowMs),
    }],
    committed: () => state.end(running),
    answer: { kind: "done", exchange } satisfies ConversationStep,
  };
}

function wordsOf({ text, isCut }: ModelAnswer): string {
  if (text === "") return "The model gave no answer in words.";
  return isCut ? `${text}\n\n(The answer was cut here: it is at its longest.)` : text;
}

/** Logged, so that people can see later what went wrong. */
export function failed(
  running: RunningTurn,
  { refusal, entries }: { refusal: RefusalData; entries: LogEntry[] },
  given: TurnInput,
): Effects<Inner> {
  const log = logOf(running, given);
  return {
    commits: [{ mutations: logged(log, [...entries, said(log, "error", refusal.message)]) }],
    committed: () => given.state.end(running),
    answer: { kind: "failed", refusal } satisfies ConversationStep,
  };
}

export function step(answer: ConversationStep): Effects<Inner> {
  return { answer };
}

export function overAlready(): Refusal {
  return new Refusal("UNAVAILABLE", "The conversation's turn is over already; ask again");
}

function noAnswer(): RefusalData {
  const text = `The model asked for functions ${MOST_ROUNDS} times and gave no answer`;
  return refusalToData(new Refusal("FUNCTION_CALL_FAILED", text, { reason: text }));
}

function sum(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    prompt_tokens: a.prompt_tokens + b.prompt_tokens,
    completion_tokens: a.completion_tokens + b.completion_tokens,
    total_tokens: a.total_tokens + b.total_tokens,
  };
}
