import type { DataSource } from "../../connectors/data_hub/contract.ts";
import type { SourceSettings } from "../../domain/configuration/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, msFromTicks } from "../../domain/shared/time.ts";
import type { ActorContext, Behaviour, Effects, Turn } from "../runtime/types.ts";
import {
  DISCOVERY_PROGRESS,
  SOURCE,
  SOURCE_STATUS,
  type SourceMessage,
  type SourceStatus,
} from "./contract.ts";
import { LostWatch } from "./lost_watch.ts";
import { SourceRun } from "./run.ts";
import { Viewing } from "./viewing.ts";

export interface SourceOptions {
  createSource: (settings: SourceSettings) => DataSource;
  /** How often a generation is stored. The default is 5,000 ms. */
  generationMs?: number;
}

const GENERATION_MS = 5_000;
/** A round without a source only stores generations. */
const IDLE_ROUND_MS = 5_000;
/** While late changes are being judged, the source is read on this often. */
const CORRECTING_ROUND_MS = 200;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;
const RESTORE_TRIES = 40;
const RESTORE_RETRY_MS = 250;
/** How often it is looked whether the source is lost. */
const WATCH_MS = 1_000;
const WATCH: Message = { type: "watch" };

type Message =
  | SourceMessage
  | { type: "started"; run: SourceRun }
  | { type: "start_again"; run: number; settings: SourceSettings | null }
  | { type: "watch" }
  | { type: "round"; run: number }
  | { type: "round_done"; run: SourceRun; failure: Refusal | null }
  | { type: "done"; answer: unknown };

interface State {
  run: SourceRun | null;
  viewing: Viewing;
  runs: number;
  /** A new run is being restored: the one before takes no step any more. */
  starting: boolean;
  /** The steps of a run, one after the other. */
  busy: Promise<unknown>;
  rounding: boolean;
  kicked: boolean;
  cancelRound: () => void;
  failures: number;
  /** The last good answer of the source as it is configured; before it, when it was first asked. */
  answeredMs: Ms;
  roundMs: Ms;
  lost: LostWatch;
  reason: string | null;
}

type SourceTurn = Turn<undefined>;

/** The one actor that speaks with the data source. Its settings come with `start`; it keeps no secret in the store. */
export function sourceBehaviour(options: SourceOptions): Behaviour<State, Message> {
  return {
    kind: SOURCE,
    gate: "none",
    load: (_, context) => {
      context.after(WATCH_MS, WATCH);
      return Promise.resolve(newState(context));
    },
    mayPutAway: () => false,
    putAway: (state) => stop(state),
    decide: (state, message, turn) => decide(state, message, { turn, options }),
  };
}

function newState(context: ActorContext): State {
  return {
    run: null,
    viewing: new Viewing(),
    runs: 0,
    starting: false,
    busy: Promise.resolve(),
    rounding: false,
    kicked: false,
    cancelRound: () => {},
    failures: 0,
    answeredMs: context.now(),
    roundMs: 0,
    lost: new LostWatch(context),
    reason: null,
  };
}

async function stop(state: State): Promise<void> {
  state.cancelRound();
  await state.run?.options.source?.close();
}

interface Given {
  turn: SourceTurn;
  options: SourceOptions;
}

function decide(state: State, message: Message, given: Given): Effects<Message> {
  const { context } = given.turn;
  switch (message.type) {
    case "start":
      state.answeredMs = context.now();
      return { later: start(state, message.settings, given) };
    case "watch":
      return watch(state, context);
    case "started":
      schedule(state, context, 0);
      return { answer: statusOf(state), publish: [published(state)] };
    case "start_again":
      return message.run === state.runs ? { later: start(state, message.settings, given) } : {};
    case "shard_doubted":
      return state.starting ? {} : restart(state, state.run?.options.settings ?? null, context);
    case "round":
      return message.run === state.runs && !state.rounding && !state.starting
        ? { later: round(state, context) }
        : {};
    case "round_done":
      return roundDone(state, message, context);
    case "bindings_changed":
      kick(state, context);
      return {};
    case "test":
      return { later: test(message.settings, given.options) };
    case "discover":
      return { later: discover(state, context) };
    case "trend":
      return { later: state.viewing.trend(state.run, message, context).then(done) };
    case "look":
      return { later: state.viewing.look(state.run, message, context).then(done) };
    case "checkpoint":
      return { later: checkpoint(state) };
    case "status":
      return { answer: statusOf(state) };
    case "done":
      return { answer: message.answer };
  }
}

/** Ends the run before and begins a new one: every shard goes back to the last generation, and the source is read on. */
async function start(
  state: State,
  settings: SourceSettings | null,
  { turn, options }: Given,
): Promise<Message> {
  const number = ++state.runs;
  const { context } = turn;
  await leave(state, context);
  if (state.run !== null) await leaveFeed(state.run, { settings, options });
  for (let tries = 1;; tries++) {
    const made = makeSource(settings, options);
    const generationMs = options.generationMs ?? GENERATION_MS;
    const run = new SourceRun({ context, settings, source: made.source, generationMs });
    try {
      await alone(state, () => restoreNewest(state, { run, number }));
      Object.assign(state, { run, starting: false, rounding: false, failures: 0, reason: made.reason });
      return { type: "started", run };
    } catch (error) {
      await run.options.source?.close();
      if (number !== state.runs) throw error;
      if (tries === RESTORE_TRIES) {
        startAgain({ afterMs: LONGEST_RETRY_MS, run: number, settings }, context);
        throw error;
      }
      context.log("warn", "The shards could not be restored yet; trying again", { reason: String(error) });
      await new Promise((resolve) => setTimeout(resolve, RESTORE_RETRY_MS));
    }
  }
}

/** Ends the present run. What was judged by one source is never judged again by another: it is stored before. */
async function leave(state: State, context: ActorContext): Promise<void> {
  state.starting = true;
  await stop(state);
  await alone(state, async () => await state.run?.store()).catch((error) => {
    context.log("warn", "The last generation of the run before was not stored", { reason: String(error) });
  });
}

/** Another source, or none, or no feed wanted: the one before need not keep changes for us. It may be out of reach. */
async function leaveFeed(
  { position, options: { settings: before, context } }: SourceRun,
  { settings, options }: { settings: SourceSettings | null; options: SourceOptions },
): Promise<void> {
  if (position === null || before === null || feedOf(before) === feedOf(settings)) return;
  const source = options.createSource(before);
  try {
    await source.feed.leave(position);
  } catch (error) {
    context.log("warn", "The signup at the source before could not be deleted", { reason: String(error) });
  } finally {
    await source.close();
  }
}

/** Equal for settings under which one signup serves both. */
function feedOf(settings: SourceSettings | null): string {
  if (settings === null) return "";
  const { baseUrl, tenantId, namespaceId, clientId, changeFeed } = settings;
  return JSON.stringify([baseUrl, tenantId, namespaceId, clientId, changeFeed]);
}

/** Of several starts at once only the last restores. */
async function restoreNewest(
  state: State,
  { run, number }: { run: SourceRun; number: number },
): Promise<void> {
  if (number === state.runs) await run.restore();
  if (number !== state.runs) throw new Refusal("UNAVAILABLE", "The source was started anew meanwhile");
}

/** Settings that no source can be made of leave Andon running without one, with the reason in its status. */
function makeSource(settings: SourceSettings | null, options: SourceOptions) {
  try {
    return { source: settings === null ? null : options.createSource(settings), reason: null };
  } catch (error) {
    const refusal = asRefusal(error);
    return { source: null, reason: String(refusal.details.reason ?? refusal.message) };
  }
}

/** By the clock: a source that hangs or fails is lost after a time, whether rounds come to an end or not. */
function watch(state: State, context: ActorContext): Effects<Message> {
  context.after(WATCH_MS, WATCH);
  const settings = state.run?.options.settings ?? null;
  const wasLost = state.lost.isLost;
  const sinceMs = silentSince(state);
  if (settings === null) state.lost.find(context.now());
  else if (context.now() - sinceMs > settings.sourceLostSeconds * 1000) {
    state.lost.lose({ sinceMs: state.answeredMs, reason: state.reason });
  }
  const telling = state.lost.tell();
  return {
    publish: state.lost.isLost === wasLost ? [] : [published(state)],
    later: telling?.then(() => done(null)),
  };
}

/** Since when the source owes an answer; between two rounds it owes none. */
function silentSince({ run, answeredMs, roundMs, failures, rounding }: State): Ms {
  const lastMs = Math.max(answeredMs, run?.lastAnswerMs ?? 0);
  if (failures > 0) return lastMs;
  return rounding ? Math.max(lastMs, roundMs) : Infinity;
}

async function round(state: State, context: ActorContext): Promise<Message> {
  const { run } = state;
  if (run === null) throw new TypeError("A round needs a run");
  state.rounding = true;
  state.roundMs = context.now();
  state.kicked = false;
  const failure = await alone(state, () => run.round()).then(() => null, asRefusal);
  return { type: "round_done", run, failure };
}

/** Steps of a run never overlap: a checkpoint waits for the round, a new run for both. */
function alone<T>(state: State, step: () => Promise<T>): Promise<T> {
  const done = state.busy.catch(() => {}).then(step);
  state.busy = done;
  return done;
}

function asRefusal(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal("INTERNAL_ERROR", String(error));
}

function roundDone(
  state: State,
  message: Message & { type: "round_done" },
  context: ActorContext,
): Effects<Message> {
  if (message.run !== state.run || state.starting) return {};
  state.rounding = false;
  const { failure } = message;
  const { lastAnswerMs } = message.run;
  if (lastAnswerMs !== null) state.answeredMs = Math.max(state.answeredMs, lastAnswerMs);
  if (failure === null && lastAnswerMs !== null && lastAnswerMs >= state.roundMs) {
    state.lost.find(lastAnswerMs);
  }
  state.failures = failure === null ? 0 : state.failures + 1;
  if (failure !== null) state.reason = String(failure.details.reason ?? failure.message);
  else if (message.run.options.source !== null) state.reason = null;
  const settings = message.run.options.settings;
  if (failure !== null) {
    context.log("warn", "Reading the source failed; trying again", { reason: state.reason });
    if (failure.code === "UNAVAILABLE" || failure.code === "INTERNAL_ERROR") {
      return restart(state, settings, context);
    }
  }
  if (failure === null) state.viewing.afterRound(message.run, context);
  schedule(state, context, delayMs(state, settings));
  return { publish: [published(state)] };
}

/** A shard or the store did not answer: nobody knows what it has judged, so all go back to the last generation. */
function restart(state: State, settings: SourceSettings | null, context: ActorContext): Effects<Message> {
  state.run?.doubt();
  state.starting = true;
  startAgain({ afterMs: RESTORE_RETRY_MS, run: state.runs, settings }, context);
  return { publish: [published(state)] };
}

/** Unless somebody starts it before, with other settings perhaps. */
function startAgain(
  { afterMs, run, settings }: { afterMs: number; run: number; settings: SourceSettings | null },
  context: ActorContext,
): void {
  context.after(afterMs, { type: "start_again", run, settings } satisfies Message);
}

function delayMs(state: State, settings: SourceSettings | null): number {
  if (state.failures > 0) return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (state.failures - 1));
  const { run } = state;
  if (run?.options.source !== null && (state.kicked || run?.following.hasDue || run?.isBehind)) return 0;
  const pauseMs = settings === null ? IDLE_ROUND_MS : settings.pollSeconds * 1000;
  const isCorrecting = run?.corrections.isDue(run.options.source) === true;
  return isCorrecting ? Math.min(pauseMs, CORRECTING_ROUND_MS) : pauseMs;
}

function schedule(state: State, context: ActorContext, inMs: number): void {
  state.cancelRound();
  state.cancelRound = context.after(inMs, { type: "round", run: state.runs } satisfies Message);
}

/** Streams came or went: the next round is due at once, unless the source is failing. */
function kick(state: State, context: ActorContext): void {
  state.kicked = true;
  if (!state.rounding && state.failures === 0) schedule(state, context, 0);
}

async function test(settings: SourceSettings, options: SourceOptions): Promise<Message> {
  const source = options.createSource(settings);
  try {
    return { type: "done", answer: await source.test() };
  } finally {
    await source.close();
  }
}

async function discover(state: State, context: ActorContext): Promise<Message> {
  const source = state.run?.options.source ?? null;
  if (source === null) {
    throw new Refusal("API_CONFIG_MISSING", "No data source is configured; store a configuration first");
  }
  const found = await source.discover((progress) => context.publish(DISCOVERY_PROGRESS, progress));
  return { type: "done", answer: found };
}

function done(answer: unknown): Message {
  return { type: "done", answer };
}

async function checkpoint(state: State): Promise<Message> {
  const { run } = state;
  if (run !== null && !state.starting) await alone(state, () => run.store());
  return { type: "done", answer: null };
}

function published(state: State): { channel: string; data: SourceStatus } {
  return { channel: SOURCE_STATUS, data: statusOf(state) };
}

function statusOf(state: State): SourceStatus {
  const { run } = state;
  return {
    state: connectionState(state),
    mode: run?.mode ?? null,
    watermark_ms: run === null ? null : msFromTicks(run.watermark),
    last_answer_ms: run?.lastAnswerMs ?? null,
    reason: state.reason,
    followed_streams: run?.following.size ?? 0,
    unread_streams: run?.following.unread ?? 0,
    samples: run?.shards.samples ?? 0,
    late_samples: run?.shards.late ?? 0,
    generation: run?.generation ?? 0,
    requests_left: run?.options.source?.requestsLeft?.() ?? null,
  };
}

function connectionState({ run, failures, lost }: State): SourceStatus["state"] {
  const settings = run?.options.settings ?? null;
  if (run === null || settings === null) return "none";
  if (lost.isLost) return "lost";
  return failures === 0 && run.lastAnswerMs !== null ? "connected" : "connecting";
}
