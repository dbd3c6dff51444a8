import type { SourceStream } from "../../connectors/source.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { PushedBody, SourceSettings } from "../../domain/source/types.ts";
import { keys } from "../../storage/keys.ts";
import type { ActorContext, Behaviour, Effects } from "../runtime/types.ts";
import { DISCOVERY_PROGRESS, SOURCE } from "./contract.ts";
import { caughtUp, keepWatch, kick, restart, round, roundDone, schedule, watch } from "./rounds.ts";
import { plantOf } from "./run.ts";
import { forget } from "./forget.ts";
import { start, startedRun, stop } from "./starting.ts";
import { done, type Message, newState, type SourceOptions, type State } from "./state.ts";
import { published, statusOf } from "./status.ts";
import { readingOf } from "./viewing.ts";

/** The actor that speaks with the data source. Its settings come with `start`; it keeps no secret in the store. */
export function sourceBehaviour(options: SourceOptions): Behaviour<State, Message> {
  return {
    kind: SOURCE,
    gate: "none",
    load: (_, context) => {
      keepWatch(context);
      return Promise.resolve(newState(context));
    },
    mayPutAway: (state) => state.isForgotten,
    putAway: (state) => stop(state),
    decide: (state, message, turn) => decide(state, message, { context: turn.context, options }),
  };
}

interface SourceInput {
  context: ActorContext;
  options: SourceOptions;
}

function decide(state: State, message: Message, given: SourceInput): Effects<Message> {
  const { context } = given;
  switch (message.type) {
    case "start":
      state.answeredMs = context.now();
      return { later: start(state, message.settings, given) };
    case "forget":
      return { later: forget(state, given) };
    case "watch":
      return state.isForgotten ? {} : watch(state, context);
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
    case "inspect":
      return { later: inspect(state, message.streams) };
    case "browse":
      return { later: browse(state, message.node) };
    case "take":
      return { later: take(state, message.body) };
    case "intake":
      return { later: startedRun(state).then((run) => done(readingOf(run).source.collected?.() ?? null)) };
    case "streams_changed":
      state.run?.following.changed(message.streams);
      kick(state, context);
      return { later: tellNames(state, message.streams, context) };
    case "bindings_changed":
      kick(state, context);
      return {};
    case "test":
      return { later: test(message.settings, given.options) };
    case "discover":
      return { later: discover(state, context) };
    case "trend":
      return {
        later: startedRun(state).then((run) => state.viewing.trend(run, message, context)).then(done),
      };
    case "look":
      return { later: startedRun(state).then((run) => state.viewing.look(run, message, context)).then(done) };
    case "read_past":
      return { later: startedRun(state).then((run) => state.viewing.readPast(run, message)).then(done) };
    case "stop_reading":
      state.viewing.stopReading(message.reading);
      return {};
    case "snapshot":
      return { later: snapshot(state) };
    case "catch_up":
      return { later: caughtUp(state, context).then(() => snapshot(state)) };
    case "status":
      return { answer: statusOf(state) };
    case "done":
      return { answer: message.answer };
  }
}

async function test(settings: SourceSettings, options: SourceOptions): Promise<Message> {
  const source = await options.connect(settings, { isTrial: true });
  try {
    return { type: "done", answer: await source.test() };
  } finally {
    await source.close();
  }
}

async function discover(state: State, context: ActorContext): Promise<Message> {
  const run = await startedRun(state), { source } = readingOf(run);
  const found = await source.discover((progress) => context.publish(DISCOVERY_PROGRESS, progress));
  return {
    type: "done",
    answer: { ...found, plant: run === null ? undefined : plantOf(run.options) ?? undefined },
  };
}

async function inspect(state: State, streams: readonly SourceStream[]): Promise<Message> {
  const { source } = readingOf(await startedRun(state));
  return done(await source.inspect(streams));
}

/** Settings that are saved meanwhile end the connection: the new one is asked. */
async function browse(state: State, node: string | null): Promise<Message> {
  const { source } = readingOf(await startedRun(state)), { runs } = state;
  try {
    return done(await source.browse?.(node) ?? null);
  } catch (error) {
    if (runs === state.runs) throw error;
    return await browse(state, node);
  }
}

async function take(state: State, body: PushedBody): Promise<Message> {
  const { source } = readingOf(await startedRun(state));
  return done(await source.take?.(body) ?? null);
}

/** Tells the shards the present names of streams, which the texts of new events contain. */
async function tellNames(
  { run }: State,
  streams: readonly number[],
  { store }: ActorContext,
): Promise<Message> {
  const entries = await store.getMany<StreamRecord>(streams.map((id) => keys.stream(id)));
  await run?.shards.rename(entries.flatMap((entry) => entry === undefined ? [] : [entry.value]));
  return done(null);
}

async function snapshot(state: State): Promise<Message> {
  const { run } = state;
  if (run !== null && !state.starting) await state.steps.run(() => run.store());
  return { type: "done", answer: null };
}
