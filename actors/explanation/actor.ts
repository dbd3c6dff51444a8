import { Refusal } from "../../domain/shared/refusal.ts";
import { runsBehaviour } from "../runtime/runs_behaviour.ts";
import { stopReading } from "../source/contract.ts";
import {
  EXPLANATION,
  type ExplanationMessage,
  type PastOrder,
  type PastReading,
  RUN_DEADLINE_MS,
} from "./contract.ts";
import { MOST_SAMPLES, readPast } from "./run.ts";

/** Runs at one time, and runs that may wait. */
const AT_ONCE = 4;
const WAITING = 16;

type Asked = Extract<ExplanationMessage, { order: PastOrder }>;

/** Explains rules at a past time: each run evaluates an instance again, beside live evaluation. */
export function explanationBehaviour(
  { mostSamples = MOST_SAMPLES, timeZone = "UTC" }: { mostSamples?: number; timeZone?: string } = {},
) {
  return runsBehaviour<Asked, PastReading>({
    kind: EXPLANATION,
    semaphore: { permits: AT_ONCE, maxWaiting: WAITING, what: "explanations" },
    deadlineMs: RUN_DEADLINE_MS,
    cancelled,
    tooLong,
    async carryOut({ id, order }, { context, signal }) {
      const reading = `explanation ${id}`;
      const stop = () => stopReading(context, { reading, streams: order.streams });
      signal.addEventListener("abort", stop, { once: true });
      try {
        return await readPast(order, { reading, context, signal, mostSamples, timeZone });
      } finally {
        signal.removeEventListener("abort", stop);
      }
    },
  });
}

function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "The request was aborted");
}

function tooLong(): Refusal {
  const seconds = RUN_DEADLINE_MS / 1_000;
  return new Refusal("UNAVAILABLE", `The explanation took longer than ${seconds} s; try again shortly`);
}
