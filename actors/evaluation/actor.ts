import { packSnapshot } from "../../domain/evaluation/snapshot/snapshot.ts";
import type { StreamPast } from "../../domain/evaluation/types.ts";
import type { Commit, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { newAuditId } from "../../storage/writes/audit.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import { INSTANCE, type InstanceMessage } from "../instance/contract.ts";
import type { ActorContext, Behaviour, Effects, Turn } from "../runtime/types.ts";
import { alarmedStreams } from "./alarmed.ts";
import {
  BLIND_TIME,
  EVALUATION,
  EVALUATION_COUNTS,
  type EvaluationMessage,
  type IdBlock,
  type Judged,
  type Stored,
  type StoredStart,
} from "./contract.ts";
import { explained, readStart } from "./explain.ts";
import { type EndedShelf, endShelf, readEndedShelf } from "./end_shelf.ts";
import { heldValues } from "./held_values.ts";
import { takeFirstReads } from "./first_reads.ts";
import type { DroppedCheckpoints } from "./checkpoint_retention.ts";
import { readDropped, storeCheckpoint } from "./checkpoints.ts";
import type { Corrections } from "./corrections.ts";
import { type CorrectionProgress, decideCorrection, goOnCorrecting, lateListener } from "./correct.ts";
import { checkKnown } from "./known_check.ts";
import { advance, offer } from "./replay.ts";
import { buildShard, readRestored, type RebuiltShard } from "./restore.ts";
import type { LiveShard, RestoredShard } from "./restored_shard.ts";
import type { ShardState } from "./shard.ts";
import { openEventsChunk } from "./stored.ts";
import { pendingOpenings, writeTransitions, type Written } from "./write_transitions.ts";

const CHUNKS_PER_COMMIT = 10;

interface Prepared {
  stored: RebuiltShard | null;
  ids: IdBlock | null;
  commands: number;
  ended: EndedShelf | null;
  correction: CorrectionProgress | null;
  /** What a barrier stores beside a generation: a checkpoint, when one is due. */
  dropped: DroppedCheckpoints | null;
  /** What a past time is explained from. */
  start: StoredStart | null;
}
type EvaluationTurn = Turn<Prepared>;

/**
 * The evaluation of one shard: judges samples, writes what follows, and keeps the state in generations. Its state is
 * ahead of the store between a decision and its commit, so a failed commit drops it, and the source restores all.
 */
export function evaluationBehaviour(shard: ShardState): Behaviour<ShardState, EvaluationMessage, Prepared> {
  return {
    kind: EVALUATION,
    gate: "exclusive",
    load: (id, context) => {
      shard.attach(context, () => context.ref<EvaluationMessage>(EVALUATION, id).tell({ type: "flush" }));
      shard.shelves.attach((atMs) => context.after(Math.max(0, atMs - context.now()), END_SHELF));
      return Promise.resolve(shard);
    },
    broken: (_, context) => shard.doubt(context),
    mayPutAway: () => false,
    prepare: async (_, message, context) => {
      // Asked for beside all else: the main isolate has other work to do.
      const ids = shard.ids.left === 0 ? fetchIds(context, shard.ids.ahead) : null;
      ids?.catch(() => {});
      const { restored } = shard;
      return {
        commands: shard.changes.commands,
        stored: message.type === "restore" ? await readRestored(message, context, shard.timeZone) : null,
        ended: message.type === "end_shelf" ? await readEndedShelf(shard, context) : null,
        correction: message.type === "correct" ? await goOnCorrecting(restored, message, context) : null,
        dropped: message.type === "barrier" && restored !== null
          ? await readDropped(restored, context)
          : null,
        start: message.type === "explain" && restored !== null
          ? await readStart(restored, message, context)
          : null,
        ids: await ids,
      };
    },
    decide(_, message, turn) {
      if (turn.prepared.ids !== null && shard.ids.left === 0) shard.ids.replace(turn.prepared.ids);
      if (message.type !== "end_shelf") remindOfShelf(shard, turn);
      if (message.type !== "correct" && message.type !== "explain") shard.changes.turns++;
      return withCounts(shard, decide(shard, message, turn), turn.nowMs);
    },
  };
}

function decide(
  shard: ShardState,
  message: EvaluationMessage,
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  switch (message.type) {
    case "restore":
      return restore(shard, message, turn);
    case "samples":
      return judge(shard.active, message, turn);
    case "correct":
      return correct(shard, message, turn);
    case "fill":
      return fill(shard.active, message.pasts);
    case "reaches":
      return { answer: shard.active.engine.reaches(message.streams) };
    case "first_read":
      return firstRead(shard.active, message, turn);
    case "explain":
      return { answer: explained(shard.active, message, turn.prepared.start) };
    case "alarmed":
      return { answer: shard.restored === null ? [] : alarmedStreams(shard.restored) };
    case "end_shelf":
      return endShelf(shard, turn.prepared.ended, turn);
    case "barrier":
      return barrier(shard.active, message.generation, turn);
    case "flush":
      return flush(shard, message, turn);
  }
}

function judge(
  shard: RestoredShard,
  { batch, watermark }: EvaluationMessage & { type: "samples" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  const counts = batch === null ? null : offer(shard, batch, lateListener(shard.corrections, turn.nowMs));
  if (counts !== null) shard.tally.offered(counts);
  if (watermark !== null) advance(shard, watermark);
  checkKnown(shard);
  const bindings = watermark === null ? [] : shard.bindings.takeChanges();
  return write(shard, turn, { accepted: counts?.accepted ?? 0, late: counts?.late ?? 0, bindings });
}

function correct(
  shard: ShardState,
  message: EvaluationMessage & { type: "correct" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  const { correction } = turn.prepared;
  if (correction === null) throw new TypeError("A correction needs what it has come to");
  const fetch = (count: number) => fetchIds(turn.context, count);
  return decideCorrection(shard, { message, progress: correction, fetchIds: fetch }, turn);
}

/** Tells with a turn's effects, now and then, what the shard has done. */
function withCounts(
  shard: ShardState,
  effects: Effects<EvaluationMessage>,
  nowMs: number,
): Effects<EvaluationMessage> {
  const counts = shard.restored === null ? undefined : shard.tally.due(nowMs, shard.restored.engine.stats);
  if (counts === undefined) return effects;
  const told = { channel: EVALUATION_COUNTS, data: { shard: shard.place.shard, ...counts } };
  return { ...effects, publish: [...effects.publish ?? [], told] };
}

/** A command that was committed since the reading is not in what was read: the shard waits empty for another. */
function restore(
  shard: ShardState,
  message: EvaluationMessage & { type: "restore" },
  { prepared, nowMs }: EvaluationTurn,
): Effects<EvaluationMessage> {
  if (prepared.stored === null) throw new TypeError("A restore needs what is stored");
  if (prepared.commands !== shard.changes.commands) {
    shard.reset();
    return { later: Promise.resolve(message) };
  }
  const answer = buildShard(shard, message, { stored: prepared.stored, nowMs });
  return { answer, publish: heldValues(shard.active.engine), tell: unfinished(prepared.stored) };
}

/** The undeployments that broke off between two of their commits: none of them is bound as others are. */
function unfinished({ deployments: { single } }: RebuiltShard): Effects<EvaluationMessage>["tell"] {
  return single.flatMap(({ record: { id, undeploying_by: by } }) => {
    const message: InstanceMessage[] = by === undefined ? [] : [{ type: "undeploy", by }];
    return message.map((message) => ({ to: { kind: INSTANCE, id: String(id) }, message }));
  });
}

const END_SHELF: EvaluationMessage = { type: "end_shelf" };

/** The alarm's turn may have failed, the store being out of reach: every other turn looks as well. */
function remindOfShelf(shard: ShardState, { nowMs, context }: EvaluationTurn): void {
  if (shard.shelves.ended(nowMs) === undefined) return;
  context.ref<EvaluationMessage>(EVALUATION, context.address.id).tell(END_SHELF);
}

type Counted = Pick<Judged, "accepted" | "late" | "bindings">;

const NOTHING: Counted = { accepted: 0, late: 0, bindings: [] };

/** Writes what is pending; fetches ids first when there are not enough, and comes back by a `flush`. */
function write(shard: RestoredShard, turn: EvaluationTurn, counted: Counted): Effects<EvaluationMessage> {
  const { ids } = shard, needed = pendingOpenings(shard.pending);
  if (needed > ids.left) {
    ids.fetchMore();
    const later = fetchIds(turn.context, needed + ids.ahead)
      .then((ids): EvaluationMessage => ({ type: "flush", ids, answer: counted }));
    return { later };
  }
  const { commits, opened, closed } = written(shard, turn);
  const late = shard.corrections.takeUnstored(shard.place.shard);
  commits.push(...inCommits(late), ...inCommits(shard.unwrittenHistory.splice(0)));
  const replaying = shard.replay?.isRepeating === true;
  const answer = { ...counted, opened, closed, replaying, ...correcting(shard.corrections) } satisfies Judged;
  return { commits, answer, onConflict: "fail" };
}

function correcting(corrections: Corrections): Pick<Judged, "correcting" | "beyondHorizon"> {
  return { correcting: corrections.isWanted, beyondHorizon: corrections.takeBeyond() };
}

/** A restore has begun since what was pending was judged: nothing is left to write. */
function flush(
  shard: ShardState,
  { ids, answer: counted }: EvaluationMessage & { type: "flush" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  if (ids !== undefined) shard.ids.replace(ids);
  const answer = (counted as Counted | undefined) ?? NOTHING;
  if (shard.restored !== null) return write(shard.restored, turn, answer);
  const none = { opened: 0, closed: 0, replaying: false };
  return { answer: { ...answer, ...none, ...correcting(shard.corrections) } satisfies Judged };
}

function written(shard: RestoredShard, turn: EvaluationTurn): Written {
  const auditId = () => newAuditId(turn.nowMs, () => turn.context.random());
  const written = writeTransitions(shard, { nowMs: turn.nowMs, auditId });
  shard.tally.written(written);
  return written;
}

function fill({ engine, replay }: RestoredShard, pasts: readonly StreamPast[]): Effects<EvaluationMessage> {
  for (const past of pasts) {
    engine.fill(past);
    replay?.keepPast(past);
  }
  return { answer: null };
}

function firstRead(
  shard: RestoredShard,
  message: EvaluationMessage & { type: "first_read" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  const entries = takeFirstReads(shard, message);
  const effects = write(shard, turn, NOTHING);
  return { ...effects, commits: [...entries, ...(effects.commits ?? [])], onConflict: "fail" };
}

/** Not while what an earlier run wrote is still to be judged again: the journal alone knows those events' ids. */
function barrier(shard: RestoredShard, generation: number, turn: EvaluationTurn): Effects<EvaluationMessage> {
  const isShortOfIds = pendingOpenings(shard.pending) > shard.ids.left;
  if (isShortOfIds || !shard.isLive()) return { answer: { chunks: -1 } satisfies Stored };
  return storeGeneration(shard, generation, turn);
}

function storeGeneration(
  shard: LiveShard,
  generation: number,
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  const { commits } = written(shard, turn);
  shard.journal.generation = generation;
  shard.events.forgetKnownIdentities();
  const coverage = shard.coverage.atBarrier(shard.engine, shard.place.shard);
  // After a generation nothing is read any more of what other shards wrote: what is left of that goes before it.
  commits.push(...coverage.commits, ...inCommits(shard.corrections.takeUnstored(shard.place.shard)));
  const chunks: unknown[] = [
    ...packSnapshot(shard.engine.snapshot()),
    ...openEventsChunk(shard.events),
    ...coverage.chunks,
  ];
  const writes = chunks.map((value, part): Mutation => ({
    type: "set",
    key: keys.generationChunk(generation, shard.place.shard, part),
    value,
  }));
  const { dropped } = turn.prepared;
  if (dropped !== null && dropped.watermark === shard.engine.watermark) {
    writes.push(...storeCheckpoint(shard, dropped));
  }
  for (let from = 0; from < writes.length; from += CHUNKS_PER_COMMIT) {
    commits.push({ mutations: writes.slice(from, from + CHUNKS_PER_COMMIT) } satisfies Commit);
  }
  const publish = [{ channel: BLIND_TIME, data: coverage.told }];
  return { commits, answer: { chunks: chunks.length } satisfies Stored, publish, onConflict: "fail" };
}

async function fetchIds(context: ActorContext, count: number): Promise<IdBlock> {
  return { first: await context.store.allocateIds("event", count), count };
}
