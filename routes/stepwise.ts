/** How long a computation may hold up everything else, milliseconds. */
const SLICE_MS = 10;

/** Carries out a computation that yields between its steps, letting others go first now and then. */
export async function stepwise<T>(
  steps: Generator<void, T>,
  { sleep = afterTimeout, clock = () => performance.now() }: {
    sleep?: (delayMs: number) => Promise<void>;
    clock?: () => number;
  } = {},
): Promise<T> {
  let untilMs = clock() + SLICE_MS;
  for (let step = steps.next();; step = steps.next()) {
    if (step.done) return step.value;
    if (clock() < untilMs) continue;
    await sleep(0);
    untilMs = clock() + SLICE_MS;
  }
}

function afterTimeout(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
