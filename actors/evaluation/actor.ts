import { packSnapshot } from "../../domain/evaluation/snapshot/snapshot.ts";
import type { StreamPast } from "../../domain/evaluation/types.ts";
import type { Commit, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { laneOfShard } from "../../storage/keys.ts";
import { newAuditId } from "../../storage/writes/audit.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import { saveShardBeat } from "../../storage/writes/heartbeat.ts";
import { INSTANCE, type InstanceMessage } from "../instance/contract.ts";
import type { ActorContext, Behaviour, Effects, Turn } from "../runtime/types.ts";
import { alarmedStreams } from "./alarmed.ts";
import {
  BLIND_TIME,
  EVALUATION,
  EVALUATION_COUNTS,
  type EvaluationMessage,
  type EvaluationResult,
  type IdBlock,
  partitionNumber,
  partitionOf,
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
import { loseStreams } from "./lost_streams.ts";
import { continueCorrection, type CorrectionProgress, decideCorrection, lateListener } from "./correct.ts";
import { checkKnown } from "./known_check.ts";
import { advance, offer } from "./advance.ts";
import { buildShard, readRestored, type RebuiltShard } from "./restore.ts";
import type { LiveShard, RestoredShard } from "./restored_shard.ts";
import type { Partitions } from "./partitions.ts";
import type { ShardState } from "./shard.ts";
import { openEventsChunk } from "./open_events_chunk.ts";
import { pendingOpenings, writeTransitions, type Written } from "./write_transitions.ts";

const CHUNKS_PER_COMMIT = 10;

interface Prepared {
  stored: RebuiltShard | null;
  ids: IdBlock | null;
  commands: number;
  ended: EndedShelf | null;
  correction: CorrectionProgress | null;
  /** The checkpoints that a due checkpoint replaces; null when none is due. */
  dropped: DroppedCheckpoints | null;
  /** The stored state from which a past time is explained. */
  start: StoredStart | null;
}
type EvaluationTurn = Turn<Prepared>;

/**
 * The evaluation of one shard: evaluates samples, writes events, and stores its state in generations. Between a decision
 * and its commit the state is ahead of the store, so a failed commit drops it and the source restores the shard.
 */
export function evaluationBehaviour(
  partitions: Partitions,
): Behaviour<ShardState, EvaluationMessage, Prepared> {
  return {
    kind: EVALUATION,
    gate: "exclusive",
    load: (id, context) => {
      const shard = partitions.of(partitionOf(id).source);
      shard.attach(context, () => context.ref<EvaluationMessage>(EVALUATION, id).tell({ type: "flush" }));
      shard.shelves.attach((atMs) => context.after(Math.max(0, atMs - context.now()), END_SHELF));
      return Promise.resolve(shard);
    },
    broken: (shard, context) => shard.doubt(context),
    mayPutAway: (shard) => shard.isForgotten,
    prepare: async (shard, message, context) => {
      // Requested in parallel with the reads below, since the main isolate may be busy.
      const ids = shard.ids.left === 0 ? fetchIds(context, shard.ids.ahead) : null;
      ids?.catch(() => {});
      const { restored } = shard;
      return {
        commands: shard.changes.commands,
        stored: message.type === "restore" ? await readRestored(message, context, shard.timeZone) : null,
        ended: message.type === "end_shelf" ? await readEndedShelf(shard, context) : null,
        correction: message.type === "correct" ? await continueCorrection(restored, message, context) : null,
        dropped: message.type === "snapshot" && restored !== null
          ? await readDropped(restored, context)
          : null,
        start: message.type === "explain" && restored !== null
          ? await readStart(restored, message, context)
          : null,
        ids: await ids,
      };
    },
    decide(shard, message, turn) {
      if (message.type === "forget") {
        shard.forget();
        partitions.forget(shard.source);
        return { answer: null };
      }
      if (turn.prepared.ids !== null && shard.ids.left === 0) shard.ids.replace(turn.prepared.ids);
      if (message.type !== "end_shelf") remindOfShelf(shard, turn);
      if (!CHANGES_NOTHING.has(message.type)) shard.changes.turns++;
      return withCounts(shard, decide(shard, message, turn), turn.nowMs);
    },
  };
}

/** Turns after which what a correction has read is still valid. */
const CHANGES_NOTHING: ReadonlySet<string> = new Set<EvaluationMessage["type"]>([
  ...["correct", "explain", "renamed", "beat", "beat_stored"] as const,
]);

function decide(
  shard: ShardState,
  message: Exclude<EvaluationMessage, { type: "forget" }>,
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  switch (message.type) {
    case "restore":
      return restore(shard, message, turn);
    case "samples":
      return evaluate(shard.active, message, turn);
    case "correct":
      return correct(shard, message, turn);
    case "fill":
      return fill(shard.active, message.pasts);
    case "reaches":
      return { answer: shard.active.engine.reaches(message.streams) };
    case "first_read":
      return firstRead(shard.active, message, turn);
    case "lost":
      return lost(shard.active, message.streams, turn);
    case "renamed": {
      const names = new Map(message.streams.map(({ id, stream_name }) => [id, stream_name]));
      shard.restored?.deployments.rename(names);
      return { answer: null };
    }
    case "explain":
      return { answer: explained(shard.active, message, turn.prepared.start) };
    case "alarmed":
      return { answer: shard.restored === null ? [] : alarmedStreams(shard.restored) };
    case "beat":
      return beat(shard, message.minuteMs, turn);
    case "beat_stored":
      return { answer: null };
    case "end_shelf":
      return endShelf(shard, turn.prepared.ended, turn);
    case "snapshot":
      return storeSnapshot(shard.active, message.generation, turn);
    case "flush":
      return flush(shard, message, turn);
  }
}

function evaluate(
  shard: RestoredShard,
  { batch, watermark }: EvaluationMessage & { type: "samples" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  const counts = batch === null ? null : offer(shard, batch, lateListener(shard.corrections, turn.nowMs));
  if (counts !== null) shard.counter.offered(counts);
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
  if (correction === null) throw new TypeError("A correction turn was not prepared");
  const fetch = (count: number) => fetchIds(turn.context, count);
  return decideCorrection(shard, { message, progress: correction, fetchIds: fetch }, turn);
}

/** Adds the shard's counts to a turn's effects when they are due. */
function withCounts(
  shard: ShardState,
  effects: Effects<EvaluationMessage>,
  nowMs: number,
): Effects<EvaluationMessage> {
  const counts = shard.restored === null ? undefined : shard.counter.due(nowMs, shard.restored.engine.stats);
  if (counts === undefined) return effects;
  const published = {
    channel: EVALUATION_COUNTS,
    data: { source: shard.source, shard: shard.location.shard, ...counts },
  };
  return { ...effects, publish: [...effects.publish ?? [], published] };
}

/** A command committed after the read is missing in the result: the shard stays empty and restores again. */
function restore(
  shard: ShardState,
  message: EvaluationMessage & { type: "restore" },
  { prepared, nowMs }: EvaluationTurn,
): Effects<EvaluationMessage> {
  if (prepared.stored === null) throw new TypeError("A restore turn was not prepared");
  if (prepared.commands !== shard.changes.commands) {
    shard.reset();
    return { later: Promise.resolve(message) };
  }
  const answer = buildShard(shard, message, { stored: prepared.stored, nowMs });
  return { answer, publish: heldValues(shard.active.engine), tell: unfinished(prepared.stored) };
}

/** Continues undeployments that stopped between two of their commits. They are among the single deployments. */
function unfinished({ deployments: { single } }: RebuiltShard): Effects<EvaluationMessage>["tell"] {
  return single.flatMap(({ record: { id, undeploying_by: by } }) => {
    const message: InstanceMessage[] = by === undefined ? [] : [{ type: "undeploy", by }];
    return message.map((message) => ({ to: { kind: INSTANCE, id: String(id) }, message }));
  });
}

const END_SHELF: EvaluationMessage = { type: "end_shelf" };

/** The timer's turn fails when the store is unreachable, so every other turn checks for ended shelves too. */
function remindOfShelf(shard: ShardState, { nowMs, context }: EvaluationTurn): void {
  if (shard.shelves.ended(nowMs) === undefined) return;
  context.ref<EvaluationMessage>(EVALUATION, context.address.id).tell(END_SHELF);
}

type SampleCounts = Pick<EvaluationResult, "accepted" | "late" | "bindings">;

const NOTHING: SampleCounts = { accepted: 0, late: 0, bindings: [] };

/** Writes pending transitions. When ids are missing, fetches them first and continues with a `flush`. */
function write(
  shard: RestoredShard,
  turn: EvaluationTurn,
  counted: SampleCounts,
): Effects<EvaluationMessage> {
  const { ids } = shard, needed = pendingOpenings(shard.pending);
  if (needed > ids.left) {
    ids.fetchMore();
    const later = fetchIds(turn.context, needed + ids.ahead)
      .then((ids): EvaluationMessage => ({ type: "flush", ids, answer: counted }));
    return { later };
  }
  const { commits, opened, closed } = written(shard, turn);
  const late = shard.corrections.takeUnstored(shard.location.shard);
  commits.push(...inCommits(late), ...inCommits(shard.unwrittenHistory.splice(0)));
  const replaying = shard.replay?.isRepeating === true;
  const answer = {
    ...counted,
    opened,
    closed,
    replaying,
    ...correcting(shard.corrections),
  } satisfies EvaluationResult;
  return { commits, answer, onConflict: "fail" };
}

function correcting(corrections: Corrections): Pick<EvaluationResult, "correcting" | "beyondHorizon"> {
  return { correcting: corrections.isWanted, beyondHorizon: corrections.takeBeyond() };
}

/** Nothing is left to write when a restore began after the evaluation. */
function flush(
  shard: ShardState,
  { ids, answer: counted }: EvaluationMessage & { type: "flush" },
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
  if (ids !== undefined) shard.ids.replace(ids);
  const answer = (counted as SampleCounts | undefined) ?? NOTHING;
  if (shard.restored !== null) return write(shard.restored, turn, answer);
  const none = { opened: 0, closed: 0, replaying: false };
  return { answer: { ...answer, ...none, ...correcting(shard.corrections) } satisfies EvaluationResult };
}

function written(shard: RestoredShard, turn: EvaluationTurn): Written {
  const auditId = () => newAuditId(turn.nowMs, () => turn.context.random());
  const written = writeTransitions(shard, { nowMs: turn.nowMs, auditId });
  shard.counter.written(written);
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

function lost(shard: RestoredShard, streams: number[], turn: EvaluationTurn): Effects<EvaluationMessage> {
  const entries = shard.replay?.isRepeating === true ? [] : loseStreams(shard, streams);
  const effects = write(shard, turn, NOTHING);
  return { ...effects, commits: [...entries, ...(effects.commits ?? [])], onConflict: "fail" };
}

/**
 * Refused during a restore. It is stored after the turn: a failed commit of a turn would restore the shard, whose state a
 * beat does not touch.
 */
function beat(
  shard: ShardState,
  minuteMs: Ms,
  { nowMs, context: { store } }: EvaluationTurn,
): Effects<EvaluationMessage> {
  const { location } = shard.active;
  shard.beat.evaluate();
  const mutation = saveShardBeat(location.shard, { v: 1, minute_ms: minuteMs, at_ms: nowMs });
  const stored = store.commit({ mutations: [mutation] }, laneOfShard(location.shard));
  return { later: stored.then(() => BEAT_STORED) };
}

const BEAT_STORED: EvaluationMessage = { type: "beat_stored" };

/** Refused during a replay: only the journal has the ids of the events that an earlier run wrote. */
function storeSnapshot(
  shard: RestoredShard,
  generation: number,
  turn: EvaluationTurn,
): Effects<EvaluationMessage> {
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
  const { source, location } = shard;
  const coverage = shard.coverage.atSnapshot(
    shard.engine,
    partitionNumber({ source, shard: location.shard }),
  );
  // After this generation a restore no longer reads other shards' entries, so corrections taken over are stored first.
  commits.push(...coverage.commits, ...inCommits(shard.corrections.takeUnstored(shard.location.shard)));
  const chunks: unknown[] = [
    ...packSnapshot(shard.engine.snapshot()),
    ...openEventsChunk(shard.events),
    ...coverage.chunks,
  ];
  const writes = chunks.map((value, part): Mutation => ({
    type: "set",
    key: shard.keys.generationChunk(generation, shard.location.shard, part),
    value,
  }));
  const { dropped } = turn.prepared;
  if (dropped !== null && dropped.watermark === shard.engine.watermark) {
    writes.push(...storeCheckpoint(shard, dropped));
  }
  for (let from = 0; from < writes.length; from += CHUNKS_PER_COMMIT) {
    commits.push({ mutations: writes.slice(from, from + CHUNKS_PER_COMMIT) } satisfies Commit);
  }
  const publish = [{ channel: BLIND_TIME, data: coverage.report }];
  return { commits, answer: { chunks: chunks.length } satisfies Stored, publish, onConflict: "fail" };
}

async function fetchIds(context: ActorContext, count: number): Promise<IdBlock> {
  return { first: await context.store.allocateIds("event", count), count };
}
