import type { LateSpan } from "../../domain/evaluation/types.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import type { ActorContext, Effects, Turn } from "../runtime/types.ts";
import type { Corrected, CorrectionStep, EvaluationMessage, IdBlock } from "./contract.ts";
import { beginJob } from "./begin_job.ts";
import type { CorrectionJob } from "./correction_job.ts";
import { readEndedEvents } from "./correction_reads.ts";
import type { Assignment } from "./assignment.ts";
import type { Corrections } from "./corrections.ts";
import type { LastingParts, LiveShard, RestoredShard } from "./restored_shard.ts";
import { compareUnits, type EndedEvents, idsNeeded, writeCorrection } from "./write_correction.ts";

type Correct = Extract<EvaluationMessage, { type: "correct" }>;

/** The progress of the corrections in one turn, before anything is written. */
export type CorrectionProgress =
  | { kind: "step"; step: CorrectionStep | null }
  | { kind: "nothing_known"; assignment: Assignment }
  | { kind: "finished"; shard: LiveShard; job: CorrectionJob; ended: EndedEvents; asOf: number };

/**
 * Applies a read to the current job. No other turn uses the job, so this may run before the turn has exclusive access.
 * Corrections wait until a restart's replay ends, because until then it reproduces old events.
 */
export async function continueCorrection(
  shard: RestoredShard | null,
  { read }: Correct,
  context: ActorContext,
): Promise<CorrectionProgress> {
  if (!shard?.isLive()) return { kind: "step", step: null };
  const { corrections, changes } = shard, asOf = changes.turns, live = shard.engine.watermark;
  if (read !== null && corrections.job?.number === read.job) {
    if (read.gone.length > 0) corrections.excludeStreams(read.gone);
    else await corrections.job.take(read, live, context);
  }
  if (corrections.job === null) {
    const begun = await begin(shard, context);
    if (begun !== null) return begun;
  }
  const { job } = corrections;
  if (job === null || changes.turns !== asOf) return { kind: "step", step: null };
  if (!job.isFinished(live)) return { kind: "step", step: job.step(live) };
  return { kind: "finished", shard, job, ended: await readEnded(job, context), asOf };
}

async function begin(shard: LiveShard, context: ActorContext): Promise<CorrectionProgress | null> {
  const { corrections, changes } = shard, before = changes.turns;
  const assigned = corrections.assign(shard.deployments.instances(), shard.checkpoints);
  if (assigned === null) return { kind: "step", step: null };
  const instances = assigned.instances.flatMap(({ instanceId }) =>
    shard.deployments.get(instanceId)?.instance ?? []
  );
  const assignment = { ...assigned, instances };
  const job = await beginJob(shard, assignment, context);
  if (changes.turns !== before) return { kind: "step", step: null };
  if (job === null) return { kind: "nothing_known", assignment };
  corrections.job = job;
  return null;
}

async function readEnded(job: CorrectionJob, context: ActorContext): Promise<EndedEvents> {
  const events = await Promise.all(
    job.units.map((unit) => readEndedEvents(unit.instance, job.eventsFrom(unit), context)),
  );
  return new Map(job.units.map(({ instance }, i) => [instance.instanceId, events[i]!]));
}

/** Writes the result of a finished job, or answers the next read. */
export function decideCorrection(
  { ids, corrections, changes, location }: LastingParts,
  { message, progress, fetchIds }: {
    message: Correct;
    progress: CorrectionProgress;
    fetchIds: (count: number) => Promise<IdBlock>;
  },
  turn: Turn<unknown>,
): Effects<EvaluationMessage> {
  if (message.ids !== undefined && message.ids.count > ids.left) ids.replace(message.ids);
  if (progress.kind === "step") return { answer: answerOf(corrections, progress.step) };
  if (progress.kind === "nothing_known") {
    return {
      commits: inCommits(corrections.forget(location.shard, progress.assignment)),
      committed: () => corrections.forgotten(progress.assignment),
      answer: answerOf(corrections, null),
      onConflict: "fail",
    };
  }
  const { shard, job, ended, asOf } = progress;
  if (corrections.job !== job || changes.turns !== asOf || shard.pending.length > 0) {
    return { later: Promise.resolve<EvaluationMessage>({ type: "correct", read: null }) };
  }
  const compared = compareUnits(shard, job, ended);
  const needed = idsNeeded(compared);
  if (needed > ids.left) {
    return {
      later: fetchIds(needed).then((ids): EvaluationMessage => ({ type: "correct", read: null, ids })),
    };
  }
  const { nowMs, context } = turn;
  const written = writeCorrection(shard, job, { compared, nowMs, random: () => context.random() });
  return { ...written, answer: answerOf(corrections, null), onConflict: "fail" };
}

function answerOf(corrections: Corrections, step: CorrectionStep | null): Corrected {
  return { step, correcting: corrections.isWanted };
}

/** A listener that requests a correction for each late change. */
export function lateListener(corrections: Corrections, nowMs: number) {
  const now = ticksFromMs(nowMs);
  return (late: LateSpan) => corrections.late(late, now);
}
