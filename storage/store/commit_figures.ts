import { Histogram } from "../../domain/metric/histogram.ts";
import type { QueuedCommit } from "./queued_commit.ts";

/** Durations of commits, in seconds, and their sizes. */
export interface CommitFigures {
  seconds: Histogram;
  writes: Histogram;
  bytes: Histogram;
}

export function createCommitFigures(): CommitFigures {
  return {
    seconds: new Histogram([0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]),
    writes: new Histogram([1, 2, 5, 10, 20, 50, 100, 200, 500]),
    bytes: new Histogram([1_024, 4_096, 16_384, 65_536, 262_144, 819_200]),
  };
}

/** Records a committed atomic; `ms` counts from its first attempt. */
export function noteCommit(figures: CommitFigures, commits: readonly QueuedCommit[], ms: number): void {
  figures.seconds.observe(ms / 1000);
  figures.writes.observe(commits.length);
  figures.bytes.observe(commits.reduce((sum, queued) => sum + queued.payloadBytes, 0));
}
