import { Engine } from "../../domain/evaluation/engine.ts";
import { historyReaches, instancesWithHistory } from "../../domain/evaluation/windows/history_needs.ts";
import { type SnapshotChunk, unpackSnapshot } from "../../domain/evaluation/snapshot/snapshot.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { ShelfRecord } from "../../domain/event/shelf.ts";
import type { Entry, Key } from "../../domain/shared/commit.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import { inTimeSlices } from "../../concurrency/time_slices.ts";
import type { ActorContext } from "../runtime/types.ts";
import { type EvaluationMessage, RECORDS_READ, type Restored } from "./contract.ts";
import { Bindings } from "./bindings.ts";
import { type BlindTimeChunk, isBlindTimeChunk, ownChunks } from "./coverage.ts";
import { readDeployments } from "./deployment.ts";
import { DeploymentBook, type ReadDeployments } from "./deployment_book.ts";
import { inOrder, type JournalEntry, mayBeOf, type OpenedEvent } from "./journal.ts";
import { JournalReplay } from "./journal_replay.ts";
import { isOfRules, UpgradesAhead } from "./upgrades_ahead.ts";
import type { Checkpoint, CheckpointIndex } from "./checkpoint_retention.ts";
import type { WantedCorrection } from "./assignment.ts";
import { EventBook, type OpenEvent } from "./event_book.ts";
import { expectKnown } from "./known_check.ts";
import type { EarlierRun, RestoredShard } from "./restored_shard.ts";
import type { ShardState } from "./shard.ts";
import { isOpenEventsChunk } from "./stored.ts";

type Restore = Extract<EvaluationMessage, { type: "restore" }>;

/** What a restore reads. */
export interface StoredShard {
  deployments: ReadDeployments;
  book: DeploymentBook;
  chunks: SnapshotChunk[];
  journal: JournalEntry[];
  newestGeneration: number;
  events: { opened: OpenedEvent; record: EventRecord | null }[];
  openIds: Set<number>;
  shelves: ShelfRecord[];
  corrections: WantedCorrection[];
  checkpoints: { shard: number; checkpoints: Checkpoint[] }[];
  blindTime: BlindTimeChunk[];
}

/** The same with what is built of it: the engine as of the generation. */
export interface RebuiltShard extends StoredShard {
  upgradesAhead: UpgradesAhead;
  engine: Engine;
}

/** Reads what is stored and builds the engine of it, in steps: the shard goes on answering. */
export async function readRestored(
  message: Restore,
  context: ActorContext,
  timeZone: string,
): Promise<RebuiltShard> {
  const stored = await readStored(message, context);
  context.publish(RECORDS_READ, context.shard);
  const upgradesAhead = aheadOf(stored);
  const engine = await inTimeSlices(engineSteps(message, { ...stored, upgradesAhead, timeZone }));
  return { ...stored, upgradesAhead, engine };
}

/** Reads this shard's deployed instances, the pointed generation, the journal since, and the events they name. */
export async function readStored(message: Restore, context: ActorContext): Promise<StoredShard> {
  const generation = message.pointer?.generation ?? 0;
  const { store } = context;
  await settleLane(context);
  const [deployments, shelves, corrections, checkpoints, stored, journalEntries] = await Promise.all([
    readDeployments(context, message.sourceMaxAgeSeconds),
    readShelves(context),
    readWanted(message, context),
    store.list<CheckpointIndex>({ prefix: keys.checkpointIndex(0).slice(0, 1) }),
    store.list<unknown>({ prefix: chunkPrefix(message, context) }),
    store.list<JournalEntry>({ prefix: ["journal"], start: ["journal", generation] }),
  ]);
  const book = new DeploymentBook(deployments);
  const values = stored.map((entry) => entry.value);
  const open = values.filter(isOpenEventsChunk).flatMap((chunk) => chunk.events);
  const journal = journalEntries.map((entry) => entry.value).filter((entry) => mayBeOf(entry, context))
    .sort(inOrder);
  const opened = journal.flatMap(eventsOf);
  return {
    deployments,
    book,
    chunks: values.filter((value) =>
      !isOpenEventsChunk(value) && !isBlindTimeChunk(value)
    ) as SnapshotChunk[],
    blindTime: ownChunks(values.filter(isBlindTimeChunk), context),
    journal,
    newestGeneration: journalEntries.reduce(
      (newest, entry) => Math.max(newest, generationOf(entry)),
      generation,
    ),
    events: await readEvents(context, [...open, ...opened].filter((event) => book.has(event.instanceId))),
    openIds: new Set(open.map((event) => event.eventId)),
    shelves,
    corrections,
    checkpoints: checkpoints.map(({ key, value }) => ({
      shard: Number(key[1]),
      checkpoints: value.checkpoints,
    })),
  };
}

function eventsOf(entry: JournalEntry): OpenedEvent[] {
  if (entry.kind === "opened") return entry.events;
  return entry.kind === "corrected" ? entry.states?.open ?? [] : [];
}

/** Whether the generation was written by another number of shards: each one's part of it may then be anybody's. */
function isOfOtherShards({ pointer }: Restore, { shards }: Pick<ActorContext, "shards">): boolean {
  return pointer !== null && pointer.shards !== shards;
}

/** Its own part of the generation: what other shards had read or not is nothing to it. */
function chunkPrefix(message: Restore, context: ActorContext): Key {
  const whole = keys.generationChunk(message.pointer?.generation ?? 0, context.shard, 0);
  return whole.slice(0, isOfOtherShards(message, context) ? 2 : 3);
}

/** Late changes that are yet to be judged. */
async function readWanted(message: Restore, context: ActorContext): Promise<WantedCorrection[]> {
  const entries = await context.store.list<WantedCorrection>({ prefix: keys.correction(0, "").slice(0, 1) });
  const isAnybodys = isOfOtherShards(message, context);
  return entries.filter(({ key }) => isAnybodys || key[1] === context.shard).map((entry) => entry.value);
}

/** Those of this shard's instances, deployed or not. */
async function readShelves({ store, shard, shards }: ActorContext): Promise<ShelfRecord[]> {
  const entries = await store.list<ShelfRecord>({ prefix: keys.shelf("").slice(0, 1) });
  return entries.map((entry) => entry.value).filter((shelf) => shelf.instance_id % shards === shard);
}

/** What an earlier life of this shard has handed in must be read as well: commits of a lane land in their order. */
async function settleLane(context: ActorContext): Promise<void> {
  const { shard, store } = context;
  const value = { v: 1, at: context.now() };
  await store.commit({ mutations: [{ type: "set", key: keys.restoring(shard), value }] }, laneOfShard(shard));
}

function generationOf(entry: Entry): number {
  return Number(entry.key[1]);
}

async function readEvents(context: ActorContext, opened: OpenedEvent[]): Promise<StoredShard["events"]> {
  const entries = await context.store.getMany<EventRecord>(opened.map((event) => keys.event(event.eventId)));
  return opened.map((event, i) => ({ opened: event, record: entries[i]?.value ?? null }));
}

/** Builds the shard from what was read. */
export function buildShard(
  shard: ShardState,
  message: Restore,
  { stored, nowMs }: { stored: RebuiltShard; nowMs: Ms },
): Restored {
  shard.reset();
  shard.shelves.load(stored.shelves);
  shard.corrections.load(stored.corrections, {
    horizonHours: message.correctionHorizonHours,
    areOwn: !isOfOtherShards(message, shard.place),
  });
  shard.checkpoints.load(stored.checkpoints, shard.place.shard);
  const { engine, deployments: { single, alike } } = stored;
  shard.coverage.restore(stored.blindTime, engine.watermark);
  const before = new Set(engine.bound());
  const bindings = bindingsOf(stored.deployments);
  const replay = replayOf(stored);
  bindings.dropUnboundReads(replay.entries);
  const restored = shard.open({
    engine,
    deployments: stored.book,
    bindings,
    events: eventBookOf(stored),
    earlier: earlierRun(stored.journal),
    replay: replay.isOver ? null : replay,
    generation: stored.newestGeneration,
    sequence: nowMs * 1000,
  });
  expectKnown(restored);
  deployForgotten(restored);
  const bound = [...bindings.streams()];
  const backward = alike.flatMap((each) => instancesWithHistory(each.alike));
  const readSince = new Set(firstReadsOf(replay.entries).map((read) => read.stream));
  return {
    bound,
    unread: [...unreadAfterReplay(replay, engine.unread())],
    sinceGeneration: bound.filter((stream) => !before.has(stream) || readSince.has(stream)),
    correcting: shard.corrections.isWanted,
    reaches: historyReaches([...single.map(({ instance }) => instance), ...backward]),
    instances: stored.book.size,
    newestGeneration: stored.newestGeneration,
  };
}

function bindingsOf({ single, alike }: ReadDeployments): Bindings {
  const bindings = new Bindings();
  for (const { instance } of single) bindings.add(instance);
  for (const each of alike) bindings.addAlike(each.alike);
  bindings.takeChanges();
  return bindings;
}

function earlierRun(journal: readonly JournalEntry[]): EarlierRun {
  const writtenUpTo = journal.at(-1)?.watermark ?? -Infinity;
  return { writtenUpTo, settledUpTo: settledUpTo(journal), meetsAllAt: Infinity };
}

/** The upgrades since the generation. */
function aheadOf({ journal, book }: StoredShard): UpgradesAhead {
  const ahead = new UpgradesAhead();
  for (const entry of journal) {
    if (entry.kind !== "upgraded") continue;
    if (book.get(entry.instanceId)?.instance.deployment === entry.deployment) ahead.take(entry);
  }
  return ahead;
}

type EngineParts = Pick<RebuiltShard, "deployments" | "book" | "chunks" | "upgradesAhead"> & {
  timeZone: string;
};

/**
 * Instances that were upgraded since are there as they were before. Of those as columns no rule has come with an
 * upgrade: they are as they were.
 */
function* engineSteps(
  { pointer, watermark }: Restore,
  { chunks, deployments: { single, alike }, book, upgradesAhead, timeZone }: EngineParts,
): Generator<undefined, Engine> {
  if (chunks.length === 0) return new Engine({ watermark: pointer?.watermark ?? watermark, timeZone });
  const snapshot = unpackSnapshot(chunks, (id) => book.has(id));
  yield;
  const instances = single.map(({ instance }) => upgradesAhead.before(instance, snapshot.streams.id));
  const deployed = { instances, alike: alike.map((each) => each.alike) };
  return yield* Engine.restoring(snapshot, deployed, { timeZone });
}

/** A turn's openings may have been written in part; what is journaled after them tells that all were. */
function settledUpTo(journal: readonly JournalEntry[]): Ticks {
  const last = journal.at(-1);
  if (last === undefined) return -Infinity;
  if (last.kind !== "opened") return last.watermark;
  return journal.findLast((entry) => entry.watermark < last.watermark)?.watermark ?? -Infinity;
}

function firstReadsOf(entries: readonly JournalEntry[]): KnownStream[] {
  return entries.flatMap((entry) => entry.kind === "first_read" ? entry.reads : []);
}

/** The streams that will be unread once the journal's deployments and first reads are repeated. */
function unreadAfterReplay(replay: JournalReplay, unread: readonly number[]): Set<number> {
  const streams = new Set(unread);
  for (const entry of replay.entries) {
    if (entry.kind === "deployed" || entry.kind === "upgraded") {
      for (const { stream, read, unfilled } of replay.knownAt(entry) ?? []) {
        if (!read || unfilled === true) streams.add(stream);
      }
    } else if (entry.kind === "first_read") {
      for (const known of entry.reads) streams.delete(known.stream);
    }
  }
  return streams;
}

/** The events that the generation and the journal name, but for those of rules that an upgrade has replaced. */
function eventBookOf({ events, book, openIds }: StoredShard): EventBook {
  const taken = new EventBook();
  for (const { opened, record } of events) {
    const instance = book.get(opened.instanceId)?.instance;
    if (instance !== undefined && !isOfRules(instance, opened)) continue;
    const before = taken.knownOf(opened.instanceId).find(({ id }) => id === opened.eventId);
    const known: OpenEvent = before ?? { id: opened.eventId, record };
    taken.keepKnown(opened, known);
    known.isMet ||= openIds.has(opened.eventId);
    if (openIds.has(opened.eventId)) taken.openOf(opened.instanceId).set(opened.ruleId, known);
  }
  return taken;
}

/** What the journal has to repeat for the instances that are deployed. */
function replayOf({ journal, book, engine, upgradesAhead }: RebuiltShard): JournalReplay {
  const replay = new JournalReplay({ restoredAt: engine.watermark, upgradesAhead });
  for (const entry of journal) {
    if (entry.kind === "known") replay.addKnown(entry);
    else if (entry.kind === "first_read") replay.add(entry);
    else if (entry.kind !== "opened" && book.has(entry.instanceId)) replay.add(entry);
    if (entry.kind !== "deployed" && entry.kind !== "upgraded") continue;
    replay.deployedWith(entry.instanceId, { sequence: entry.sequence, known: replay.knownAt(entry) ?? [] });
  }
  return replay;
}

/** A deployment that neither the generation nor the journal knows starts blind: its streams are read anew. */
function deployForgotten({ engine, deployments, replay, pending }: RestoredShard): void {
  const replayed = new Set(replay?.entries.map((entry) => entry.kind === "deployed" ? entry.instanceId : 0));
  for (const id of deployments.keys()) {
    const instance = replayed.has(id) || engine.has(id) ? undefined : deployments.get(id)?.instance;
    if (instance === undefined) continue;
    const known = instance.streams.map(({ id }) => ({ stream: id, read: false, sample: null, good: null }));
    pending.push(...engine.deploy(instance, known));
  }
}
