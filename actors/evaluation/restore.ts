import { Engine } from "../../domain/evaluation/engine.ts";
import { historyReaches, instancesWithHistory } from "../../domain/evaluation/windows/history_needs.ts";
import { type SnapshotChunk, unpackSnapshot } from "../../domain/evaluation/snapshot/snapshot.ts";
import { standardFrom, type StandardRecord } from "../../domain/evaluation/standard.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { ShelfRecord } from "../../domain/event/shelf.ts";
import type { Entry, Key } from "../../domain/shared/commit.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import { keys, laneOfShard } from "../../storage/keys.ts";
import { inTimeSlices } from "../../concurrency/time_slices.ts";
import type { ActorContext } from "../runtime/types.ts";
import { type EvaluationMessage, ownKeys, partitionOf, RECORDS_READ, type Restored } from "./contract.ts";
import { Bindings } from "./bindings.ts";
import { type BlindTimeChunk, isBlindTimeChunk, ownChunks } from "./coverage.ts";
import { readDeployments } from "./deployment.ts";
import { DeploymentBook, type ReadDeployments } from "./deployment_book.ts";
import { inOrder, type JournalEntry, mayBeOf, type OpenedEvent } from "./journal.ts";
import { JournalReplay } from "./journal_replay.ts";
import { isOfRules, PendingUpgrades } from "./pending_upgrades.ts";
import type { Checkpoint, CheckpointIndex } from "./checkpoint_retention.ts";
import type { WantedCorrection } from "./assignment.ts";
import { EventBook, type OpenEvent } from "./event_book.ts";
import { expectKnown } from "./known_check.ts";
import type { EarlierRun, RestoredShard } from "./restored_shard.ts";
import type { ShardState } from "./shard.ts";
import { isOpenEventsChunk } from "./open_events_chunk.ts";

type Restore = Extract<EvaluationMessage, { type: "restore" }>;

/** The stored data of a shard. */
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
  /** The watermark from which the newest standard is in force. */
  standardFrom: Ticks;
}

/** The stored data with the engine rebuilt as of the generation. */
export interface RebuiltShard extends StoredShard {
  pendingUpgrades: PendingUpgrades;
  engine: Engine;
}

/** Reads the stored data and rebuilds the engine in time slices, so that the shard still answers. */
export async function readRestored(
  message: Restore,
  context: ActorContext,
  timeZone: string,
): Promise<RebuiltShard> {
  const stored = await readStored(message, context);
  context.publish(RECORDS_READ, partitionOf(context.address.id));
  const pendingUpgrades = pendingUpgradesOf(stored);
  const engine = await inTimeSlices(engineSteps(message, { ...stored, pendingUpgrades, timeZone }));
  return { ...stored, pendingUpgrades, engine };
}

/** Reads this shard's deployed instances, the newest generation, the journal since, and the events they name. */
export async function readStored(message: Restore, context: ActorContext): Promise<StoredShard> {
  const generation = message.pointer?.generation ?? 0;
  const { store } = context, own = ownKeys(context);
  await settleLane(context);
  const journal = own.journal(0, 0, 0).slice(0, -3);
  const [deployments, standard, shelves, corrections, checkpoints, stored, journalEntries] = await Promise
    .all([
      readDeployments(context, message.sourceMaxAgeSeconds),
      store.get<StandardRecord>(keys.meta("standard")),
      readShelves(context),
      readWanted(message, context),
      store.list<CheckpointIndex>({ prefix: own.checkpointIndex(0).slice(0, -1) }),
      store.list<unknown>({ prefix: chunkPrefix(message, context) }),
      store.list<JournalEntry>({ prefix: journal, start: [...journal, generation] }),
    ]);
  const book = new DeploymentBook(deployments);
  const values = stored.map((entry) => entry.value);
  const open = values.filter(isOpenEventsChunk).flatMap((chunk) => chunk.events);
  const entries = journalEntries.map((entry) => entry.value).filter((entry) => mayBeOf(entry, context))
    .sort(inOrder);
  const opened = entries.flatMap(eventsOf);
  return {
    deployments,
    standardFrom: standardFrom(standard?.value),
    book,
    chunks: values.filter((value) =>
      !isOpenEventsChunk(value) && !isBlindTimeChunk(value)
    ) as SnapshotChunk[],
    blindTime: ownChunks(values.filter(isBlindTimeChunk), context),
    journal: entries,
    newestGeneration: journalEntries.reduce(
      (newest, entry) => Math.max(newest, generationOf(entry)),
      generation,
    ),
    events: await readEvents(context, [...open, ...opened].filter((event) => book.has(event.instanceId))),
    openIds: new Set(open.map((event) => event.eventId)),
    shelves,
    corrections,
    checkpoints: checkpoints.map(({ key, value }) => ({
      shard: Number(key.at(-1)),
      checkpoints: value.checkpoints,
    })),
  };
}

function eventsOf(entry: JournalEntry): OpenedEvent[] {
  if (entry.kind === "opened") return entry.events;
  return entry.kind === "corrected" ? entry.states?.open ?? [] : [];
}

/** Whether the generation was written with another number of shards; then all parts of it must be read. */
function isOfOtherShards({ pointer }: Restore, { shards }: Pick<ActorContext, "shards">): boolean {
  return pointer !== null && pointer.shards !== shards;
}

/** The prefix of the shard's own part of the generation, or of all parts. */
function chunkPrefix(message: Restore, context: ActorContext): Key {
  const whole = ownKeys(context).generationChunk(message.pointer?.generation ?? 0, context.shard, 0);
  return whole.slice(0, isOfOtherShards(message, context) ? -2 : -1);
}

/** The pending corrections. */
async function readWanted(message: Restore, context: ActorContext): Promise<WantedCorrection[]> {
  const entries = await context.store.list<WantedCorrection>({
    prefix: ownKeys(context).correction(0, "").slice(0, -2),
  });
  const isAnybodys = isOfOtherShards(message, context);
  return entries.filter(({ key }) => isAnybodys || key.at(-2) === context.shard).map((entry) => entry.value);
}

/** The shelves of this shard's instances, deployed or not. */
async function readShelves({ store, shard, shards }: ActorContext): Promise<ShelfRecord[]> {
  const entries = await store.list<ShelfRecord>({ prefix: keys.shelf("").slice(0, 1) });
  return entries.map((entry) => entry.value).filter((shelf) => shelf.instance_id % shards === shard);
}

/** Waits for commits of an earlier worker of this shard: commits of a lane are applied in order. */
async function settleLane(context: ActorContext): Promise<void> {
  const { shard, store } = context;
  const value = { v: 1, at: context.now() };
  await store.commit(
    { mutations: [{ type: "set", key: ownKeys(context).restoring(shard), value }] },
    laneOfShard(shard),
  );
}

function generationOf(entry: Entry): number {
  return Number(entry.key.at(-3));
}

async function readEvents(context: ActorContext, opened: OpenedEvent[]): Promise<StoredShard["events"]> {
  const entries = await context.store.getMany<EventRecord>(opened.map((event) => keys.event(event.eventId)));
  return opened.map((event, i) => ({ opened: event, record: entries[i]?.value ?? null }));
}

/** Builds the shard from the stored data. */
export function buildShard(
  shard: ShardState,
  message: Restore,
  { stored, nowMs }: { stored: RebuiltShard; nowMs: Ms },
): Restored {
  shard.reset();
  shard.shelves.load(stored.shelves);
  shard.corrections.load(stored.corrections, {
    horizonHours: message.correctionHorizonHours,
    areOwn: !isOfOtherShards(message, shard.location),
  });
  shard.checkpoints.load(stored.checkpoints, shard.location.shard);
  const { engine, deployments: { single, alike } } = stored;
  shard.coverage.restore(stored.blindTime, engine.watermark);
  const before = new Set(engine.bound());
  const bindings = bindingsOf(stored.deployments);
  const replay = replayOf(stored);
  bindings.dropUnboundReads(replay.entries);
  const restored = shard.open({
    engine,
    standardFrom: stored.standardFrom,
    deployments: stored.book,
    bindings,
    events: eventBookOf(stored),
    earlier: earlierRun(stored.journal),
    replay: replay.isFinished ? null : replay,
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
    watermark: engine.watermark,
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
  return { writtenUpTo, settledUpTo: settledUpTo(journal), reproducedBy: Infinity };
}

/** The upgrades in the journal since the generation. */
function pendingUpgradesOf({ journal, book }: StoredShard): PendingUpgrades {
  const ahead = new PendingUpgrades();
  for (const entry of journal) {
    if (entry.kind !== "upgraded") continue;
    if (book.get(entry.instanceId)?.instance.deployment === entry.deployment) ahead.take(entry);
  }
  return ahead;
}

type EngineParts =
  & Pick<RebuiltShard, "deployments" | "book" | "chunks" | "pendingUpgrades" | "standardFrom">
  & { timeZone: string };

/**
 * Rebuilds the engine with instances as they were before upgrades since the generation. Instances stored as columns have
 * no rules added by an upgrade.
 */
function* engineSteps(
  { pointer, watermark }: Restore,
  { chunks, deployments: { single, alike }, book, pendingUpgrades, timeZone, standardFrom }: EngineParts,
): Generator<undefined, Engine> {
  const options = { timeZone, standardFrom };
  if (chunks.length === 0) return new Engine({ watermark: pointer?.watermark ?? watermark, ...options });
  const snapshot = unpackSnapshot(chunks, (id) => book.has(id));
  yield;
  const instances = single.map(({ instance }) => pendingUpgrades.before(instance, snapshot.streams.id));
  const deployed = { instances, alike: alike.map((each) => each.alike) };
  return yield* Engine.restoring(snapshot, deployed, options);
}

/** The last openings may be partially written; a later journal entry proves that they are complete. */
function settledUpTo(journal: readonly JournalEntry[]): Ticks {
  const last = journal.at(-1);
  if (last === undefined) return -Infinity;
  if (last.kind !== "opened") return last.watermark;
  return journal.findLast((entry) => entry.watermark < last.watermark)?.watermark ?? -Infinity;
}

function firstReadsOf(entries: readonly JournalEntry[]): KnownStream[] {
  return entries.flatMap((entry) => entry.kind === "first_read" ? entry.reads : []);
}

/** The streams that will be unread after the replay. */
function unreadAfterReplay(replay: JournalReplay, unread: readonly number[]): Set<number> {
  const streams = new Set(unread);
  for (const entry of replay.entries) {
    if (entry.kind === "deployed" || entry.kind === "upgraded") {
      for (const { stream, read, unfilled } of replay.knownAt(entry) ?? []) {
        if (!read || unfilled === true) streams.add(stream);
      }
    } else if (entry.kind === "lost") {
      for (const stream of entry.streams) streams.add(stream);
    } else if (entry.kind === "first_read") {
      for (const known of entry.reads) streams.delete(known.stream);
    }
  }
  return streams;
}

/** The events in the generation and the journal, without those of rules that an upgrade replaced. */
function eventBookOf({ events, book, openIds }: StoredShard): EventBook {
  const taken = new EventBook();
  for (const { opened, record } of events) {
    const instance = book.get(opened.instanceId)?.instance;
    if (instance !== undefined && !isOfRules(instance, opened)) continue;
    const before = taken.knownOf(opened.instanceId).find(({ id }) => id === opened.eventId);
    const known: OpenEvent = before ?? { id: opened.eventId, record };
    taken.keepKnown(opened, known);
    known.isReproduced ||= openIds.has(opened.eventId);
    if (openIds.has(opened.eventId)) taken.openOf(opened.instanceId).set(opened.ruleId, known);
  }
  return taken;
}

/** The journal entries to repeat for the deployed instances. */
function replayOf({ journal, book, engine, pendingUpgrades }: RebuiltShard): JournalReplay {
  const replay = new JournalReplay({ restoredAt: engine.watermark, pendingUpgrades });
  for (const entry of journal) {
    if (entry.kind === "known") replay.addKnown(entry);
    else if (entry.kind === "first_read" || entry.kind === "lost") replay.add(entry);
    else if (entry.kind !== "opened" && book.has(entry.instanceId)) replay.add(entry);
    if (entry.kind !== "deployed" && entry.kind !== "upgraded") continue;
    replay.deployedWith(entry.instanceId, { sequence: entry.sequence, known: replay.knownAt(entry) ?? [] });
  }
  return replay;
}

/** Deploys instances that neither the generation nor the journal contains. Their streams count as unread. */
function deployForgotten({ engine, deployments, replay, pending }: RestoredShard): void {
  const replayed = new Set(replay?.entries.map((entry) => entry.kind === "deployed" ? entry.instanceId : 0));
  for (const id of deployments.keys()) {
    const instance = replayed.has(id) || engine.has(id) ? undefined : deployments.get(id)?.instance;
    if (instance === undefined) continue;
    const known = instance.streams.map(({ id }) => ({ stream: id, read: false, sample: null, good: null }));
    pending.push(...engine.deploy(instance, known));
  }
}
