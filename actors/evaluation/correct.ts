import { ticksFromMs } from "../../domain/shared/time.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import type { ActorContext, Effects, Turn } from "../runtime/types.ts";
import type { Corrected, CorrectionStep, EvaluationMessage, IdBlock } from "./contract.ts";
import { beginJob } from "./begin_job.ts";
import type { CorrectionJob } from "./correction_job.ts";
import { readEndedEvents } from "./correction_reads.ts";
import type { Assignment } from "./assignment.ts";
import type { ShardState } from "./shard.ts";
import { compareUnits, type EndedEvents, idsNeeded, writeCorrection } from "./write_correction.ts";

type Correct = Extract<EvaluationMessage, { type: "correct" }>;

/** What a turn of the corrections has come to, before anything is written. */
export type CorrectionProgress =
  | { kind: "step"; step: CorrectionStep | null }
  | { kind: "nothing_known"; assignment: Assignment }
  | { kind: "over"; job: CorrectionJob; ended: EndedEvents; asOf: number };

/** Corrections wait until a restart has come to where the shard was: until then old events are met again. */
function mayCorrect(shard: ShardState): boolean {
  return shard.engine !== null && shard.replay.length === 0 && shard.active.watermark >= shard.writtenUpTo;
}

/** Takes in what was read. A job is nobody else's: it may be gone on with before the turn has the shard for itself. */
export async function goOnCorrecting(
  shard: ShardState,
  { read }: Correct,
  context: ActorContext,
): Promise<CorrectionProgress> {
  const { corrections } = shard;
  if (!mayCorrect(shard)) return { kind: "step", step: null };
  const asOf = shard.changes, live = shard.active.watermark;
  if (read !== null && corrections.job?.number === read.job) {
    if (read.gone.length > 0) corrections.leaveOut(read.gone);
    else await corrections.job.take(read, live, context);
  }
  if (corrections.job === null) {
    const begun = await begin(shard, context);
    if (begun !== null) return begun;
  }
  const { job } = corrections;
  if (job === null || shard.changes !== asOf) return { kind: "step", step: null };
  if (!job.isOver(live)) return { kind: "step", step: job.step(live) };
  return { kind: "over", job, ended: await readEnded(job, context), asOf };
}

async function begin(shard: ShardState, context: ActorContext): Promise<CorrectionProgress | null> {
  const { corrections } = shard, before = shard.changes;
  const assigned = corrections.assign(shard.deployments.instances());
  if (assigned === null) return { kind: "step", step: null };
  const instances = assigned.instances.flatMap(({ instanceId }) =>
    shard.deployments.get(instanceId)?.instance ?? []
  );
  const assignment = { ...assigned, instances };
  const job = await beginJob(shard, assignment, context);
  if (shard.changes !== before) return { kind: "step", step: null };
  if (job === null) return { kind: "nothing_known", assignment };
  corrections.job = job;
  return null;
}

async function readEnded(job: CorrectionJob, context: ActorContext): Promise<EndedEvents> {
  const events = await Promise.all(
    job.units.map((unit) => readEndedEvents(unit.instance, job.eventsFrom(unit), context)),
  );
  return new Map(job.units.map(({ instance }, i) => [instance.instanceId, events[i]]));
}

/** Writes what a finished job has found, or tells what is to be read next. */
export function decideCorrection(
  shard: ShardState,
  { message, progress, fetchIds }: {
    message: Correct;
    progress: CorrectionProgress;
    fetchIds: (count: number) => Promise<IdBlock>;
  },
  turn: Turn<unknown>,
): Effects<EvaluationMessage> {
  if (message.ids !== undefined && message.ids.count > shard.ids.count) shard.ids = message.ids;
  const { corrections } = shard;
  if (progress.kind === "step") return { answer: answerOf(shard, progress.step) };
  if (progress.kind === "nothing_known") {
    return {
      commits: inCommits(corrections.forget(shard.place.shard, progress.assignment)),
      committed: () => corrections.forgotten(progress.assignment),
      answer: answerOf(shard, null),
      onConflict: "fail",
    };
  }
  const { job, ended, asOf } = progress;
  if (corrections.job !== job || shard.changes !== asOf || shard.pending.length > 0) {
    return { later: Promise.resolve<EvaluationMessage>({ type: "correct", read: null }) };
  }
  const compared = compareUnits(shard, job, ended);
  const needed = idsNeeded(compared);
  if (needed > shard.ids.count) {
    return {
      later: fetchIds(needed).then((ids): EvaluationMessage => ({ type: "correct", read: null, ids })),
    };
  }
  const { nowMs, context } = turn;
  const written = writeCorrection(shard, job, { compared, nowMs, random: () => context.random() });
  return { ...written, answer: answerOf(shard, null), onConflict: "fail" };
}

function answerOf({ corrections }: ShardState, step: CorrectionStep | null): Corrected {
  return { step, correcting: corrections.isWanted };
}

/** Hears of a late change. */
export function lateListener(shard: ShardState, nowMs: number) {
  const now = ticksFromMs(nowMs);
  return (late: Parameters<ShardState["corrections"]["late"]>[0]) => shard.corrections.late(late, now);
}
