import { packBatch, type SampleBatch } from "../sample/batch.ts";
import type { SampleChange } from "../sample/types.ts";
import { changesOf, joinedStates, range, timeOf, withText } from "./snapshot_rows.ts";
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
    rules: joinedStates(states.map((rules) => ({ rules, rows: ownedRows(rules, owns) }))),
    streams: joinedStreams(parts.flatMap((part) => part.kind === "streams" ? [part.streams] : [])),
    newest: newestEach(joinedSamples(parts, "newest")),
    good: newestEach(joinedSamples(parts, "good")),
    pending: joinedPending(joinedSamples(parts, "pending")),
  };
}

function ownedRows({ instance }: RuleStates, owns: (instanceId: number) => boolean): number[] {
  return range(0, instance.length).filter((row) => owns(instance[row]));
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
