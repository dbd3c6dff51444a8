import { sleep } from "../../concurrency/sleep.ts";
import type { DataSource, FeedPosition } from "../../connectors/source.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { type ErrorCode, Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext } from "../runtime/types.ts";
import { arrived } from "./rounds.ts";
import { SourceRun } from "./run.ts";
import { asRefusal, type Message, type SourceOptions, startAgain, type State } from "./state.ts";

const GENERATION_MS = 5_000;
const LONGEST_RETRY_MS = 30_000;
const RESTORE_TRIES = 40;
const RESTORE_RETRY_MS = 250;
/** How long reads wait for the run that is being started. */
const LONGEST_WAIT_MS = 30_000;

export async function stop(state: State): Promise<void> {
  state.cancelRound();
  await state.run?.options.source?.close();
}

/** Ends the previous run and begins a new one: every shard goes back to the last generation, and reading continues. */
export async function start(
  state: State,
  settings: SourceSettings | null,
  { context, options }: { context: ActorContext; options: SourceOptions },
): Promise<Message> {
  const number = ++state.runs;
  if (settings !== null) state.name = settings.name;
  const isLeft = state.run !== null && isOtherFeed(state.run, { settings, options });
  // Before the last generation is stored: its pointer names no former feed that the next source would not know.
  const former = isLeft ? state.run?.former.giveUp() : undefined;
  await leave(state, context);
  if (isLeft && state.run !== null) await leaveFeeds(state.run, { former, options });
  for (let tries = 1;; tries++) {
    let making: ReturnType<typeof makeSource> | undefined;
    const make = () => making ??= makeSource(settings, options);
    const generationMs = options.generationMs ?? GENERATION_MS;
    const { reconciliationMs } = options;
    const run = new SourceRun({
      context,
      settings,
      place: settings && options.identityOf(settings).place,
      source: null,
      generationMs,
      reconciliationMs,
    });
    try {
      await state.steps.run(() => restoreNewest(state, { run, number, requested: make }));
      const made = await make();
      run.options.source = made.source;
      Object.assign(state, { run, starting: false, rounding: false, failures: 0 });
      Object.assign(state, { reason: made.reason, errorCode: made.errorCode });
      state.hasArrived = false;
      made.source?.onArrival?.(() => arrived(state, context));
      for (const resolve of [...state.awaitingStart]) resolve();
      return { type: "started", run };
    } catch (error) {
      await (await making)?.source?.close();
      if (number !== state.runs) throw error;
      if (tries === RESTORE_TRIES) {
        startAgain({ afterMs: LONGEST_RETRY_MS, run: number, settings }, context);
        throw error;
      }
      context.log("warn", "The shards could not be restored yet; trying again", { reason: String(error) });
      await sleep(RESTORE_RETRY_MS);
    }
  }
}

/**
 * The present run; while a new one is being started, that one, because its settings are stored and acknowledged. Null
 * if that takes too long.
 */
export async function startedRun(state: State): Promise<SourceRun | null> {
  if (state.starting || state.run === null) await startEnded(state);
  return state.starting ? null : state.run;
}

function startEnded({ awaitingStart }: State): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      awaitingStart.delete(end);
      resolve();
    };
    const timer = setTimeout(end, LONGEST_WAIT_MS);
    awaitingStart.add(end);
  });
}

/** Ends the present run. Stores its state first, so that another source never evaluates its span again. */
async function leave(state: State, context: ActorContext): Promise<void> {
  state.starting = true;
  await stop(state);
  await state.steps.run(async () => await state.run?.store()).catch((error) => {
    context.log("warn", "The last generation of the run before was not stored", { reason: String(error) });
  });
}

/** Whether the present subscription does not serve these settings. */
function isOtherFeed(
  { options: { settings: before } }: SourceRun,
  { settings, options }: { settings: SourceSettings | null; options: SourceOptions },
): boolean {
  if (before === null) return false;
  return settings === null || feedIdentity(before, options) !== feedIdentity(settings, options);
}

/** Ends the signups of a source that is no longer read by feed. The source may be out of reach. */
async function leaveFeeds(
  { position, options: { settings: before, context } }: SourceRun,
  { former = [], options }: { former?: readonly FeedPosition[]; options: SourceOptions },
): Promise<void> {
  const positions = position === null ? former : [...former, position];
  if (positions.length === 0) return;
  const { source } = await makeSource(before, options);
  try {
    for (const each of positions) await source?.feed.leave(each);
  } catch (error) {
    context.log("warn", "The subscription at the former source could not be deleted", {
      reason: String(error),
    });
  } finally {
    await source?.close();
  }
}

/** Equal for settings under which one subscription serves both. */
function feedIdentity(settings: SourceSettings, { identityOf }: SourceOptions): string {
  return JSON.stringify([settings.kind, settings.changeFeed, ...identityOf(settings).subscriber]);
}

/** Of several concurrent starts only the last restores. */
async function restoreNewest(
  state: State,
  { run, number, requested }: { run: SourceRun; number: number; requested: () => void },
): Promise<void> {
  if (number === state.runs) await run.restore(requested);
  if (number !== state.runs) throw new Refusal("UNAVAILABLE", "The source was restarted meanwhile");
}

interface MadeSource {
  source: DataSource | null;
  reason: string | null;
  errorCode: ErrorCode | null;
}

/** Settings that make no source leave Andon running without one; the status gives the reason. */
async function makeSource(settings: SourceSettings | null, options: SourceOptions): Promise<MadeSource> {
  try {
    const source = settings === null ? null : await options.connect(settings);
    return { source, reason: null, errorCode: null };
  } catch (error) {
    const refusal = asRefusal(error);
    const reason = String(refusal.details.reason ?? refusal.message);
    return { source: null, reason, errorCode: refusal.code };
  }
}
