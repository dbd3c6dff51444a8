import { Refusal } from "../../domain/shared/refusal.ts";
import { Runs } from "../runtime/runs.ts";
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

/** What rules stood on in the past: each run judges an instance again, beside what is judged live. */
export function explanationBehaviour(
  { mostSamples = MOST_SAMPLES, timeZone = "UTC" }: { mostSamples?: number; timeZone?: string } = {},
): Behaviour<Runs, Message> {
  return {
    kind: EXPLANATION,
    gate: "none",
    load: () =>
      Promise.resolve(
        new Runs({
          places: { atOnce: AT_ONCE, waiting: WAITING, what: "explanations" },
          ...{ deadlineMs: RUN_DEADLINE_MS, cancelled, tooLong },
        }),
      ),
    putAway: (runs) => Promise.resolve(runs.cancelAll()),
    decide: (runs, message, { context }) => decide(runs, message, { context, mostSamples, timeZone }),
  };
}

interface Given {
  context: ActorContext;
  mostSamples: number;
  timeZone: string;
}

function decide(runs: Runs, message: Message, given: Given): Effects<Message> {
  switch (message.type) {
    case "run":
      return { later: run(runs, message, given).then((answer) => ({ type: "done", answer })) };
    case "cancel":
      runs.cancel(message.id);
      return {};
    case "done":
      return { answer: message.answer };
  }
}

function run(
  runs: Runs,
  { id, order }: { id: string; order: PastOrder },
  { context, mostSamples, timeZone }: Given,
): Promise<PastReading> {
  const reading = `explanation ${id}`;
  return runs.run(id, async (signal) => {
    const stop = () => context.ref<SourceMessage>(SOURCE, SOURCE_ID).tell({ type: "stop_reading", reading });
    signal.addEventListener("abort", stop, { once: true });
    try {
      return await readPast(order, { reading, context, signal, mostSamples, timeZone });
    } finally {
      signal.removeEventListener("abort", stop);
    }
  });
}

function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "Nobody waits for the explanation any more");
}

function tooLong(): Refusal {
  const seconds = RUN_DEADLINE_MS / 1_000;
  return new Refusal("UNAVAILABLE", `The explanation took longer than ${seconds} s; try again shortly`);
}
