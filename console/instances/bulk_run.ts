import type { Schemas } from "../api/client.ts";
import { ApiProblem, problemOf } from "../api/problem.ts";

export type BulkItem =
  | Schemas["BulkDeployment"]["items"][number]
  | Schemas["BulkUndeployment"]["items"][number]
  | Omit<Schemas["Upgrade"]["items"][number], "from_version" | "events">;

/** So many calls at most: a client may make ten heavy ones a minute. */
const MOST_CALLS = 8;
const FEWEST_AT_ONCE = 50;
const LONGEST_PAUSES = 5;

/** The instances in batches: small enough that progress is seen, few enough for the server's limit. */
export function batchesOf(ids: readonly number[]): number[][] {
  const size = Math.max(FEWEST_AT_ONCE, Math.ceil(ids.length / MOST_CALLS));
  return Array.from(
    { length: Math.ceil(ids.length / size) },
    (_, at) => ids.slice(at * size, (at + 1) * size),
  );
}

export interface BulkRun {
  ids: readonly number[];
  /** One call; throws an ApiProblem. */
  send(ids: number[]): Promise<readonly BulkItem[]>;
  /** What became of a batch. */
  take(items: readonly BulkItem[]): void;
  /** Asked before each batch. */
  isStopped(): boolean;
  /** Waits so long; the server has had enough for now. */
  pause(ms: number): Promise<void>;
}

/** Sends batch after batch. What a failed call named has failed; the rest goes on. */
export async function runBulk(run: BulkRun): Promise<void> {
  for (const batch of batchesOf(run.ids)) {
    if (run.isStopped()) return;
    run.take(await sendPatiently(batch, run));
  }
}

async function sendPatiently(
  batch: number[],
  { send, pause, isStopped }: BulkRun,
): Promise<readonly BulkItem[]> {
  for (let tries = 1;; tries++) {
    try {
      return await send(batch);
    } catch (error) {
      const problem = problemOf(error);
      const pauseMs = pauseOf(problem);
      if (pauseMs === undefined || tries >= LONGEST_PAUSES || isStopped()) return failed(batch, problem);
      await pause(pauseMs);
    }
  }
}

function pauseOf({ code, details }: ApiProblem): number | undefined {
  const { retry_after_seconds: seconds } = details;
  return code === "RATE_LIMITED" && typeof seconds === "number" ? (seconds + 1) * 1_000 : undefined;
}

function failed(batch: readonly number[], { message }: ApiProblem): BulkItem[] {
  return batch.map((id) => ({
    id,
    instance_name: null,
    status: "failed",
    problems: [{ path: "", message }],
  }));
}
