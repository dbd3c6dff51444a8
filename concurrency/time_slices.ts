import { sleep } from "./sleep.ts";

/** How long a computation may block the event loop, in milliseconds. */
const SLICE_MS = 10;

export interface SliceOptions {
  sleep?: (delayMs: number) => Promise<void>;
  clock?: () => number;
}

/** Lets other pending work on the event loop run first. */
export function yieldToEventLoop(): Promise<void> {
  return sleep(0);
}

/** For a loop with awaits of its own: yields to the event loop when the slice of time has passed. */
export function timeSlices(
  { sleep: pause = sleep, clock = () => performance.now() }: SliceOptions = {},
): () => Promise<void> {
  let untilMs = clock() + SLICE_MS;
  return async () => {
    if (clock() < untilMs) return;
    await pause(0);
    untilMs = clock() + SLICE_MS;
  };
}

/** Runs a computation step by step, and yields to the event loop after each slice of time. */
export async function inTimeSlices<T>(
  steps: Iterator<unknown, T>,
  { sleep: pause = sleep, clock = () => performance.now() }: SliceOptions = {},
): Promise<T> {
  let untilMs = clock() + SLICE_MS;
  for (let step = steps.next();; step = steps.next()) {
    if (step.done) return step.value;
    if (clock() < untilMs) continue;
    await pause(0);
    untilMs = clock() + SLICE_MS;
  }
}
