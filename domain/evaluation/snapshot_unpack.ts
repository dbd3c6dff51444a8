import { joinBatches, packBatch, type SampleBatch } from "../sample/batch.ts";
import type { SampleChange } from "../sample/types.ts";
import { changesOf, joinedStates, pickedStates, timeOf, withText } from "./snapshot_rows.ts";
import type {
  EngineSnapshot,
  RuleStates,
  SampleSection,
  SnapshotChunk,
  StreamStates,
} from "./snapshot_types.ts";

type Part = SnapshotChunk["part"];

/**
 * Puts chunks together again. Those of several engines of one barrier are needed with another number of shards only: a
 * stream then counts as read if each of them had read it. `owns` picks the instances; streams stay, and an engine drops
 * those it does not name.
 * @throws {RangeError} if there is no chunk, one is of another version, or they are of different watermarks.
 */
export function unpackSnapshot(
  chunks: SnapshotChunk[],
  owns: (instanceId: number) => boolean = () => true,
): EngineSnapshot {
  if (chunks.length === 0) throw new RangeError("A snapshot has at least one chunk");
  const { watermark } = chunks[0];
  for (const chunk of chunks) {
    if (chunk.v !== 1) throw new RangeError(`A snapshot chunk has the unknown version ${chunk.v}`);
    if (chunk.watermark !== watermark) throw new RangeError("Snapshot chunks are of different watermarks");
  }
  const parts = chunks.map((chunk) => chunk.part);
  const states = parts.flatMap((part) => part.kind === "rules" ? [part.rules] : []);
  return {
    v: 1,
    watermark,
    rules: joinedStates(states.map((rules) => ownedStates(rules, owns))),
    streams: joinedStreams(parts.flatMap((part) => part.kind === "streams" ? [part.streams] : [])),
    newest: joinedNewest(parts, "newest"),
    good: joinedNewest(parts, "good"),
    pending: joinedPending(joinedSamples(parts, "pending")),
  };
}

/** The rows of a shard's own instances: with the same number of shards, all there are. */
function ownedStates(rules: RuleStates, owns: (instanceId: number) => boolean): RuleStates {
  const { instance } = rules, rows: number[] = [];
  for (let row = 0; row < instance.length; row++) if (owns(instance[row])) rows.push(row);
  return rows.length === instance.length ? rules : pickedStates(rules, rows);
}

function joinedStreams(parts: StreamStates[]): StreamStates {
  const readOf = new Map<number, number>();
  for (const { id, read } of parts) {
    id.forEach((stream, i) => readOf.set(stream, Math.min(read[i], readOf.get(stream) ?? 1)));
  }
  return { id: Int32Array.from(readOf.keys()), read: Uint8Array.from(readOf.values()) };
}

function joinedSamples(parts: Part[], section: SampleSection): SampleChange[] {
  const texts = new Map<string, string[]>();
  for (const part of parts) {
    if (part.kind !== "text" || part.section !== section) continue;
    const key = `${part.stream} ${part.time}`;
    const pieces = texts.get(key) ?? [];
    pieces[part.index] = part.text;
    texts.set(key, pieces);
  }
  return parts.flatMap((part) => {
    if (part.kind !== "samples" || part.section !== section) return [];
    return changesOf(part.batch).map((change) => {
      const pieces = texts.size === 0 ? undefined : texts.get(`${change.stream} ${timeOf(change)}`);
      return pieces === undefined ? change : withText(change, pieces.join(""));
    });
  });
}

/** A stream has one of them in each engine: with the same number of shards they are put behind each other as they are. */
function joinedNewest(parts: Part[], section: SampleSection): SampleBatch {
  const own = parts.filter((part) =>
    (part.kind === "samples" || part.kind === "text") && part.section === section
  );
  const batches = own.flatMap((part) => part.kind === "samples" ? [part.batch] : []);
  const streams = new Set<number>();
  for (const batch of batches) for (const stream of batch.streams) streams.add(stream);
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const isPlain = batches.length === own.length && streams.size === count;
  return isPlain ? joinBatches(batches) : newestEach(joinedSamples(parts, section));
}

function newestEach(changes: SampleChange[]): SampleBatch {
  const newest = new Map<number, SampleChange>();
  for (const change of changes) {
    const known = newest.get(change.stream);
    if (known === undefined || timeOf(known) < timeOf(change)) newest.set(change.stream, change);
  }
  return packBatch([...newest.values()]);
}

function joinedPending(changes: SampleChange[]): SampleBatch {
  const each = new Map<string, SampleChange>();
  for (const change of changes) each.set(`${change.stream} ${timeOf(change)}`, change);
  return packBatch([...each.values()].sort((a, b) => timeOf(a) - timeOf(b)));
}
