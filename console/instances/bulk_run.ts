import type { Schemas } from "../api/client.ts";
import { ApiProblem, problemOf } from "../api/problem.ts";

export type BulkItem =
  | Schemas["BulkDeployment"]["items"][number]
  | Schemas["BulkUndeployment"]["items"][number]
  | Schemas["BulkDeletion"]["items"][number]
  | Omit<Schemas["Upgrade"]["items"][number], "from_version" | "events">;

/** Below the rate limit of ten bulk calls a minute. */
const MAX_CALLS = 8;
const MIN_BATCH = 50;
const MAX_TRIES = 5;

/** Splits the instances into batches: small enough to show progress, few enough for the rate limit. */
export function batchesOf(ids: readonly number[]): number[][] {
  const size = Math.max(MIN_BATCH, Math.ceil(ids.length / MAX_CALLS));
  return Array.from(
    { length: Math.ceil(ids.length / size) },
    (_, at) => ids.slice(at * size, (at + 1) * size),
  );
}

export interface BulkRun<Item = BulkItem> {
  ids: readonly number[];
  /** Sends one batch; throws an ApiProblem. */
  send(ids: number[]): Promise<readonly Item[]>;
  /** Receives the results of a batch. */
  take(items: readonly Item[]): void;
  /** Called before each batch. */
  isStopped(): boolean;
  /** Waits for the rate limit. */
  pause(ms: number): Promise<void>;
}

/** Sends the batches in turn. If a call fails, all its instances count as failed and the next batch follows. */
export async function runBulk(run: BulkRun): Promise<void> {
  await runBatches(batchesOf(run.ids), { ...run, failed: failedInstances });
}

type BatchRun<Item> = Omit<BulkRun<Item>, "ids"> & {
  /** The results of a batch whose call failed. */
  failed(batch: readonly number[], problem: ApiProblem): readonly Item[];
};

/** The same for batches of any things. */
export async function runBatches<Item>(batches: readonly number[][], run: BatchRun<Item>): Promise<void> {
  for (const batch of batches) {
    if (run.isStopped()) return;
    run.take(await sendWithRetry(batch, run));
  }
}

async function sendWithRetry<Item>(
  batch: number[],
  { send, pause, isStopped, failed }: BatchRun<Item>,
): Promise<readonly Item[]> {
  try {
    return await whenAllowed(() => send(batch), { pause, isStopped });
  } catch (error) {
    return failed(batch, problemOf(error));
  }
}

/** The answer of a call, which is repeated when the rate limit allows it. Throws an ApiProblem. */
export async function whenAllowed<T>(
  call: () => Promise<T>,
  { pause, isStopped = () => false }: { pause(ms: number): Promise<unknown>; isStopped?(): boolean },
): Promise<T> {
  for (let tries = 1;; tries++) {
    try {
      return await call();
    } catch (error) {
      const pauseMs = pauseOf(problemOf(error));
      if (pauseMs === undefined || tries >= MAX_TRIES || isStopped()) throw error;
      await pause(pauseMs);
    }
  }
}

function pauseOf({ code, details }: ApiProblem): number | undefined {
  const { retry_after_seconds: seconds } = details;
  return code === "RATE_LIMITED" && typeof seconds === "number" ? (seconds + 1) * 1_000 : undefined;
}

function failedInstances(batch: readonly number[], { message }: ApiProblem): BulkItem[] {
  return batch.map((id) => ({
    id,
    instance_name: null,
    status: "failed",
    problems: [{ path: "", message }],
  }));
}
