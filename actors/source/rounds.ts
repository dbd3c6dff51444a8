import { SenderLost } from "../../connectors/source.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { type Ms, msFromTicks } from "../../domain/shared/time.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { asRefusal, done, type Message, startAgain, type State } from "./state.ts";
import { published } from "./status.ts";

/** A round without a source only stores generations. */
const IDLE_ROUND_MS = 5_000;
/** While corrections run, the source is read this often. */
const CORRECTING_ROUND_MS = 200;
/** Between two rounds because of what arrives, so that many writes share one. */
const ARRIVAL_PAUSE_MS = 50;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const RESTORE_RETRY_MS = 250;
/** How often the loss of the source is checked. */
const WATCH_MS = 1_000;
const WATCH: Message = { type: "watch" };

/** Starts to check whether the source is lost. */
export function keepWatch(context: ActorContext): void {
  context.after(WATCH_MS, WATCH);
}

/** By the clock: a source that hangs or fails is lost after a time, even if no round ends, and evaluation may lag. */
export function watch(state: State, context: ActorContext): Effects<Message> {
  keepWatch(context);
  const settings = state.run?.options.settings ?? null;
  const wasLost = state.lost.isLost;
  const sinceMs = silentSince(state);
  if (settings === null) state.lost.find(context.now());
  else if (context.now() - sinceMs > settings.sourceLostSeconds * 1000) {
    state.lost.lose({ sinceMs: state.answeredMs, reason: state.reason });
  }
  if (settings === null) state.lagging.end(context.now());
  else state.lagging.see(lagOf(state, context.now()), context.now());
  const updates = [state.lost.updateEvent(), state.lagging.updateEvent()].filter((one) => one !== undefined);
  return {
    publish: state.lost.isLost === wasLost ? [] : [published(state)],
    later: updates.length === 0 ? undefined : Promise.all(updates).then(() => done(null)),
  };
}

/** How far evaluation is behind what has arrived, beyond what is expected; null while the source does not answer. */
function lagOf({ run, starting, failures, lost }: State, nowMs: Ms): Ms | null {
  if (run === null || run.lastAnswerMs === null || starting || failures > 0 || lost.isLost) return null;
  const complete = run.options.source?.completeTo?.() ?? Infinity;
  const completeMs = Math.min(nowMs, Number.isFinite(complete) ? msFromTicks(complete) : nowMs);
  return Math.max(0, completeMs - msFromTicks(run.watermark) - run.expectedLagMs);
}

/** Start of the pending request; none between two rounds. */
function silentSince({ run, answeredMs, roundMs, failures, rounding }: State): Ms {
  const lastMs = Math.max(answeredMs, run?.lastAnswerMs ?? 0);
  if (failures > 0) return lastMs;
  return rounding ? Math.max(lastMs, roundMs) : Infinity;
}

export async function round(state: State, context: ActorContext): Promise<Message> {
  const { run } = state;
  if (run === null) throw new TypeError("A round needs a run");
  state.rounding = true;
  state.roundMs = context.now();
  state.kicked = state.hasArrived = false;
  const failure = await state.steps.run(() => run.round()).then(() => null, asRefusal);
  return { type: "round_done", run, failure };
}

export function roundDone(
  state: State,
  message: Message & { type: "round_done" },
  context: ActorContext,
): Effects<Message> {
  if (message.run !== state.run || state.starting) return {};
  state.rounding = false;
  state.roundEndMs = context.now();
  const { failure } = message;
  const { lastAnswerMs } = message.run;
  if (lastAnswerMs !== null) state.answeredMs = Math.max(state.answeredMs, lastAnswerMs);
  if (failure === null && lastAnswerMs !== null && lastAnswerMs >= state.roundMs) {
    state.lost.find(lastAnswerMs);
  }
  if (failure instanceof SenderLost) {
    state.lost.lose({ sinceMs: failure.sinceMs, reason: String(failure.details.reason) });
  }
  // A silent sender is asked nothing, so it is looked after often.
  state.failures = failure === null ? 0 : failure instanceof SenderLost ? 1 : state.failures + 1;
  if (failure !== null) {
    state.reason = String(failure.details.reason ?? failure.message);
    state.errorCode = failure.code;
  } else if (message.run.options.source !== null) state.reason = state.errorCode = null;
  const settings = message.run.options.settings;
  if (failure !== null) {
    state.hasArrived = false;
    context.log("warn", "Reading the source failed; trying again", { reason: state.reason });
    if (failure.code === "UNAVAILABLE" || failure.code === "INTERNAL_ERROR") {
      return restart(state, settings, context);
    }
  }
  if (failure === null) state.viewing.afterRound(message.run, context);
  const inMs = delayMs(state, settings);
  if (inMs > 0) { for (const resolve of state.catchingUp.splice(0)) resolve(); }
  schedule(state, context, inMs);
  return { publish: [published(state)] };
}

/** A shard or the store did not answer, so its state is unknown: all shards go back to the last generation. */
export function restart(
  state: State,
  settings: SourceSettings | null,
  context: ActorContext,
): Effects<Message> {
  state.run?.doubt();
  state.starting = true;
  startAgain({ afterMs: RESTORE_RETRY_MS, run: state.runs, settings }, context);
  return { publish: [published(state)] };
}

function delayMs(state: State, settings: SourceSettings | null): number {
  if (state.failures > 0) return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (state.failures - 1));
  const { run } = state;
  if (run?.options.source !== null && (state.kicked || run?.following.hasDue || run?.isBehind)) return 0;
  const pauseMs = settings === null ? IDLE_ROUND_MS : settings.pollSeconds * 1000;
  const isCorrecting = run?.corrections.isDue(run.options.source) === true;
  if (state.hasArrived) return Math.min(pauseMs, ARRIVAL_PAUSE_MS);
  return isCorrecting ? Math.min(pauseMs, CORRECTING_ROUND_MS) : pauseMs;
}

export function schedule(state: State, context: ActorContext, inMs: number): void {
  state.cancelRound();
  state.cancelRound = context.after(inMs, { type: "round", run: state.runs } satisfies Message);
}

/** Resolves after a round, begun from now on, that read everything or failed. */
export function caughtUp(state: State, context: ActorContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  state.catchingUp.push(resolve);
  kick(state, context);
  return promise;
}

/** Streams were added or removed: the next round is due at once, unless the source is failing. */
export function kick(state: State, context: ActorContext): void {
  state.kicked = true;
  if (!state.rounding && state.failures === 0) schedule(state, context, 0);
}

/**
 * Something is on disk to be read: at once, or a little after the last round. A source that was lost in its silence is read
 * without waiting for the next try.
 */
export function arrived(state: State, context: ActorContext): void {
  if (state.errorCode === "CONNECTION_FAILED") state.failures = 0;
  if (state.hasArrived || state.starting) return;
  state.hasArrived = true;
  if (state.rounding || state.failures > 0) return;
  const restMs = state.roundEndMs + ARRIVAL_PAUSE_MS - context.now();
  const inMs = delayMs(state, state.run?.options.settings ?? null);
  schedule(state, context, Math.max(0, Math.min(inMs, restMs)));
}
