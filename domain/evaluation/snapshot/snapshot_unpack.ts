import { joinBatches, packBatch, type SampleBatch, someRows } from "../../sample/batch.ts";
import type { SampleChange } from "../../sample/types.ts";
import { joinedStates } from "./snapshot_join.ts";
import { changesOf, timeOf, withText } from "./snapshot_rows.ts";
import type { EngineSnapshot, SampleSection, SnapshotChunk, StreamStates } from "./snapshot_types.ts";
import { rowsByTime } from "../intake/time_order.ts";

type Part = SnapshotChunk["part"];

/**
 * Joins chunks, also of several engines when the number of shards changes: a stream then counts as read if every
 * engine had read it. `owns` selects the instances. All streams are kept; an engine ignores those it does not name.
 * @throws {RangeError} if there is no chunk, a chunk has another version, or the watermarks differ.
 */
export function unpackSnapshot(
  chunks: SnapshotChunk[],
  owns: (instanceId: number) => boolean = () => true,
): EngineSnapshot {
  if (chunks.length === 0) throw new RangeError("A snapshot has at least one chunk");
  const { watermark } = chunks[0]!;
  for (const chunk of chunks) {
    if (chunk.v !== 1) throw new RangeError(`A snapshot chunk has the unknown version ${chunk.v}`);
    if (chunk.watermark !== watermark) throw new RangeError("Snapshot chunks are of different watermarks");
  }
  const parts = chunks.map((chunk) => chunk.part);
  const others = parts.flatMap((part) => part.kind === "rules" ? [part.rules] : []);
  const quiet = parts.flatMap((part) => part.kind === "quiet_rules" ? [part.rules] : []);
  return {
    v: 1,
    watermark,
    rules: joinedStates({ others, quiet }, owns),
    streams: joinedStreams(parts.flatMap((part) => part.kind === "streams" ? [part.streams] : [])),
    newest: joinedNewest(parts, "newest"),
    good: joinedNewest(parts, "good"),
    pending: joinedPending(parts),
  };
}

function joinedStreams(parts: StreamStates[]): StreamStates {
  const readOf = new Map<number, number>();
  for (const { id, read } of parts) {
    id.forEach((stream, i) => readOf.set(stream, Math.min(read[i]!, readOf.get(stream) ?? 1)));
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
  return batchesOf(parts, section).flatMap(changesOf).map((change) => {
    const pieces = texts.size === 0 ? undefined : texts.get(`${change.stream} ${timeOf(change)}`);
    return pieces === undefined ? change : withText(change, pieces.join(""));
  });
}

/**
 * Each engine has at most one such sample for a stream. If no stream repeats, the batches are joined without
 * conversion.
 */
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

/**
 * Sorted by time, without duplicates of a stream and time. Works on columns, because there can be many
 * samples.
 */
function joinedPending(parts: Part[]): SampleBatch {
  const isCut = parts.some((part) => part.kind === "text" && part.section === "pending");
  const batch = isCut ? packBatch(joinedSamples(parts, "pending")) : joinBatches(batchesOf(parts, "pending"));
  const rows = rowsByTime(Int32Array.from(batch.streams.keys()), batch.times);
  const streams = new Set<number>();
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (i > 0 && batch.times[row] !== batch.times[rows[count - 1]!]) streams.clear();
    if (streams.has(batch.streams[row]!)) continue;
    streams.add(batch.streams[row]!);
    rows[count++] = row;
  }
  return someRows(batch, rows.subarray(0, count));
}

function batchesOf(parts: Part[], section: SampleSection): SampleBatch[] {
  return parts.flatMap((part) => part.kind === "samples" && part.section === section ? [part.batch] : []);
}
