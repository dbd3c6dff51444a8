import { Refusal } from "../../domain/shared/refusal.ts";
import { Places } from "../runtime/places.ts";
import type { ActorContext, Behaviour, Effects } from "../runtime/types.ts";
import { SOURCE, SOURCE_ID, type SourceMessage } from "../source/contract.ts";
import {
  EXPLANATION,
  type ExplanationMessage,
  type PastOrder,
  type PastReading,
  RUN_DEADLINE_MS,
} from "./contract.ts";
import { MOST_SAMPLES, readPast } from "./run.ts";

/** Runs at once, and runs that wait. */
const AT_ONCE = 4;
const WAITING = 16;

type Message = ExplanationMessage | { type: "done"; answer: PastReading };

interface State {
  places: Places;
  runs: Map<string, AbortController>;
}

/** What rules stood on in the past: each run judges an instance again, beside what is judged live. */
export function explanationBehaviour(
  { mostSamples = MOST_SAMPLES, timeZone = "UTC" }: { mostSamples?: number; timeZone?: string } = {},
): Behaviour<State, Message> {
  return {
    kind: EXPLANATION,
    gate: "none",
    load: () =>
      Promise.resolve({
        places: new Places({ atOnce: AT_ONCE, waiting: WAITING, what: "explanations" }),
        runs: new Map(),
      }),
    putAway: (state) => {
      for (const run of state.runs.values()) run.abort(cancelled());
      return Promise.resolve();
    },
    decide: (state, message, { context }) => decide(state, message, { context, mostSamples, timeZone }),
  };
}

interface Given {
  context: ActorContext;
  mostSamples: number;
  timeZone: string;
}

function decide(state: State, message: Message, given: Given): Effects<Message> {
  switch (message.type) {
    case "run":
      return { later: run(state, message, given).then((answer) => ({ type: "done", answer })) };
    case "cancel":
      state.runs.get(message.id)?.abort(cancelled());
      return {};
    case "done":
      return { answer: message.answer };
  }
}

async function run(
  { places, runs }: State,
  { id, order }: { id: string; order: PastOrder },
  { context, mostSamples, timeZone }: Given,
): Promise<PastReading> {
  const ended = new AbortController(), { signal } = ended;
  const reading = `explanation ${id}`;
  const stop = () => context.ref<SourceMessage>(SOURCE, SOURCE_ID).tell({ type: "stop_reading", reading });
  runs.set(id, ended);
  signal.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => ended.abort(tooLong()), RUN_DEADLINE_MS);
  try {
    return await places.inPlace(
      signal,
      () => readPast(order, { reading, context, signal, mostSamples, timeZone }),
    );
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    runs.delete(id);
  }
}

function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "Nobody waits for the explanation any more");
}

function tooLong(): Refusal {
  const seconds = RUN_DEADLINE_MS / 1_000;
  return new Refusal("UNAVAILABLE", `The explanation took longer than ${seconds} s; try again shortly`);
}
